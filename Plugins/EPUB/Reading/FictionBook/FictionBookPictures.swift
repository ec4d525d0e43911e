import RectoMarkup
import RectoPageModel

/// The pictures of a FictionBook, by their ids.
struct FictionBookPictures {
  let resources: [ConvertedBook.Resource]
  private let names: [String: String]

  private static let endings = [
    "image/jpeg": "jpg", "image/jpg": "jpg", "image/png": "png", "image/gif": "gif",
    "image/webp": "webp", "image/svg+xml": "svg",
  ]

  /// Skips binaries that are not pictures or not valid Base64.
  init(_ binaries: [XMLElement]) {
    var resources: [ConvertedBook.Resource] = []
    var names: [String: String] = [:]
    for binary in binaries.prefix(BookLimits.items) {
      guard let id = binary.attribute("id"), names[id] == nil,
        let type = binary.attribute("content-type")?.trimmed.lowercased(),
        let ending = Self.endings[type],
        let bytes = Self.bytes(ofBase64: binary.text)
      else { continue }
      let name = "picture\(resources.count + 1).\(ending)"
      names[id] = name
      resources.append(
        ConvertedBook.Resource(
          name: name, mediaType: ending == "jpg" ? "image/jpeg" : type, bytes: FileBytes(bytes)))
    }
    self.resources = resources
    self.names = names
  }

  /// Programs write Base64 in lines, and end it with none, too many or a whole group of padding.
  private static func bytes(ofBase64 text: String) -> [UInt8]? {
    var digits = text.utf8.filter { $0 > UInt8(ascii: " ") }
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    digits += Array(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return Base64.decode(String(decoding: digits, as: UTF8.self))
  }

  /// The file that an `image` element names, or nil if the book lacks it.
  func name(of image: XMLElement) -> String? {
    image.attribute("href").flatMap { $0.hasPrefix("#") ? names[String($0.dropFirst())] : nil }
  }
}
