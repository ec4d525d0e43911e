import RectoPageModel

/// The style of a run of text. Names are those of CSS in camel case; lengths are points.
public struct CharacterStyle: Sendable, Hashable {
  public enum Slant: String, Sendable, Hashable { case normal, italic, oblique }
  public enum Script: String, Sendable, Hashable { case normal, `super`, sub }
  public enum Case: String, Sendable, Hashable { case none, uppercase, lowercase, capitalize }

  /// Families in the order in which they are tried; `serif`, `sans-serif` and `monospace` are the
  /// machine's own. A character that none of them has comes from any font that has it.
  public var fontFamily: [String] = ["serif"]
  public var fontSize: Double = 10
  /// The weight from 1 to 1,000: 400 is regular, 700 bold.
  public var fontWeight: Double = 400
  public var fontStyle: Slant = .normal
  /// The width in percent of the normal width.
  public var fontStretch: Double = 100
  /// Values for the axes of a variable font, by tag, beyond those that weight and width set.
  public var fontVariationSettings: [String: Double] = [:]
  /// OpenType features by tag: 0 is off, 1 on, more chooses an alternate.
  public var fontFeatureSettings: [String: Int] = [:]
  public var letterSpacing: Double = 0
  public var wordSpacing: Double = 0
  /// The distance above the line's baseline.
  public var baselineShift: Double = 0
  public var verticalAlign: Script = .normal
  public var textTransform: Case = .none
  public var color: Color = .black
  public var backgroundColor: Color?
  public var underline = false
  public var lineThrough = false
  /// A BCP 47 tag: it chooses break rules, hyphenation patterns and the forms of letters.
  public var language: String?
  /// The link's target: a URL, or `#` and the name of a place in the publication.
  public var link: String?
  /// A ruby text along this run: above it, or at its right in vertical lines.
  public var ruby: String?

  public init() {}
}
