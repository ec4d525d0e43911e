import CRectoPoppler
import CRectoPopplerPage
import Glibc

/// Owns one reference to a GObject and drops it with `g_object_unref`.
struct GObjectReference: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Takes ownership of a string that the caller has to free; nil for NULL or an empty one.
func takeString(_ pointer: UnsafeMutablePointer<gchar>?) -> String? {
  defer { g_free(pointer) }
  return borrowString(pointer)
}

/// A string that another object owns; nil for none or an empty one.
func borrowString(_ pointer: UnsafePointer<gchar>?) -> String? {
  guard let pointer, pointer.pointee != 0 else { return nil }
  let text = undoingDocEncoding(String(cString: pointer))
  return text.isEmpty ? nil : text
}

/// Decodes a UTF-8 text string (ISO 32000-2, 7.9.2.2) that Poppler has read as PDFDocEncoding.
/// Calls `recto_doc_encoding_byte`.
private func undoingDocEncoding(_ text: String) -> String {
  // The bytes EF BB BF, which begin such a string, become these.
  guard text.unicodeScalars.starts(with: ["\u{EF}", "\u{BB}", "\u{BF}"]) else { return text }
  let bytes = text.unicodeScalars.dropFirst(3).map { recto_doc_encoding_byte($0.value) }
  return String(validating: bytes.compactMap { UInt8(exactly: $0) }, as: UTF8.self) ?? text
}

/// The elements of a list, in order. They have the type that the documentation of poppler-glib states
/// for the list, which C does not check.
func elements<Element>(
  _ list: UnsafeMutablePointer<GList>?, of type: Element.Type
) -> [UnsafeMutablePointer<Element>] {
  var result: [UnsafeMutablePointer<Element>] = []
  var node = list
  while let current = node {
    if let data = current.pointee.data { result.append(data.assumingMemoryBound(to: type)) }
    node = current.pointee.next
  }
  return result
}

/// ISO 8601 in UTC, or nil for Poppler's -1 and other times before there were PDFs. Calls `gmtime_r`.
func timestamp(_ time: time_t) -> String? {
  var time = time
  var parts = tm()
  guard time > 0, gmtime_r(&time, &parts) != nil else { return nil }
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
    guard let start = text.baseAddress,
      strftime(start, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0
    else { return nil }
    return String(cString: start)
  }
}
