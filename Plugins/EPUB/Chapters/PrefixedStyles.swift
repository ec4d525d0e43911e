import RectoJSON
import RectoPageModel

/// Properties of CSS that EPUB 3 prefixes (EPUB 3.3, appendix E) and that the browser knows by their
/// own names only.
enum PrefixedStyles {
  /// By the prefixed text.
  private static let names = [
    "-epub-hyphens": "hyphens", "-epub-line-break": "line-break",
    "-epub-text-align-last": "text-align-last",
    "-epub-text-combine-horizontal": "text-combine-upright",
    "-epub-text-emphasis-position": "text-emphasis-position",
    "-epub-text-underline-position": "text-underline-position",
    "-epub-ruby-position": "ruby-position",
  ]

  /// A style sheet with the browser's names.
  static func translate(_ file: FileBytes) -> FileBytes {
    file.withBytes { bytes in
      guard contains(bytes) else { return file }
      var rest = bytes[...]
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      while let first = rest.first {
        let match =
          first == UInt8(ascii: "-")
          ? names.first { rest.starts(with: $0.key.utf8) } : nil
        if let match {
          result += match.value.utf8
          rest = rest.dropFirst(match.key.utf8.count)
        } else {
          result.append(first)
          rest = rest.dropFirst()
        }
      }
      return FileBytes(result)
    }
  }

  private static func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let prefix = Array("-epub-".utf8)
    var index = 0
    while index + prefix.count <= bytes.count {
      if bytes[index] == prefix[0], bytes[index..<(index + prefix.count)].elementsEqual(prefix) {
        return true
      }
      index += 1
    }
    return false
  }

  /// Writes the names, for the styles in a document.
  static func writeNames(to json: inout JSONWriter) {
    json.object { json in
      for (name, own) in names.sorted(by: { $0.key < $1.key }) {
        json.key(name)
        json.value(own)
      }
    }
  }
}
