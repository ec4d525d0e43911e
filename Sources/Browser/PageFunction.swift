import RectoJSON

/// A function in JavaScript that runs in a page. It is written as modules, in files that editors and
/// linters read; a page gets them as one expression, since it may have neither files nor an address of
/// its own.
package struct PageFunction: Sendable {
  private let source: String

  /// The function is the default export of the last module. The modules have one scope: a name at the top
  /// of one is in no other. What a module uses as it is read comes before it.
  package init(_ modules: [UInt8]...) {
    let statements = modules.map { Self.statements(of: String(decoding: $0, as: UTF8.self)) }
    source = """
      (given => {
      "use strict";
      \(statements.joined(separator: "\n"))
      return run(given);
      })
      """
  }

  /// The expression that calls the function with an object of these members.
  package func call(with members: (inout JSONWriter) -> Void = { _ in }) -> String {
    var json = JSONWriter(isExact: true)
    json.object(members)
    return "\(source)(\(String(decoding: json.bytes, as: UTF8.self)))"
  }

  /// A module without what makes it one: imports, which stand on a line each, and exports.
  private static func statements(of module: String) -> String {
    module.split(separator: "\n", omittingEmptySubsequences: false)
      .compactMap { line in
        if line.hasPrefix("import ") { return nil }
        if line.hasPrefix("export default ") { return "const run = " + line.dropFirst(15) }
        return line.hasPrefix("export ") ? String(line.dropFirst(7)) : String(line)
      }
      .joined(separator: "\n")
  }
}
