import RectoPageModel
import RectoTextLayout

/// The text of a document as its author wrote it, in the order of the document.
struct WrittenText {
  struct Block {
    let role: TextRole
    /// True if its lines run from top to bottom.
    let isVertical: Bool
    let isRightToLeft: Bool
    /// The cell of a table that it is in.
    let cell: TableCell?
    /// True for a further paragraph of an item of a list.
    let continuesItem: Bool
    /// True if its lines may have letters from right to left.
    var turns: Bool

    init(
      role: TextRole, isVertical: Bool, isRightToLeft: Bool, cell: TableCell? = nil,
      continuesItem: Bool = false
    ) {
      self.role = role
      self.isVertical = isVertical
      self.isRightToLeft = isRightToLeft
      self.cell = cell
      self.continuesItem = continuesItem
      turns = isRightToLeft
    }
  }

  /// Letters of one element without a space between them.
  struct Word {
    let block: Int
    let language: String?
    /// True for ruby, which gives the reading of the words beside it.
    let isRuby: Bool
    /// The number of the formula that it is in; nil for other text.
    let formula: Int?
    /// Indices of its letters.
    var letters: Range<Int>
    /// True if the next word follows without a space.
    var joinsNext = false
  }

  private(set) var blocks: [Block] = []
  private(set) var words: [Word] = []
  /// Grapheme clusters, each in a word; without soft hyphens and other invisible characters.
  private(set) var letters: [Character] = []
  /// The control characters for direction before a letter (UAX 9, 2), by the index of the letter.
  private(set) var directionControls: [Int: [UInt16]] = [:]
  /// The indices of letters behind which a word may be broken with a hyphen.
  private(set) var breaks: Set<Int> = []

  /// The letters of each text of the document.
  private(set) var runs: [Range<Int>] = []
  /// The letters of elements that were asked for, by their names.
  private(set) var named: [String: Range<Int>] = [:]

  /// The alternative texts of the formulas, by their numbers.
  var alternatives: [AlternativeText] = []

  mutating func add(name: String, of letters: Range<Int>) { named[name] = letters }

  mutating func add(_ block: Block) { blocks.append(block) }

  /// Adds letters with spaces between words to the last block.
  mutating func add(_ text: String, language: String?, isRuby: Bool, formula: Int? = nil) {
    let start = letters.count
    defer { runs.append(start..<letters.count) }
    var isInWord = false
    // The words of a ruby stand apart from those that they are said of.
    let last = words.lastIndex { $0.isRuby == isRuby }
    if let last, words[last].block == blocks.count - 1,
      text.first(where: { !$0.isDirectionControl })?.isWhitespace == false
    {
      words[last].joinsNext = !isRuby && !endsInSpace
    }
    for character in text {
      if character.isWhitespace {
        isInWord = false
        continue
      }
      if character.isDirectionControl {
        directionControls[letters.count, default: []] += character.utf16
        if character.isRightToLeftControl { blocks[blocks.count - 1].turns = true }
      }
      if let shown = character.withoutControls {
        let end = letters.count + 1
        if isInWord {
          words[words.count - 1].letters = words[words.count - 1].letters.lowerBound..<end
        } else {
          words.append(
            Word(
              block: blocks.count - 1, language: language, isRuby: isRuby, formula: formula,
              letters: letters.count..<end))
          isInWord = true
        }
        letters.append(shown)
        if shown.utf8.count > 1, shown.unicodeScalars.contains(where: isStrongRightToLeft) {
          blocks[blocks.count - 1].turns = true
        }
      }
      if isInWord, character.unicodeScalars.contains("\u{AD}") { breaks.insert(letters.count - 1) }
    }
    if !isRuby { endsInSpace = text.last?.isWhitespace ?? endsInSpace }
  }

  private var endsInSpace = false
}

extension Character {
  /// Without marks of direction and of places where a line may end, which have no shape; nil where
  /// nothing is left. Joiners stay: they change the letters around them.
  fileprivate var withoutControls: Character? {
    guard unicodeScalars.contains(where: \.isUnseenControl) else { return self }
    let rest = String.UnicodeScalarView(unicodeScalars.filter { !$0.isUnseenControl })
    return String(rest).first
  }
}

extension Character {
  /// True for a mark, embedding, override or isolate, which is in no cluster with others.
  fileprivate var isDirectionControl: Bool {
    guard let value = unicodeScalars.first?.value, value >= 0x61C else { return false }
    return switch value {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// True for one that letters from the left may turn by.
  fileprivate var isRightToLeftControl: Bool {
    ["\u{61C}", "\u{200F}", "\u{202B}", "\u{202E}", "\u{2067}"].contains(self)
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseenControl: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060,
      0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
