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
  /// True for a `roll` of EPUB 3.4: documents of fixed size, one below the other without a gap.
  public var isRoll = false
  public var orientation = Orientation.auto
  public var spread = Spread.auto
  public var flow = Flow.auto
  /// True if a document that does not fill its page is centered on it.
  public var isCentered = false

  /// Applies a property of the package, such as `rendition:layout` with `pre-paginated`; returns
  /// false for an unknown one. `portrait` spreads are those of both orientations since EPUB 3.1.
  mutating func apply(property: String, value: String) -> Bool {
    if property == "rendition:layout", value == "roll" {
      (layout, isRoll) = (.prePaginated, true)
      return true
    }
    return switch property {
    case "rendition:layout": Self.set(&layout, value)
    case "rendition:orientation": Self.set(&orientation, value)
    case "rendition:spread": Self.set(&spread, value == "portrait" ? "both" : value)
    case "rendition:flow": Self.set(&flow, value)
    default: false
    }
  }

  /// Applies an override of the spine, such as `rendition:layout-reflowable`; returns false for an
  /// unknown one. A roll has none (EPUB RS 3.4, roll layouts), and none makes a roll.
  mutating func apply(override: String) -> Bool {
    if override == "rendition:align-x-center" {
      isCentered = true
      return true
    }
    for property in ["layout", "orientation", "spread", "flow"] {
      let prefix = "rendition:\(property)-"
      guard override.hasPrefix(prefix) else { continue }
      let value = String(override.dropFirst(prefix.count))
      guard !isRoll, value != "roll" else { return false }
      return apply(property: "rendition:\(property)", value: value)
    }
    return false
  }

  /// The rendition with the properties of an item of the spine; the first of several for one subject
  /// counts (EPUB 3.3, 8.2.2).
  func overridden(by properties: [String]) -> Self {
    var own = self
    var overridden: Set<String> = []
    for property in properties {
      let subject = property.split(separator: "-").first.map(String.init) ?? property
      if overridden.insert(subject).inserted { _ = own.apply(override: property) }
    }
    return own
  }

  private static func set<Value: RawRepresentable>(_ target: inout Value, _ word: String) -> Bool
  where Value.RawValue == String {
    guard let value = Value(rawValue: word) else { return false }
    target = value
    return true
  }
}
