import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Hanging punctuation, and the spacing of letters.
@Suite struct MarginTests {
  private let text = String(
    repeating: "\u{201C}Mind the step,\u{201D} he said; the tide, once in, stays in. ", count: 12)

  private func lines(
    _ change: (inout ParagraphStyle) -> Void, width: Double = 120
  ) throws -> [Line] {
    var style = Texts.justified()
    change(&style)
    return try Texts.typesetter().lines(of: Texts.paragraph(text, style), width: width)
  }

  @Test func punctuationAndHyphensHangOutOfJustifiedLines() throws {
    let units = Array(text.utf16)
    let lines = try lines { $0.hangingPunctuation = true }
    var hanging = 0
    for line in lines.dropLast() {
      let right = line.indent + line.width - ScaledPoints(120.0)
      let last = units[..<line.range.upperBound].last { $0 != 0x20 } ?? 0
      let first = units[line.range.lowerBound...].first { $0 != 0x20 } ?? 0
      let endShare = line.endsInHyphen ? 500 : HangingPunctuation.share(atEnd: last)
      #expect((right > .zero) == (endShare > 0))
      #expect((line.indent < .zero) == (HangingPunctuation.share(atStart: first) > 0))
      // Less than a letter's width.
      #expect(right < ScaledPoints(4.0) && line.indent > ScaledPoints(-4.0))
      if endShare > 0 { hanging += 1 }
    }
    #expect(hanging >= 3)
    #expect(try #require(lines.first).indent < .zero)
  }

  @Test func nothingHangsUnlessItIsAskedFor() throws {
    for line in try lines({ $0.hangingPunctuation = false }).dropLast() {
      #expect(line.indent == .zero && line.width == ScaledPoints(120.0))
    }
    for line in try lines({
      $0.hangingPunctuation = true
      $0.textAlign = .center
    }) { #expect(line.indent >= .zero) }
  }

  @Test func lettersGiveWayWithinTheirLimitAndNoFurther() throws {
    func gaps(_ limit: Double) throws -> [Int32] {
      let typesetter = try Texts.typesetter()
      var style = Texts.justified()
      style.letterSpacingLimit = limit
      let paragraph = Texts.paragraph(text, style)
      let units = paragraph.text.units
      return try typesetter.lines(of: paragraph, width: 90).dropLast().flatMap { line in
        line.runs.flatMap { run in
          run.glyphs.filter { units[Int($0.cluster)] == 0x65 }  // e
            .map { $0.advance - run.font.advance(of: $0.id) }
        }
      }
    }
    #expect(Set(try gaps(0)).count < 4)
    let spread = try gaps(30)
    #expect(Set(spread).count >= 6)
    // Thirty thousandths of ten points, and what kerning takes.
    #expect(spread.allSatisfy { abs($0) < ScaledPoints(1.0).rawValue })
    let lines = try lines { $0.letterSpacingLimit = 30 }
    for line in lines.dropLast() { #expect(line.width == ScaledPoints(120.0)) }
  }

  @Test func spacesAreMoreEvenWhereLettersGiveWay() throws {
    func widestSpace(_ limit: Double) throws -> Int32 {
      let units = Array(text.utf16)
      let lines = try lines({ $0.letterSpacingLimit = limit }, width: 80)
      let glyphs: [Glyph] = lines.dropLast().flatMap(\.runs).flatMap(\.glyphs)
      return try #require(
        glyphs.filter { units[Int($0.cluster)] == 0x20 }.map(\.advance).max())
    }
    #expect(try widestSpace(40) < widestSpace(0))
  }

  @Test func aWordIsAsWideAsTheSmallTextAlongIt() throws {
    var style = Texts.style(["IPAMincho"], language: "ja")
    style.ruby = "うけたまわる"
    var text = AttributedText("前", style: Texts.style(["IPAMincho"], language: "ja"))
    text.append("承", style: style)
    text.append("後", style: Texts.style(["IPAMincho"], language: "ja"))
    let typesetter = try Texts.typesetter()
    let line = try #require(
      typesetter.lines(of: Paragraph(text, style: ParagraphStyle()), width: 200).first)
    let glyphs = line.runs.flatMap(\.glyphs)
    // Six letters of five points beside one of ten.
    #expect(line.width == ScaledPoints(50.0))
    #expect(glyphs.map { ScaledPoints(rawValue: $0.x).points } == [0, 20, 40])
  }
}
