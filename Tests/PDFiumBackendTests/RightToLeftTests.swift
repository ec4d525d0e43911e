import Foundation
import RectoPageModel
import TestSupport
import Testing

@Suite(.enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct RightToLeftTests {
  /// Letters of squares, each at its place, in the order in which they are drawn.
  private func lines(_ letters: [(letter: String, x: Double, rise: Double)]) throws -> [String] {
    let codes = Set(letters.map(\.letter)).sorted()
    let content = letters.map { letter, x, rise in
      let code = UnicodeScalar(UInt8(0x61 + (codes.firstIndex(of: letter) ?? 0)))
      return "BT /F2 10 Tf \(x) \(100 + rise) Td (\(code)) Tj ET"
    }
    let fixture = PDFFixture(content.joined(separator: "\n"), objects: squares(codes))
    return try text(page(fixture)).blocks.flatMap { $0.lines.map(\.plain) }
  }

  @Test(arguments: [
    ("(שלום)", "(שלום)"), ("«שלום» אמר", "«שלום» אמר"), ("[א] <ב> {ג}", "[א] <ב> {ג}"),
  ])
  func bracketsAreNotMirrored(line: String, read: String) throws {
    let letters = line.reversed().enumerated().map { (String($1), 20 + 10 * Double($0), 0.0) }
    #expect(try lines(letters) == [read])
  }

  @Test func signsOfTextFromTheLeftStayBesideTextFromTheRight() throws {
    let text = "see a(b) and (cd) of"
    let letters = text.enumerated().map { (String($1), 20 + 10 * Double($0), 0.0) }
    #expect(try lines(letters + [("ש", 250, 0)]) == ["\(text) ש"])
  }

  /// Letters are drawn from right to left, and PDFium turns them round; their marks are drawn after them.
  @Test func aMarkBelongsToItsLetter() throws {
    let content = """
      BT /F2 10 Tf 110 100 Td [(a) 2000 (b) 2000 (c)] TJ ET
      BT /F2 10 Tf 92 100.4 Td (d) Tj ET
      BT /F2 10 Tf 135 100 Td (ef) Tj ET
      """
    let fixture = PDFFixture(content, objects: squares(["ש", "ל", "א", "\u{5BC}", "1", "2"]))
    let read = try text(page(fixture)).blocks.flatMap { $0.lines.map(\.plain) }
    #expect(read == ["12 שלא\u{5BC}"])
  }

  /// PDFium leaves out the spaces of such lines and puts in its own, beside marks as well as between words.
  @Test(.startsProcesses, arguments: ["كانَ البحرُ هادئًا", "עֲלֵיכֶם לְכֻלָּם בְּסוֹגְרַיִם"])
  func wordsWithVowelsAreApartAndWhole(line: String) async throws {
    let folder = try temporaryFolder()
    let (source, file) = (try folder.write(line.utf8, to: "a.md"), folder.path + "/a.pdf")
    #expect(try await runRecto(["render", source, "-o", file]).status == 0)
    let read = try await runRecto(
      ["text", "--engine", "pdfium", "--one-engine", file], environment: pdfiumEnvironment)
    let bare = { (word: Substring) in
      String.UnicodeScalarView(
        String(word).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
          $0.properties.generalCategory != .nonspacingMark
        })
    }
    let expected = line.split(separator: " ").map { String(bare($0)) }
    let found = read.text.split(separator: "\n").first { $0.contains(" ") } ?? ""
    #expect(found.split(separator: " ").map { String(bare($0)) } == expected)
  }
}
