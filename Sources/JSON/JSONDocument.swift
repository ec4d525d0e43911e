import CRectoJSON

/// JSON (RFC 8259) that was read as a whole: grammar and UTF-8 are checked, names, texts and
/// numbers are not yet looked at. No input ends the process.
public final class JSONDocument {
  private let document: OpaquePointer

  /// The maximum depth of arrays and objects: an outline takes two levels for each of its own,
  /// and Recto's outlines are at most 64 deep. Readers recurse, so the depth must fit on any
  /// thread's stack.
  public static let maximumDepth = 256
  /// The maximum length of a document in bytes.
  public static let maximumBytes = 64 << 20

  /// Reads `bytes`, which are copied.
  ///
  /// Throws where they are not JSON, too long or too deeply nested. Calls `simdjson::dom::parser`.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    guard bytes.count <= Self.maximumBytes else {
      throw JSONError("it is longer than \(Self.maximumBytes >> 20) MiB")
    }
    var reason: UnsafePointer<CChar>?
    let parsed = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap {
        recto_json_parse($0, buffer.count, Self.maximumDepth, &reason)
      }
    }
    guard let parsed else {
      throw JSONError("this is not JSON: \(reason.map { String(cString: $0) } ?? "it is empty")")
    }
    document = parsed
  }

  deinit { recto_json_free(document) }

  /// The outermost value, which may be of any kind.
  public var root: JSONValue { JSONValue(recto_json_root(document), in: self) }
}
