import RectoPageModel
import RectoTypesetting

/// A picture at a place of its page.
struct PlacedPicture: Sendable, Hashable {
  enum Fit: String, Sendable, Hashable, CaseIterable {
    /// Scaled to fit inside the box, in proportion.
    case contain
    /// Scaled to fill the box, in proportion, and cropped.
    case cover
    /// Stretched to the size of the box.
    case fill
    /// At its own size.
    case none
  }
  enum Wrap: String, Sendable, Hashable, CaseIterable {
    /// Text runs over it.
    case none
    case box
    /// Text follows the picture's shape, or else the edge of its opaque part.
    case contour
  }

  var placement: Placement
  var file: RelativePath
  var fit: Fit = .contain
  /// The point of the picture that is kept in sight, and where in the box it lies: shares of the
  /// width and height, from 0 to 1.
  var focus = Point(x: 0.5, y: 0.5)
  var opacity = 1.0
  var border: Border?
  /// The alternative text; nil if the publisher states none, empty for an ornament.
  var alt: String?
  var caption: String?
  var link: String?
  var wrap: Wrap = .none
  /// Between the picture and text that runs around it.
  var shapeMargin = 0.0
  var side: WrapSide = .both
  /// The opacity, from 0 to 1, from which text keeps clear of a pixel.
  var alphaThreshold = 0.5
}

/// A place for sound or film, which a reader plays; the page shows its poster.
struct PlacedMedia: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable { case audio, video }

  var placement: Placement
  var kind: Kind
  /// A file of the publication or a URL, as it is written.
  var source: String
  var mediaType: String?
  var poster: RelativePath?
  var alt: String?
}

/// A straight line.
struct PlacedRule: Sendable, Hashable {
  var from: Point
  var to: Point
  var width: Double
  var color: LayoutColor
  var zIndex = 0
}

/// An area of one color.
struct Fill: Sendable, Hashable {
  var placement: Placement
  var color: LayoutColor
  var opacity = 1.0
}

/// An area that leads somewhere.
struct LinkArea: Sendable, Hashable {
  var placement: Placement
  /// A URL, or `#` and the name of a heading.
  var target: String
  var alt: String?
}
