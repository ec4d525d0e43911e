import Glibc
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The record of a file that is partly or wholly downloaded. It lies beside the file, as JSON.
struct DownloadJournal: Hashable, JSONRepresentable {
  private static let version = 1

  /// The validator of this state of the file, for `If-Range`.
  var validator: String?
  /// Its length, where it is known.
  var total: Int?
  /// Bytes of it that a power cut leaves here.
  var received = 0
  /// The digest of the whole, once it is complete and verified.
  var sha256: String?
  var mediaType: String?

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("version", Self.version)
      json.optional("validator", validator)
      if let total { json.member("total", total) }
      json.member("received", received)
      json.optional("sha256", sha256)
      json.optional("mediaType", mediaType)
    }
  }

  /// Returns nil if there is none, or an unreliable one: then the file is downloaded again.
  static func read(_ path: String) -> DownloadJournal? {
    guard let bytes = smallFile(path), let document = try? JSONDocument(bytes) else { return nil }
    return try? DownloadJournal(document.root)
  }

  /// Throws for another version, and for an invalid journal.
  private init(_ json: JSONValue) throws(JSONError) {
    _ = try json.required("version") { value throws(JSONError) in
      try value.integer(in: Self.version...Self.version)
    }
    let text = { (value: JSONValue) throws(JSONError) in try value.string() }
    let length = { (value: JSONValue) throws(JSONError) in try value.integer(in: 0...Int.max) }
    validator = try json.ifPresent("validator", text)
    total = try json.ifPresent("total", length)
    received = try json.required("received", length)
    sha256 = try json.ifPresent("sha256", text)
    mediaType = try json.ifPresent("mediaType", text)
  }

  init() {}

  /// Puts it in place of the one before, in one step that outlives a power cut.
  ///
  /// Throws `noSpace`, `cannotWrite`. Calls `fsync` and `rename`.
  func save(_ path: String) throws(NewsstandError) {
    let new = "\(path).new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw diskFailure(path) }
    defer { close(descriptor) }
    let bytes = JSONWriter.bytes(of: self)
    let written = Glibc.write(descriptor, bytes, bytes.count)
    guard written == bytes.count else {
      throw diskFailure(path, code: written < 0 ? errno : ENOSPC)
    }
    try onDisk(path) { fsync(descriptor) }
    try onDisk(path) { rename(new, path) }
  }

  private static func smallFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let most = 64 << 10
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, most))
    }
    return bytes.count < most ? bytes : nil
  }
}
