import RectoPageModel
import RectoTypesetting

/// The properties that a block inherits from the blocks around it.
struct BlockContext {
  /// The style of paragraphs.
  var name = "paragraph"
  /// The depth of all lists, quotes and divisions around the block.
  private(set) var depth = 0
  private(set) var classes: [String] = []
  /// Points from the frame's edges, of all lists and quotes around.
  private(set) var marginInlineStart = 0.0
  private(set) var marginInlineEnd = 0.0
  /// True if items of the list stand close together.
  var isTight = false
  var language: String?
  var direction: ParagraphStyle.Direction?
  /// The alignment that `align` of HTML asks for.
  var alignment: ParagraphStyle.Alignment?

  init(direction: ParagraphStyle.Direction?) { self.direction = direction }

  /// Inside a list or quote, whose paragraphs have the style `name`.
  func entering(_ style: ResolvedStyle, _ name: String, isTight: Bool = false) -> BlockContext {
    var inner = self
    inner.name = name
    inner.depth += 1
    inner.isTight = isTight
    inner.marginInlineStart += style.paragraph.marginInlineStart
    inner.marginInlineEnd += style.paragraph.marginInlineEnd
    return inner
  }

  /// Inside an element of HTML with these attributes.
  func entering(_ tag: HTMLTag) -> BlockContext {
    var inner = self
    inner.language = tag.attributes["lang"] ?? language
    inner.direction = tag.attributes["dir"].flatMap(ParagraphStyle.Direction.init) ?? direction
    inner.alignment =
      tag.name == "center"
      ? .center
      : tag.attributes["align"].flatMap { ParagraphStyle.Alignment(rawValue: $0.lowercased()) }
        ?? alignment
    return inner
  }

  func adding(_ classes: [String]) -> BlockContext {
    var inner = self
    inner.classes += classes
    return inner
  }

  /// The style of a block here.
  func style(_ name: String, _ styles: StyleCache) -> ResolvedStyle {
    var style = styles.block(name, classes: classes)
    // A list's or quote's own margins are among those of the blocks around.
    let isOwn = name == self.name && depth > 0
    style.paragraph.marginInlineStart =
      marginInlineStart + (isOwn ? 0 : style.paragraph.marginInlineStart)
    style.paragraph.marginInlineEnd =
      marginInlineEnd + (isOwn ? 0 : style.paragraph.marginInlineEnd)
    if isTight, isOwn {
      style.paragraph.marginTop = 0
      style.paragraph.marginBottom = 0
    }
    if let language { style.character.language = language }
    if let direction, style.paragraph.direction == .auto { style.paragraph.direction = direction }
    if let alignment, name != "code-block" {
      style.paragraph.textAlign = alignment
      if alignment == .center { style.paragraph.textIndent = 0 }
    }
    style.paragraph.role = Self.roles[name] ?? .paragraph
    return style
  }

  private static let roles: [String: TextRole] = [
    "quote": .quote, "list-item": .listItem, "note": .note, "code-block": .code,
    "caption": .caption, "table-cell": .tableCell, "table-header": .tableCell, "title": .title,
    "heading1": .heading1, "heading2": .heading2, "heading3": .heading3, "heading4": .heading4,
    "heading5": .heading5, "heading6": .heading6,
  ]
}
