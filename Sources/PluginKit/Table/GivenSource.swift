import CRectoPlugin
import RectoJSON
import RectoPageModel

/// A source as the host lends it to a plugin's `open`.
struct GivenSource {
  private var lent = recto_source()

  /// All hosts have the members up to this one; later ones are null if the host is older.
  private static let firstVersionBytes =
    MemoryLayout<recto_source>.offset(of: \.layout) ?? MemoryLayout<recto_source>.size

  init(_ source: UnsafePointer<recto_source>) {
    let start = UnsafeRawPointer(source)
    let size = max(Int(start.loadUnaligned(as: UInt32.self)), Self.firstVersionBytes)
    withUnsafeMutableBytes(of: &lent) { target in
      target.copyMemory(from: UnsafeRawBufferPointer(start: start, count: min(size, target.count)))
    }
  }

  /// The bytes are copied, since they are only lent.
  func source() throws(PageError) -> Source {
    let path = lent.path.map { String(cString: $0) } ?? ""
    guard let bytes = lent.bytes else {
      return Source(path: path, content: .folder(entries: try folderEntries(of: path)))
    }
    let content = Array(UnsafeBufferPointer(start: bytes, count: lent.count))
    return Source(path: path, content: .file(FileBytes(content)))
  }

  func options() throws(PageError) -> OpenOptions {
    OpenOptions(
      password: lent.password.map { String(cString: $0) },
      layout: lent.layout == nil
        ? LayoutOptions() : try LayoutOptions(fromHost: lent.layout, lent.layout_count))
  }
}

/// A copy of what the host lends; none if that is null.
func lentBytes(_ text: UnsafePointer<CChar>?, _ count: Int) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : count))
}

extension JSONDecodable {
  /// Reads what the host has written. Throws `bug` where it is invalid.
  init(fromHost text: UnsafePointer<CChar>?, _ count: Int) throws(PageError) {
    do throws(JSONError) {
      try self.init(jsonBytes: lentBytes(text, count))
    } catch {
      throw PageError(.bug, "the host's request is invalid: \(error)")
    }
  }
}
