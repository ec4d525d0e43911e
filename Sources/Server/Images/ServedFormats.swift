import RectoRaster

extension ImageFormat {
  /// The formats in which the server gives images, since browsers show them; the preferred one first.
  static let served: [ImageFormat] = [.jpeg, .webp, .png]

  /// Their extensions, for a sentence.
  static var servedExtensions: String { served.map(\.fileExtension).joined(separator: ", ") }

  /// The served format with an extension, in lower case; nil for any other text.
  init?(servedExtension: String) {
    guard let format = Self.served.first(where: { $0.fileExtension == servedExtension }) else {
      return nil
    }
    self = format
  }
}
