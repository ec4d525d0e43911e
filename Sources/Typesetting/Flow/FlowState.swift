import PageModel

/// How far a story has been laid out. A value, so that an attempt can be given up.
struct FlowState {
  /// A column of a frame.
  struct Place: Hashable {
    var frame = 0
    var column = 0
  }

  /// A footnote that waits for its column to be full.
  struct Note {
    var lines: [SetFrame.PlacedLine]
    var height: Double
  }

  /// Where the next thing stands.
  struct Position {
    var place = Place()
    /// Where the next row begins, in the coordinates of horizontal text.
    var y = 0.0
    /// Whether nothing stands in the column yet.
    var isAtTop = true
    /// What the last item wants below it.
    var margin = 0.0
    /// At the foot of columns; their origins are from the top left of the note.
    var notes: [Place: [Note]] = [:]

    /// What the notes of a column take, with the line above them.
    func noteHeight(_ place: Place) -> Double {
      guard let notes = notes[place], !notes.isEmpty else { return 0 }
      return notes.reduce(FootnoteArea.gap) { $0 + $1.height }
    }
  }

  /// The number of the next item.
  var item = 0
  var position = Position()
  /// Frames that have something in them, by number.
  var content: [Int: SetFrame] = [:]
  /// Whether text was left over when there were no more frames, and the code unit of the item's
  /// text at which it begins.
  var overset: Overset?

  struct Overset {
    var item: Int
    var offset: Int
  }
}

/// The foot of a column with notes.
enum FootnoteArea {
  /// Between text and notes; the line is in its middle.
  static let gap = 9.0
  static let ruleWidth = 48.0
  static let ruleThickness = 0.5
}
