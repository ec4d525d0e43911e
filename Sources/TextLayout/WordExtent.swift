import CRectoTextLayout

extension recto_word {
  private var runsDown: Bool { vertical || rotation % 2 == 1 }
  private var isReversed: Bool { !vertical && rotation >= 2 }

  /// The extent across its line.
  var across: ClosedRange<Double> {
    let (low, high) = runsDown ? (box.x1, box.x2) : (box.y1, box.y2)
    return min(low, high)...max(low, high)
  }

  /// The start along its line, in the direction of its letters.
  var along: Double {
    if diagonal { return slantedStart }
    return isReversed ? -(runsDown ? box.y2 : box.x2) : (runsDown ? box.y1 : box.x1)
  }

  /// The end along its line.
  var end: Double {
    if diagonal { return slantedEnd }
    return isReversed ? -(runsDown ? box.y1 : box.x1) : (runsDown ? box.y2 : box.x2)
  }
}
