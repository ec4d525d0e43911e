import CRecto
import CRectoTasks
import Glibc
import Synchronization

/// The objects behind the handles of a process.
///
/// A handle is a number that is never reused, so that the use of a freed one is detected. A forked
/// process has a registry of its own: it must not touch inherited objects, whose threads do not
/// exist in it, whose locks may be held forever, and whose workers belong to the parent.
final class Registry: Sendable {
  private let process = getpid()
  private let objects = Mutex<[UInt: any AnyObject & Sendable]>([:])

  /// The registry of this process; nil before its first engine.
  static var current: Registry? {
    guard let registry = Unmanaged<Registry>.from(present.load(ordering: .acquiring)),
      registry.process == getpid()
    else { return nil }
    return registry
  }

  /// The same, made where there is none.
  static func make() -> Registry {
    tasks_start()
    while true {
      let bits = present.load(ordering: .acquiring)
      if let registry = Unmanaged<Registry>.from(bits), registry.process == getpid() {
        return registry
      }
      // The replaced one belongs to the parent, and is never released.
      let registry = Unmanaged.passRetained(Registry())
      let outcome = present.compareExchange(
        expected: bits, desired: UInt(bitPattern: registry.toOpaque()),
        ordering: .acquiringAndReleasing)
      if outcome.exchanged { return registry.takeUnretainedValue() }
      registry.release()
    }
  }

  /// Gives an object a handle, which keeps it.
  func add(_ object: any AnyObject & Sendable) -> OpaquePointer {
    // Always odd, unlike the address of an object, so that neither is mistaken for the other.
    let number = lastHandle.add(2, ordering: .relaxed).newValue
    objects.withLock { $0[number] = object }
    return OpaquePointer(bitPattern: number)!
  }

  fileprivate func object(_ handle: OpaquePointer) -> (any AnyObject & Sendable)? {
    objects.withLock { $0[UInt(bitPattern: handle)] }
  }

  fileprivate func remove(_ handle: OpaquePointer) -> (any AnyObject & Sendable)? {
    objects.withLock { $0.removeValue(forKey: UInt(bitPattern: handle)) }
  }
}

/// The registry's address, 0 before there is one.
private let present = Atomic<UInt>(0)
private let lastHandle = Atomic<UInt>(1)

extension Unmanaged {
  fileprivate static func from(_ bits: UInt) -> Instance? {
    UnsafeRawPointer(bitPattern: bits).map { fromOpaque($0).takeUnretainedValue() }
  }
}

/// The object of a handle. Throws `BAD_HANDLE`.
func find<Object: AnyObject>(
  _ handle: OpaquePointer?, as type: Object.Type = Object.self
) throws(Failure) -> Object {
  guard let handle else { throw .badHandle("the handle is NULL") }
  guard let object = Registry.current?.object(handle) as? Object else {
    throw .badHandle(
      "the handle was freed, is of another kind, or was made before this process was forked")
  }
  return object
}

/// Takes a handle away from its object; nil if the handle is not of that kind.
func take<Object: AnyObject>(
  _ handle: OpaquePointer?, as type: Object.Type = Object.self
) -> Object? {
  guard let handle, let registry = Registry.current, registry.object(handle) is Object else {
    return nil
  }
  return registry.remove(handle) as? Object
}
