import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Frames that align what does not fill them.
@Suite struct AlignmentTests {
  private static let box = Rect(x: 0, y: 0, width: 200, height: 300)

  private func content(
    _ alignment: TextFrame.BlockAlignment, _ items: [Story.Item], exclusion: Rect? = nil
  ) throws -> LaidOutFrame {
    var frame = TextFrame(Self.box)
    frame.blockAlignment = alignment
    frame.exclusions = exclusion.map { [TextExclusion(.rectangle($0), margin: 5)] } ?? []
    return try #require(try Texts.set(Story(items: items), in: [frame]).first)
  }

  @Test func onlyAnExclusionInsideAFrameKeepsItsTextAtTheTop() throws {
    let items = [Story.Item.paragraph(Texts.paragraph("One."))]
    func y(_ exclusion: Rect?) throws -> Double? {
      try content(.bottom, items, exclusion: exclusion).lines.first?.origin.y
    }
    let free = try #require(try y(nil))
    #expect(free > 280)
    #expect(try y(Rect(x: 210, y: 100, width: 50, height: 50)) == free)
    #expect(try #require(try y(Rect(x: 204, y: 100, width: 50, height: 50))) < 20)
  }

  @Test func justifiedAreasMoveWithTheLinesOnThem() throws {
    var code = Texts.justified()
    code.backgroundColor = .black
    code.padding = 4
    let items: [Story.Item] = [
      .paragraph(Texts.paragraph("One.")), .paragraph(Texts.paragraph("Two.\u{2028}Three.", code)),
      .picture(Picture(name: "wave", size: Size(width: 50, height: 30))),
      .paragraph(Texts.paragraph("Four.")),
    ]
    let top = try content(.top, items)
    let spread = try content(.justify, items)
    let shifts = zip(spread.lines, top.lines).map { $0.origin.y - $1.origin.y }
    let boxes = zip(spread.boxes, top.boxes).map { $0.box.y - $1.box.y }
    try #require(shifts.count == 4 && boxes.count == 2)
    #expect(shifts[0] == 0 && shifts[1] > 5 && shifts[1] == shifts[2] && shifts[3] > shifts[2])
    #expect(boxes[0] == shifts[1])
    #expect(boxes[1] > boxes[0] && boxes[1] < shifts[3])
  }
}
