import RectoJSON
import RectoPageModel

/// A change from a golden to the current page.
public struct Change: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Pixels of the picture, as a whole.
    case size(from: PixelSize, to: PixelSize)
    case textReplaced(from: String, to: String)
    case textAdded(String)
    case textRemoved(String)
    /// In pixels, to the right and down.
    case moved(x: Double, y: Double)
    /// Letters or words stand closer or further apart.
    case spacing
    /// The same words with lines that end elsewhere.
    case rewrapped
    /// The same words in another font.
    case font(from: String, to: String)
    /// The same words in another size, in points.
    case typeSize(from: Double, to: Double)
    case recolored(from: Color, to: Color)
    /// From this page on, counted from 0, the same text is on other pages.
    case reflowed(fromPage: Int)
    /// The text is there, and its letters are not drawn, or as empty boxes.
    case glyphsMissing(String)
    case pictureMissing
    case pictureAdded
    case pictureChanged
    /// Thin and long.
    case lineAdded
    case lineRemoved
    case shapeAdded
    case shapeRemoved
    /// A few pixels.
    case speck(pixels: Int)
    /// Edges are smoothed otherwise.
    case antialiasing
    /// Anything else.
    case redrawn
  }

  public var kind: Kind
  /// The area of the change in pixels of the golden and of the current picture; nil for a change
  /// without a place.
  public var box: PixelBox?

  public init(_ kind: Kind, box: PixelBox? = nil) {
    self.kind = kind
    self.box = box
  }
}

extension Change.Kind {
  /// A stable name for programs, such as `text-replaced`.
  public var name: String {
    switch self {
    case .size: "size"
    case .textReplaced: "text-replaced"
    case .textAdded: "text-added"
    case .textRemoved: "text-removed"
    case .moved: "moved"
    case .spacing: "spacing"
    case .rewrapped: "rewrapped"
    case .font: "font"
    case .typeSize: "type-size"
    case .recolored: "recolored"
    case .reflowed: "reflowed"
    case .glyphsMissing: "glyphs-missing"
    case .pictureMissing: "picture-missing"
    case .pictureAdded: "picture-added"
    case .pictureChanged: "picture-changed"
    case .lineAdded: "line-added"
    case .lineRemoved: "line-removed"
    case .shapeAdded: "shape-added"
    case .shapeRemoved: "shape-removed"
    case .speck: "speck"
    case .antialiasing: "antialiasing"
    case .redrawn: "redrawn"
    }
  }

  /// A sentence for people, such as `"quay" became "key"`.
  public var sentence: String {
    switch self {
    case .size(let a, let b):
      "the size changed from \(a.width) x \(a.height) to \(b.width) x \(b.height) pixels"
    case .textReplaced(let a, let b): "\"\(a)\" became \"\(b)\""
    case .textAdded(let text): "new text: \"\(text)\""
    case .textRemoved(let text): "text is gone: \"\(text)\""
    case .moved(let x, let y): "moved by \(x.brief), \(y.brief) pixels"
    case .spacing: "letters or words have different spacing"
    case .rewrapped: "lines break elsewhere"
    case .font(let a, let b): "the font changed from \(a) to \(b)"
    case .typeSize(let a, let b): "the type changed from \(a.brief) to \(b.brief) points"
    case .recolored(let a, let b): "the color changed from \(a.hex) to \(b.hex)"
    case .reflowed(let page): "reflowed from page \(page + 1) on"
    case .glyphsMissing(let text): "letters are missing in \"\(text)\""
    case .pictureMissing: "a picture is missing"
    case .pictureAdded: "a new picture"
    case .pictureChanged: "a picture changed"
    case .lineAdded: "a new line"
    case .lineRemoved: "a line is gone"
    case .shapeAdded: "a new shape"
    case .shapeRemoved: "a shape is gone"
    case .speck(let pixels): pixels == 1 ? "one pixel changed" : "\(pixels) pixels changed"
    case .antialiasing: "edges are smoothed differently"
    case .redrawn: "drawn differently"
    }
  }
}

/// `{"kind","sentence","box":[x,y,w,h]}` and what the kind has: `from` and `to`, `text`, `x` and
/// `y`, `page`, `pixels`.
extension Change: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.name)
      switch kind {
      case .size(let a, let b):
        json.member("from", a)
        json.member("to", b)
      case .textReplaced(let a, let b), .font(let a, let b):
        json.member("from", a)
        json.member("to", b)
      case .typeSize(let a, let b):
        json.member("from", a)
        json.member("to", b)
      case .recolored(let a, let b):
        json.member("from", a.hex)
        json.member("to", b.hex)
      case .textAdded(let text), .textRemoved(let text), .glyphsMissing(let text):
        json.member("text", text)
      case .moved(let x, let y):
        json.member("x", x)
        json.member("y", y)
      case .reflowed(let page): json.member("page", page)
      case .speck(let pixels): json.member("pixels", pixels)
      default: break
      }
      json.member("sentence", kind.sentence)
      if let box { json.member("box", box) }
    }
  }
}
