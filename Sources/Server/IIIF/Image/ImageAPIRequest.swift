import RectoPageModel
import RectoRaster

/// The four parts of an image's URL (Image API 3.0, section 4). Each throws 400 with a sentence.
struct ImageAPIRequest: Sendable, Hashable {
  enum Quality: String, Sendable {
    case `default`, color, gray, bitonal
  }

  let region: ImageRegion
  let size: ImageSize
  let isMirrored: Bool
  /// Clockwise, from 0 to below 360.
  let degrees: Double
  let quality: Quality
  let format: ImageFormat

  init(_ words: [String]) throws(ServerError) {
    region = try ImageRegion(words[0])
    size = try ImageSize(words[1])
    isMirrored = words[2].hasPrefix("!")
    guard let degrees = Self.number(words[2].drop { $0 == "!" }), degrees <= 360,
      !words[2].hasPrefix("!!")
    else { throw .badRequest("the rotation must be an angle from 0 to 360, with ! for a mirror") }
    self.degrees = degrees == 360 ? 0 : degrees
    let file = words[3].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard file.count == 2, let quality = Quality(rawValue: file[0]) else {
      throw .badRequest("the quality must be default, color, gray or bitonal, with .jpg behind it")
    }
    self.quality = quality
    guard let format = ImageFormat(servedExtension: file[1]) else {
      throw .badRequest("the format must be one of \(ImageFormat.servedExtensions)")
    }
    self.format = format
  }

  /// A number of the API: digits with at most one point.
  static func number(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 16, text.utf8.first != UInt8(ascii: "."),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }

  /// A whole number of the API.
  static func integer(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
