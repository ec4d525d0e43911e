import RectoPageModel

/// The differences between the words of two pages, word by word.
struct TextDifference {
  /// Words that stand in both texts.
  struct Pair {
    let golden: PlacedWord
    let current: PlacedWord

    /// The distance that it moved, in points.
    var shift: Point {
      Point(
        x: current.word.box.x - golden.word.box.x, y: current.word.box.y - golden.word.box.y)
    }

    /// The largest movement of a letter or the word's end relative to its beginning, in points.
    var spread: Double {
      let (a, b) = (golden.word, current.word)
      var most = max(abs(a.box.width - b.box.width), abs(a.box.height - b.box.height))
      guard a.glyphs.count == b.glyphs.count else { return most }
      for (before, after) in zip(a.glyphs, b.glyphs) {
        most = max(
          most, abs(after.x - before.x - shift.x), abs(after.y - before.y - shift.y),
          abs(after.width - before.width), abs(after.height - before.height))
      }
      return most
    }

    var changesFont: Bool { golden.word.font != current.word.font }
    var changesSize: Bool { abs(golden.word.size - current.word.size) > 0.005 }

    func isWithin(_ tolerance: TextTolerance) -> Bool {
      max(abs(shift.x), abs(shift.y), spread) <= tolerance.shift
        && !(tolerance.countsFonts && (changesFont || changesSize))
    }
  }

  /// Words that were exchanged for others; either side may have none.
  struct Edit {
    let golden: [PlacedWord]
    let current: [PlacedWord]
  }

  let pairs: [Pair]
  let edits: [Edit]

  init(_ golden: PageText, _ current: PageText) {
    let (a, b) = (golden.placedWords, current.placedWords)
    var pairs: [Pair] = []
    var edits: [Edit] = []
    for run in SequenceDifference(a.map(\.word.text), b.map(\.word.text)).runs {
      switch run {
      case .same(let before, let after):
        pairs += zip(before, after).map { Pair(golden: a[$0], current: b[$1]) }
      case .changed(let before, let after):
        edits.append(Edit(golden: Array(a[before]), current: Array(b[after])))
      }
    }
    self.pairs = pairs
    self.edits = edits
  }

  func verdict(_ tolerance: TextTolerance) -> Verdict {
    if let edit = edits.first {
      let count = edits.count
      let others = count == 1 ? "" : ", and \(count - 1) more"
      return Verdict(
        passes: false,
        reason: "the text changed: \(edit.golden.quoted) became \(edit.current.quoted)\(others)")
    }
    let moved = pairs.filter { !$0.isWithin(tolerance) }
    guard let first = moved.first else {
      return Verdict(passes: true, reason: "the text is the same")
    }
    let what =
      tolerance.countsFonts && (first.changesFont || first.changesSize)
      ? "is set in another type" : "moved by more than \(tolerance.shift.brief) points"
    return Verdict(
      passes: false,
      reason: "\(moved.count) of \(pairs.count) words changed: \([first.golden].quoted) \(what)")
  }
}

extension [PlacedWord] {
  /// The words in quotation marks, the first few of many; `nothing` for none.
  var quoted: String {
    guard !isEmpty else { return "nothing" }
    let words = prefix(12).map(\.word.text).joined(separator: " ")
    return "\"\(words)\(count > 12 ? " …" : "")\""
  }
}

extension Double {
  /// With two decimals at most.
  var brief: String {
    let rounded = (self * 100).rounded() / 100
    guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
    return "\(Int(rounded))"
  }
}
