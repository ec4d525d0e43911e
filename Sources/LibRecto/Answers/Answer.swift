// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import RectoJSON
import RectoPageModel
import Synchronization

/// The answer to a request.
protocol Answer: AnyObject, Sendable {
  /// The answer as JSON, followed by a zero byte, in memory that the answer owns; nil if it has
  /// none.
  func json() -> UnsafeBufferPointer<UInt8>?
}

/// An answer that is JSON alone.
final class JSONAnswer: Answer {
  private let written: StableBytes

  init(_ json: [UInt8]) {
    written = StableBytes(json)
  }

  func json() -> UnsafeBufferPointer<UInt8>? { written.bytes }
}

/// The bytes of a file that a publication carries.
final class FileAnswer: Answer {
  let content: StableBytes

  init(_ content: [UInt8]) {
    self.content = StableBytes(content)
  }

  func json() -> UnsafeBufferPointer<UInt8>? { nil }
}

/// An answer that the header describes as a struct, whose pointers lead into memory of its own.
///
/// `@unchecked`: nothing changes once it is made but the JSON, which a lock guards.
final class StructAnswer<Value>: Answer, @unchecked Sendable {
  let value: Value
  private let memory: Arena
  private let write: @Sendable (inout JSONWriter) -> Void
  private let written = Mutex<StableBytes?>(nil)

  /// `fill` makes the struct with memory of the arena.
  init(
    _ fill: (Arena) -> Value, json write: @escaping @Sendable (inout JSONWriter) -> Void
  ) {
    memory = Arena()
    value = fill(memory)
    self.write = write
  }

  func json() -> UnsafeBufferPointer<UInt8>? {
    written.withLock { written in
      if written == nil {
        var json = JSONWriter()
        write(&json)
        written = StableBytes(json.bytes)
      }
      return written?.bytes
    }
  }
}

/// Bytes at a place that does not change, with a zero byte behind.
///
/// `@unchecked`: they are never written to once they are there.
final class StableBytes: @unchecked Sendable {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ source: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.count + 1)
    let end = copy.initialize(fromContentsOf: source)
    copy.initializeElement(at: end, to: 0)
    bytes = UnsafeBufferPointer(rebasing: copy[..<end])
  }

  deinit { bytes.deallocate() }
}

@c @implementation
public func recto_get_json(
  _ request: OpaquePointer!, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ length: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    let request: Request = try find(request)
    guard let json else { throw .badRequest("the pointer for the JSON is NULL") }
    guard let bytes = try request.answer().json() else {
      throw .badRequest("an opening, an image and a file have no JSON")
    }
    json.pointee = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    length?.pointee = bytes.count
  }
}
