/// The part of a page to render, its size and its look.
///
/// It is a value: equal requests of the same page of the same source give the same pixels, and
/// `canonicalForm` names them.
public struct RenderRequest: Sendable, Hashable {
  /// The size of the result.
  public enum Scale: Sendable, Hashable {
    /// Pixels per point: 1 is 72 dpi.
    case pixelsPerPoint(Double)
    /// Pixels per point, or fewer for an image that would pass the limits.
    case upTo(Double)
    /// The largest scale at which the page, or its region, fits into these pixels, keeping proportions.
    case fit(PixelSize)
  }

  /// The colors of the result.
  public enum Appearance: String, Sendable, Hashable {
    case normal
    /// Light and dark exchanged, hues kept, photographs left alone.
    case dark
  }

  public var scale: Scale
  /// The part of the page to render, in page points; nil for the whole crop box.
  ///
  /// The result has the same pixels as that part of a whole-page render at the same scale; where
  /// a backend resamples a picture at the cut, a few of them may differ by a level or two of 255.
  public var region: Rect?
  /// The clockwise rotation in addition to the page's own.
  public var rotation: Rotation
  /// The color behind the page; one that is not opaque gives a bitmap with alpha.
  public var background: Color
  public var appearance: Appearance
  /// True for gray values only, weighted as in ITU-R BT.601.
  public var isGray: Bool
  /// True if annotations and form fields are drawn.
  public var drawsAnnotations: Bool
  /// The visibility of layers, by identifier, where it differs from the document's own.
  public var layers: [String: Bool]
  /// True for gray antialiasing and no hinting, whatever the machine prefers.
  public var isDeterministic: Bool

  public init(
    scale: Scale = .pixelsPerPoint(1), region: Rect? = nil, rotation: Rotation = .none,
    background: Color = .white, appearance: Appearance = .normal, isGray: Bool = false,
    drawsAnnotations: Bool = true, layers: [String: Bool] = [:], isDeterministic: Bool = false
  ) {
    self.scale = scale
    self.region = region
    self.rotation = rotation
    self.background = background
    self.appearance = appearance
    self.isGray = isGray
    self.drawsAnnotations = drawsAnnotations
    self.layers = layers
    self.isDeterministic = isDeterministic
  }

  /// `bgrx` unless the background is translucent.
  public var pixelFormat: PixelFormat { background.isOpaque ? .bgrx : .bgra }

  /// The request in one line, the same for equal requests and different for unequal ones: its
  /// part of a cache key, of an ETag or of a snapshot's name.
  public var canonicalForm: String {
    var parts: [String] = []
    switch scale {
    case .pixelsPerPoint(let scale): parts.append("scale=\(scale)")
    case .upTo(let scale): parts.append("upto=\(scale)")
    case .fit(let size):
      parts.append("\(region == nil ? "fit" : "fit-region")=\(size.width)x\(size.height)")
    }
    if let region {
      // Adding zero turns a negative zero, which equals zero, into it.
      let sides = [region.x, region.y, region.width, region.height].map { "\($0 + 0)" }
      parts.append("region=\(sides.joined(separator: ","))")
    }
    if rotation != .none { parts.append("rotate=\(rotation.rawValue)") }
    if background != .white {
      let color = background
      parts.append("background=\(color.red),\(color.green),\(color.blue),\(color.alpha)")
    }
    if appearance != .normal { parts.append("appearance=\(appearance.rawValue)") }
    if isGray { parts.append("gray") }
    if !drawsAnnotations { parts.append("annotations=off") }
    for (layer, isOn) in layers.sorted(by: { $0.key < $1.key }) {
      // The length keeps an identifier with a semicolon in it from looking like another part.
      parts.append("layer=\(layer.utf8.count):\(layer)=\(isOn ? "on" : "off")")
    }
    if isDeterministic { parts.append("deterministic") }
    return parts.joined(separator: ";")
  }
}
