/// The presentation of documents (EPUB 3.3, 8.2), for the whole book or for one item of the spine.
public struct Rendition: Sendable, Hashable {
  public enum Layout: String, Sendable, Hashable {
    case reflowable
    case prePaginated = "pre-paginated"
  }

  public enum Orientation: String, Sendable, Hashable {
    case auto, landscape, portrait
  }

  /// The orientations in which two pages are shown side by side.
  public enum Spread: String, Sendable, Hashable {
    case auto, none, landscape, both
  }

  public enum Flow: String, Sendable, Hashable {
    case auto, paginated
    case scrolledContinuous = "scrolled-continuous"
    case scrolledDocument = "scrolled-doc"
  }

  public var layout = Layout.reflowable
  public var orientation = Orientation.auto
  public var spread = Spread.auto
  public var flow = Flow.auto
  /// True if a document that does not fill its page is centered on it.
  public var isCentered = false

  /// Applies a property of the package, such as `rendition:layout` with `pre-paginated`; returns
  /// false for an unknown one. `portrait` spreads are those of both orientations since EPUB 3.1; a
  /// `roll` of EPUB 3.4 is documents of fixed size one after the other.
  mutating func apply(property: String, value: String) -> Bool {
    switch property {
    case "rendition:layout": Self.set(&layout, value == "roll" ? "pre-paginated" : value)
    case "rendition:orientation": Self.set(&orientation, value)
    case "rendition:spread": Self.set(&spread, value == "portrait" ? "both" : value)
    case "rendition:flow": Self.set(&flow, value)
    default: false
    }
  }

  /// Applies an override of the spine, such as `rendition:layout-reflowable`; returns false for an
  /// unknown one.
  mutating func apply(override: String) -> Bool {
    if override == "rendition:align-x-center" {
      isCentered = true
      return true
    }
    for property in ["layout", "orientation", "spread", "flow"] {
      let prefix = "rendition:\(property)-"
      guard override.hasPrefix(prefix) else { continue }
      return apply(
        property: "rendition:\(property)", value: String(override.dropFirst(prefix.count)))
    }
    return false
  }

  private static func set<Value: RawRepresentable>(_ target: inout Value, _ word: String) -> Bool
  where Value.RawValue == String {
    guard let value = Value(rawValue: word) else { return false }
    target = value
    return true
  }
}
