import RectoJSON

/// A page that can list its pictures with their positions.
public protocol ImagesPage: Page {
  /// The pictures on the page; none is not an error.
  func images() throws(PageError) -> [PlacedImage]
}

extension Capability {
  public static let images = Capability("images", [.images]) { _, page in
    page is any ImagesPage.Type
  }
}

extension RequestKind {
  public static let images = listOfPage(8, "images", "the images") { page throws(PageError) in
    try (page as? any ImagesPage)?.images()
  }
}

extension ChannelPage: ImagesPage {
  public func images() throws(PageError) -> [PlacedImage] {
    try publication.list(.images, index: index, if: .images)
  }
}

extension ForwardedPage: ImagesPage {
  public func images() throws(PageError) -> [PlacedImage] {
    try (page() as? any ImagesPage)?.images() ?? []
  }
}

/// A picture on a page. Properties that a backend does not know stay nil or false.
public struct PlacedImage: Sendable, Hashable {
  /// The area of the page that it covers.
  public var box: Rect
  /// The size of the picture in its own pixels; nil if unknown.
  public var pixelSize: PixelSize?
  /// The width and height of the whole picture in points, along its own sides, including any part
  /// that a clip hides; nil if `box` says everything.
  public var placedSize: Size?
  public var color: PictureColor?
  /// True if it is a stencil: a shape filled with a color of the page.
  public var isStencil = false
  /// True if another picture is its soft mask.
  public var hasSoftMask = false
  /// The size in the source in bytes, as stored; nil if unknown.
  public var byteCount: Int?
  /// The alternative text; nil if the source cannot state one.
  public var alternative: AlternativeText?
  /// True if it is not drawn because its data are missing or unreadable.
  public var isMissing = false

  public init(box: Rect, pixelSize: PixelSize?) {
    self.box = box
    self.pixelSize = pixelSize
  }

  /// The resolution at which the picture is placed, in pixels per inch along its own width and
  /// height; nil if unknown.
  public var dotsPerInch: (horizontal: Double, vertical: Double)? {
    let size = placedSize ?? box.size
    guard let pixelSize, size.width > 0, size.height > 0 else { return nil }
    return (Double(pixelSize.width) * 72 / size.width, Double(pixelSize.height) * 72 / size.height)
  }
}

/// `{"box","pixels":[width,height],"placed":[w,h],"color":{…},"stencil","softMask","bytes",
/// "alternative":{…},"missing"}`; only known members, and flags only if they are true.
extension PlacedImage: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("box", box)
      if let pixelSize {
        json.member("pixels", pixelSize)
      }
      if let placedSize {
        json.member("placed", placedSize)
      }
      if let color {
        json.member("color", color)
      }
      if isStencil {
        json.member("stencil", true)
      }
      if hasSoftMask {
        json.member("softMask", true)
      }
      if let byteCount {
        json.member("bytes", byteCount)
      }
      if let alternative {
        json.member("alternative", alternative)
      }
      if isMissing {
        json.member("missing", true)
      }
    }
  }
}

extension PlacedImage: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(box: try json.decode("box"), pixelSize: try json.decodeIfPresent("pixels"))
    placedSize = try json.decodeIfPresent("placed")
    color = try json.decodeIfPresent("color")
    isStencil = try json.decodeIfPresent("stencil") ?? false
    hasSoftMask = try json.decodeIfPresent("softMask") ?? false
    byteCount = try json.integerIfPresent("bytes", in: 0...Int.max)
    alternative = try json.decodeIfPresent("alternative")
    isMissing = try json.decodeIfPresent("missing") ?? false
  }
}

/// The description of a picture for readers who cannot see it.
public enum AlternativeText: Sendable, Hashable {
  /// Never empty.
  case text(String)
  /// An ornament, which says nothing.
  case decorative
  /// The source could have said something, and does not.
  case missing

  /// Reads the form of formats such as HTML: empty for an ornament, nil if it is missing.
  public init(_ text: String?) {
    guard let text else {
      self = .missing
      return
    }
    self = text.allSatisfy(\.isWhitespace) ? .decorative : .text(text)
  }
}

/// `{"text":"A lighthouse"}`, `{"decorative":true}` or `{"missing":true}`
extension AlternativeText: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .text(let text): json.member("text", text)
      case .decorative: json.member("decorative", true)
      case .missing: json.member("missing", true)
      }
    }
  }
}

extension AlternativeText: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    if let text: String = try json.decodeIfPresent("text") {
      self.init(text)
    } else if try json.decodeIfPresent("decorative") == true {
      self = .decorative
    } else if try json.decodeIfPresent("missing") == true {
      self = .missing
    } else {
      throw JSONError("expected one of the members text, decorative and missing")
    }
  }
}

/// The meaning of a picture's samples.
public struct PictureColor: Sendable, Hashable {
  /// The color space families of ISO 32000-2, 8.6.3; calibrated gray and RGB are `gray` and `rgb`.
  public enum Space: String, Sendable, Hashable, CaseIterable {
    case gray, rgb, cmyk, lab, icc, indexed, separation, deviceN, pattern
  }

  /// The final color model: that of an ICC profile by its components, that of an indexed space by
  /// its base.
  public enum Model: String, Sendable, Hashable, CaseIterable {
    case gray, rgb, cmyk, lab
    /// Inks by name.
    case spot
  }

  public var space: Space
  public var model: Model
  /// The number of bits per sample, from 1 to 16.
  public var bits: Int

  public init(space: Space, model: Model, bits: Int) {
    self.space = space
    self.model = model
    self.bits = bits
  }
}

/// `{"space":"icc","model":"rgb","bits":8}`
extension PictureColor: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("space", space.rawValue)
      json.member("model", model.rawValue)
      json.member("bits", bits)
    }
  }
}

extension PictureColor.Space: JSONDecodable {}

extension PictureColor.Model: JSONDecodable {}

extension PictureColor: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      space: try json.decode("space"), model: try json.decode("model"),
      bits: try json.integer("bits", in: 1...16))
  }
}
