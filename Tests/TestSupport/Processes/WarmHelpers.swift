import Foundation

/// Helpers that cost more to start than most tests cost to run, such as browsers.
///
/// A test with the trait `usesBrowser` has one to itself until it ends, and the next gets the same,
/// as the jobs of a worker do. There are never more of them than such tests run at once.
///
/// `@unchecked`: `lock` guards `idle`, and hands each helper from one test to the next.
public final class WarmHelpers<Helper>: @unchecked Sendable {
  private let lock = NSLock()
  private var idle: [Helper] = []
  private let start: @Sendable () throws -> Helper
  private let isAlive: @Sendable (Helper) -> Bool

  /// Those for which `isAlive` is false are not used again.
  public init(
    isAlive: @escaping @Sendable (Helper) -> Bool, start: @escaping @Sendable () throws -> Helper
  ) {
    self.start = start
    self.isAlive = isAlive
  }

  /// The helper of the running test. It belongs to the test's task; where the test has not the trait
  /// it is a new one.
  public func helper() throws -> Helper {
    guard let loans = Loans.current else { return try start() }
    if let borrowed = loans.item(of: self) as? Helper { return borrowed }
    let helper = try lock.withLock { idle.popLast() } ?? start()
    loans.add(helper, of: self) { [self] in
      if isAlive(helper) { lock.withLock { idle.append(helper) } }
    }
    return helper
  }
}

/// The helpers that the running test has borrowed. They are given back when the test has ended.
///
/// `@unchecked`: it belongs to the test's task.
final class Loans: @unchecked Sendable {
  @TaskLocal static var current: Loans?

  private var loans: [ObjectIdentifier: (item: Any, giveBack: () -> Void)] = [:]

  fileprivate func item(of lender: AnyObject) -> Any? { loans[ObjectIdentifier(lender)]?.item }

  fileprivate func add(
    _ item: Any, of lender: AnyObject, giveBack: @escaping () -> Void
  ) {
    loans[ObjectIdentifier(lender)] = (item, giveBack)
  }

  func giveBack() {
    for loan in loans.values { loan.giveBack() }
  }
}
