import RectoPageModel

/// The state of a story's layout. A value, so that an attempt can be discarded.
struct FlowState {
  /// A column of a frame.
  struct Place: Hashable {
    var frame = 0
    var column = 0

    func isBefore(_ other: Self) -> Bool { (frame, column) < (other.frame, other.column) }
  }

  /// A footnote, or a part of one, that waits for its column to be full.
  struct Note {
    var lines: [LaidOutFrame.PlacedLine]
    var height: Double
    var isRightToLeft: Bool
    var foot: NoteFoot
  }

  /// The position of the next item.
  struct Position {
    var place = Place()
    /// The top of the next row, in the coordinates of horizontal text.
    var y = 0.0
    /// True if the column is empty so far.
    var isAtTop = true
    /// The margin below the last item.
    var margin = 0.0
    /// At the foot of columns; their origins are from the top left of the note.
    var notes: [Place: [Note]] = [:]
    /// The number of words of notes for which no column had room.
    var lostNoteWords = 0

    /// The height from the top of the rule above a column's notes to the column's end.
    func noteHeight(_ place: Place) -> Double {
      guard let notes = notes[place], let first = notes.first else { return 0 }
      return notes.reduce(FootnoteArea.gap + first.foot.raise) { $0 + $1.height }
    }
  }

  /// The number of the next item.
  var item = 0
  var position = Position()
  /// Frames that have something in them, by number.
  var content: [Int: LaidOutFrame] = [:]
  /// The text left over after the last frame: its item, and the code unit at which it begins in
  /// that item. Nil if all text found a frame.
  var overset: Overset?

  struct Overset {
    var item: Int
    var offset: Int
  }

  /// The blocks that stick out of their frames.
  var overhangs: [StoryFlow.Overhang] = []
}

/// The place of the notes at the foot of a column.
struct NoteFoot {
  var left: Double
  var width: Double
  /// From the end of the last note to the column's.
  var raise = 0.0
}

/// The foot of a column with notes.
enum FootnoteArea {
  /// The gap in points between text and notes, with the line in its middle.
  static let gap = 9.0
  static let ruleWidth = 48.0
  static let ruleThickness = 0.5
}
