import RectoEPUBReading
import RectoPageModel

/// The text, blocks and pictures for each byte of a book's documents, by samples of some of them.
///
/// Says about how many pages documents make before they are laid out. Their bytes alone do not: the
/// markup of formulas and verses has many, and a letter of Chinese or Japanese has three.
struct TextDensity {
  /// The width of all letters, in ems.
  private var ems = 0.0
  /// Paragraphs, headings, items of lists, rows of tables and lines of verses.
  private var blocks = 0.0
  private var pictures = 0.0
  /// The bytes of the samples, with their markup.
  private var bytes = 0.0

  /// Documents that are read, and bytes of each.
  private static let (mostDocuments, mostBytes) = (8, 128 << 10)
  /// Ems of a letter; those of Chinese, Japanese and Korean are set on wider lines.
  private static let (letter, ideograph) = (0.48, 1.4)
  /// The part of a line that the end of a block and the space after it leave empty.
  private static let emptyLine = 0.75
  /// The part of a page that a book's own margins and headings leave.
  private static let filled = 0.8
  private static let pageOfPicture = 0.2

  /// Reads documents from all parts of a book.
  init(of spine: SplitSpine, in open: OpenBook) {
    let items = spine.items.indices.filter { !spine.items[$0].isFixed }
    let count = min(items.count, Self.mostDocuments)
    for sample in 0..<count {
      let item = items[(2 * sample + 1) * items.count / (2 * count)]
      let document = spine.part(ofItem: item) ?? (try? open.content(of: spine.items[item].path))
      document?.withBytes { add($0.prefix(Self.mostBytes)) }
    }
  }

  /// Bytes of a document for each page.
  func bytesOfPage(in style: ChapterStyle) -> Double {
    let (lines, emsOfLine) = style.usualLines
    let text = ems + blocks * emsOfLine * Self.emptyLine
    let pages = text / (lines * emsOfLine * Self.filled) + pictures * Self.pageOfPicture
    return pages > 0 ? max(1, bytes / pages) : .infinity
  }

  private mutating func add(_ document: Slice<UnsafeRawBufferPointer>) {
    bytes += Double(document.count)
    var rest = document
    if let body = document.firstRange(of: "<body".utf8) { rest = document[body.upperBound...] }
    var hasText = false
    var isAfterSpace = true
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"):
        let tag = rest.prefix { $0 != UInt8(ascii: ">") }
        rest = rest[tag.endIndex...].dropFirst()
        let name = TagName.name(of: tag.prefix(11))
        if Self.pictureNames.contains(name) { pictures += 1 }
        if hasText, Self.blockNames.contains(name) {
          blocks += 1
          hasText = false
          isAfterSpace = true
        }
      case 0...0x20:
        if !isAfterSpace { ems += Self.letter }
        isAfterSpace = true
      // All bytes of a letter of UTF-8 but its first.
      case 0x80..<0xC0: break
      default:
        let isIdeograph = (0xE3...0xED).contains(byte) || byte == 0xEF || byte == 0xF0
        ems += isIdeograph ? Self.ideograph : Self.letter
        hasText = true
        isAfterSpace = false
      }
    }
  }

  private static let pictureNames: Set<String> = ["img", "image", "video"]
  private static let blockNames: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "div", "tr", "dt", "dd", "br", "blockquote",
    "section", "article", "pre",
  ]
}
