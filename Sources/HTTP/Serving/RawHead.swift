import CRectoMicroHTTPD
import Glibc

/// A request's first line and header as they lie in libmicrohttpd's memory.
///
/// libmicrohttpd 0.9.75 accepts more than RFC 9112 permits: zeros and spaces in names and values,
/// lines that end with LF alone, fields that continue on the next line, several spaces in a row.
/// Its result still shows that, since it makes strings of the bytes in place: a zero replaces each
/// space of the first line, the colon of each field and both bytes of each line's end. So the head
/// is read again here, string by string, and must end exactly at its last byte.
///
/// From version 1.0 on, the library itself refuses all of that if it is told to be strict
/// (`MHD_OPTION_STRICT_FOR_CLIENT`), and leaves other bytes: its result is used as it is.
///
/// Not checked: empty lines before the first one (section 2.2 allows one; version 1.0 rejects
/// more), and the characters of the target, which is decoded in place.
struct RawHead {
  /// The place of the target before it was decoded.
  struct Target: Sendable {
    fileprivate let start: UInt
    fileprivate let end: UInt

    init(_ text: UnsafePointer<CChar>) {
      start = UInt(bitPattern: text)
      end = start + UInt(strlen(text))
    }
  }

  /// `HTTP/1.1`.
  let version: String
  let headers: HTTPHeaders
}

extension RawHead {
  /// Returns nil unless the head is a line of three words followed by lines of fields, each with CR
  /// and LF at its end. `count` is the number of bytes from the method to the end of the empty
  /// line.
  init?(
    method: UnsafePointer<CChar>, target: Target, version: UnsafePointer<CChar>,
    fields: [(name: UnsafePointer<CChar>, value: UnsafePointer<CChar>)], count: Int
  ) {
    var walk = Walk(method, count: count)
    guard walk.take(method) != nil, walk.take(0), walk.address == target.start else { return nil }
    walk.address = target.end
    guard walk.take(0), let versionText = walk.take(version), walk.take(0), walk.take(0) else {
      return nil
    }
    var headers = HTTPHeaders()
    for field in fields {
      guard let name = walk.take(field.name), walk.take(0) else { return nil }
      walk.skipBlanks()
      guard let value = walk.take(field.value), walk.take(0), walk.take(0) else { return nil }
      headers.append(name, value.withoutBlanksAtEnd)
    }
    guard walk.take(0), walk.take(0), walk.isAtEnd else { return nil }
    self.version = versionText
    self.headers = headers
  }
}

/// Reads the bytes of a head in order, and never beyond its end.
private struct Walk {
  private let start: UInt
  private let bytes: UnsafeRawBufferPointer
  /// The index of the next byte.
  var address: UInt

  init(_ start: UnsafePointer<CChar>, count: Int) {
    self.start = UInt(bitPattern: start)
    bytes = UnsafeRawBufferPointer(start: start, count: count)
    address = self.start
  }

  var isAtEnd: Bool { next == nil && address - start == bytes.count }

  private var next: UInt8? {
    guard address >= start, address - start < bytes.count else { return nil }
    return bytes[Int(address - start)]
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    address += 1
    return true
  }

  /// Takes the string that begins here, up to the zero after it; nil if `string` is at another
  /// address.
  mutating func take(_ string: UnsafePointer<CChar>) -> String? {
    guard UInt(bitPattern: string) == address, next != nil else { return nil }
    let rest = bytes[Int(address - start)...]
    guard let end = rest.firstIndex(of: 0) else { return nil }
    address = start + UInt(end)
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  mutating func skipBlanks() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { address += 1 }
  }
}

extension String {
  /// Blanks around a value are not part of it (RFC 9112, section 5).
  fileprivate var withoutBlanksAtEnd: String {
    var value = self[...]
    while value.last == " " || value.last == "\t" { value.removeLast() }
    return String(value)
  }
}

extension RawHead {
  /// True for versions before 1.0 (`MHD_get_version`).
  private static let mustBeReadAgain =
    MHD_get_version().map { String(cString: $0).hasPrefix("0.") } ?? true

  /// The head of the request that the connection has at present.
  /// Calls `MHD_get_connection_values`, `MHD_get_connection_info`.
  init?(
    of connection: Connection, method: UnsafePointer<CChar>, target: Target,
    version: UnsafePointer<CChar>
  ) {
    typealias Field = (name: UnsafePointer<CChar>, value: UnsafePointer<CChar>)
    var fields: [Field?] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values(
        connection.pointer, .HEADER_KIND,
        { context, _, name, value in
          let field: Field? = if let name, let value { (name, value) } else { nil }
          // The array that is handed on below.
          context!.assumingMemoryBound(to: [Field?].self).pointee.append(field)
          return .YES
        }, fields)
    }
    let known = fields.compactMap { $0 }
    guard known.count == fields.count else { return nil }
    guard Self.mustBeReadAgain else {
      var headers = HTTPHeaders()
      for field in known {
        headers.append(String(cString: field.name), String(cString: field.value))
      }
      self.init(version: String(cString: version), headers: headers)
      return
    }
    self.init(
      method: method, target: target, version: version, fields: known,
      count: microhttpd_header_size(connection.pointer))
  }
}
