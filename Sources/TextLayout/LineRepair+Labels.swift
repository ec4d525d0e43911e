/// Signs, numbers and letters of lists that stand by themselves.
extension LineRepair {
  /// The widest gap behind a label, in sizes of its line.
  private static let widestLabelGap = 5.0
  /// The maximum number of lines with the numbers 1, 2, 3 that are not line numbers in the
  /// margin.
  private static let mostCountedLines = 5

  private static let bullets = Set("•◦▪▫‣⁃●○■□◆◇➢➤✓".unicodeScalars.map(\.value))

  /// Moves bullets that are lines by themselves to the lines on their right, at whose height they are,
  /// though not on their baselines.
  mutating func attachBullets() {
    for block in blocks.indices {
      for index in blocks[block].indices where isBullet(blocks[block][index]) {
        let place = Place(block: block, line: index)
        guard let target = lineBehind(place) else { continue }
        move(place, to: target, at: 0)
      }
    }
  }

  private func isBullet(_ line: Line) -> Bool {
    guard line.isPlain, line.words.count == 1 else { return false }
    let scalars = text.scalars(of: text.words[line.words[0]])
    return scalars.count == 1 && Self.bullets.contains(scalars[0])
  }

  /// The nearest line on the right of a bullet that its middle is beside.
  private func lineBehind(_ bullet: Place) -> Place? {
    let box = line(bullet).box
    let beside = neighbors(of: line(bullet)).filter { place in
      let other = line(place)
      let gap = other.box.minX - box.maxX
      return place != bullet && !isBullet(other) && gap > -0.1 * other.size
        && gap <= Self.widestLabelGap * other.size && box.center.y > other.box.minY
        && box.center.y < other.box.maxY
    }
    return beside.min { first, second in
      let (a, b) = (line(first).box, line(second).box)
      return (a.minX, abs(a.center.y - box.center.y)) < (b.minX, abs(b.center.y - box.center.y))
    }
  }

  /// Moves signs, numbers and letters of lists that stand by themselves to the lines on their right.
  mutating func attachLabels() {
    for block in blocks.indices where isLabels(blocks[block]) {
      let partners = blocks[block].compactMap { label in
        partner(of: label, in: block, onRight: true).flatMap { place in
          line(place).box.minX - label.box.maxX <= Self.widestLabelGap * line(place).size
            ? place : nil
        }
      }
      guard partners.count == blocks[block].count else { continue }
      for (number, place) in partners.enumerated() {
        move(Place(block: block, line: number), to: place, at: 0)
      }
    }
  }

  private func isLabels(_ block: [Line]) -> Bool {
    // Most lines have too many letters.
    guard
      block.allSatisfy({ line in
        line.words.reduce(0) { $0 + Int(text.words[$1].char_count) } <= Self.longestLabel
      })
    else { return false }
    let labels = block.map { line in
      line.words.flatMap { Array(text.scalars(of: text.words[$0])) }
    }
    guard zip(block, labels).allSatisfy({ $0.isPlain && Self.isLabel($1) }) else { return false }
    return block.count <= Self.mostCountedLines || !areCounted(labels)
  }

  /// True for a bullet, and for a number or letter with a sign behind it, such as "2." or "(a)".
  static func isItem(_ scalars: [UInt32]) -> Bool {
    scalars.count == 1 && bullets.contains(scalars[0])
      || isLabel(scalars) && scalars.last.map { $0 == 0x2E || $0 == 0x29 } ?? false
  }

  private static func isLabel(_ scalars: [UInt32]) -> Bool {
    guard !scalars.isEmpty, scalars.count <= Self.longestLabel else { return false }
    let text = scalars.compactMap(Unicode.Scalar.init)
    let letters = text.count { $0.properties.isAlphabetic }
    let hasDigit = text.contains { $0.properties.numericType != nil }
    // "1", "2.1", "A.3", "(a)", "b.", and signs without letters.
    return letters == 0 || letters == 1 && (hasDigit || text.count > 1)
  }

  /// True if labels are the numbers of the lines themselves.
  private func areCounted(_ labels: [[UInt32]]) -> Bool {
    let numbers = labels.map { label in
      Int(String(String.UnicodeScalarView(label.compactMap(Unicode.Scalar.init))))
    }
    return zip(numbers, numbers.dropFirst()).allSatisfy { first, second in
      guard let first, let second else { return false }
      return second - first == 1
    }
  }
}
