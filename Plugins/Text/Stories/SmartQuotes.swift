import CRectoCmark
import RectoTypesetting

/// Gives the quotes that cmark-gfm makes of straight ones the form of a language; it makes English
/// ones. Those that an author has typed stay as they are.
///
/// cmark-gfm takes a mark between two punctuation marks, as in `(".")`, for a closing quote. If no
/// quote is open, it is an opening one here.
///
/// An apostrophe is the same character as the English mark at the end of an inner quote. Within an
/// inner quote it is taken for one between two letters only.
struct SmartQuotes {
  private let marks: QuotationMarks
  /// The space inside of guillemets in French.
  private let space: String
  private var openOuter = 0
  private var openInner = 0
  /// The character before a text in its block; nil at the block's start.
  private var before: Unicode.Scalar?

  /// The English marks, and what takes their places while the text is parsed: marks of Psalter
  /// Pahlavi, since punctuation beside the signs of emphasis has a meaning in Markdown.
  private static let places: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{201C}": "\u{10B99}", "\u{201D}": "\u{10B9A}", "\u{2018}": "\u{10B9B}",
    "\u{2019}": "\u{10B9C}",
  ]
  private static let english: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: places.map { ($1, $0) })

  /// `language` is a BCP 47 tag; nil stands for English. Returns nil for a text without straight
  /// quotes, and for one that has the characters which would hide its own.
  init?(language: String?, for text: Substring) {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
      !text.unicodeScalars.contains(where: { Self.english[$0] != nil })
    else { return nil }
    let subtags = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }
    // English without a question to ICU, whose library takes a while to load.
    let own = subtags.first == "en" ? nil : language.flatMap(QuotationMarks.init(ofLanguage:))
    marks = own ?? .english
    space = subtags.first == "fr" && !subtags.contains("ch") ? "\u{202F}" : ""
  }

  /// Markdown in which other characters stand for the quotes that the author has typed.
  static func hidingQuotes(of text: Substring) -> String { String(text).replacing(places) }

  /// Sets the quotes of a parsed text, and shows the author's again.
  mutating func set(in root: MarkdownNode) {
    root.forEachInside { node, isEntered in
      guard isEntered else { return .next }
      if case .text = node.kind {
        cmark_node_set_literal(node.pointer, set(node.literal))
        return .next
      }
      switch node.kind {
      case .paragraph, .heading, .tableCell: (openOuter, openInner, before) = (0, 0, nil)
      case .softBreak, .lineBreak: before = " "
      // Code counts as a letter.
      case .code: before = "x"
      case .inlineHTML:
        let tag = HTMLTag(node.literal)?.name ?? ""
        if tag == "br" || HTMLElements.blocks.contains(tag) { before = " " }
      default: break
      }
      Self.showQuotes(of: node)
      return .next
    }
  }

  private static func showQuotes(of node: MarkdownNode) {
    for (read, write) in [
      (cmark_node_get_literal, cmark_node_set_literal), (cmark_node_get_url, cmark_node_set_url),
      (cmark_node_get_title, cmark_node_set_title),
      (cmark_node_get_fence_info, cmark_node_set_fence_info),
    ] {
      guard let text = read(node.pointer).map({ String(cString: $0) }),
        text.unicodeScalars.contains(where: { english[$0] != nil })
      else { continue }
      _ = write(node.pointer, text.replacing(english))
    }
  }

  private mutating func set(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\u{201C}",
        "\u{201D}" where openOuter == 0 && canBegin(index, of: scalars):
        openOuter += 1
        result += "\(marks.start)\(space)"
      case "\u{201D}":
        openOuter = max(0, openOuter - 1)
        result += "\(space)\(marks.end)"
      case "\u{2018}":
        openInner += 1
        result += "\(marks.innerStart)\(space)"
      case "\u{2019}" where openInner > 0 && !Self.isBetweenLetters(index, of: scalars):
        openInner -= 1
        result += "\(space)\(marks.innerEnd)"
      default: result.unicodeScalars.append(Self.english[scalar] ?? scalar)
      }
    }
    before = scalars.last ?? before
    return result
  }

  /// True if nothing, white space or an opening bracket precedes the mark, and something other than
  /// white space follows.
  private func canBegin(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    guard index + 1 < scalars.count, !scalars[index + 1].properties.isWhitespace else {
      return false
    }
    guard let last = index > 0 ? scalars[index - 1] : before else { return true }
    return last.properties.isWhitespace || last.properties.generalCategory == .openPunctuation
  }

  private static func isBetweenLetters(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    index > 0 && index + 1 < scalars.count
      && [index - 1, index + 1].allSatisfy { scalars[$0].properties.isAlphabetic }
  }
}

extension String {
  fileprivate func replacing(_ replacements: [Unicode.Scalar: Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { replacements[$0] ?? $0 }))
  }
}
