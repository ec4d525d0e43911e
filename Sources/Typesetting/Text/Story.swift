/// Text that flows from frame to frame: paragraphs and the breaks between them.
public struct Story: Sendable, Hashable {
  public enum Item: Sendable, Hashable {
    case paragraph(Paragraph)
    case table(Table)
    case picture(Picture)
    case rule(Rule)
  }

  public var items: [Item]
  /// The text of footnotes, by the name that their calls have.
  public var notes: [String: [Paragraph]]

  public init(items: [Item], notes: [String: [Paragraph]] = [:]) {
    self.items = items
    self.notes = notes
  }
}

public struct Paragraph: Sendable, Hashable {
  public var text: AttributedText
  public var style: ParagraphStyle
  /// The bullet or number of a list item, before the first line in its start margin.
  public var marker: AttributedText?
  /// The name by which links refer to it, such as a heading's.
  public var anchor: String?

  public init(
    _ text: AttributedText, style: ParagraphStyle, marker: AttributedText? = nil,
    anchor: String? = nil
  ) {
    self.text = text
    self.style = style
    self.marker = marker
    self.anchor = anchor
  }
}
