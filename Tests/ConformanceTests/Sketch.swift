import RectoPageModel

/// One way in which a backend can break its promises; the raw value is the check that says so.
enum Flaw: String, CaseIterable {
  case changingInfo = "info"
  case pageBeyondTheEnd = "page-range"
  case undeclaredText = "capabilities"
  case outlineToNowhere = "outline"
  case cropBoxElsewhere = "boxes"
  case drawingAtRandom = "render"
  case regionOffByOnePixel = "region"
  case unturnedPicture = "rotation"
  case wordOutsideItsLine = "text-tree"
  case quadOnUprightWord = "quad"
  case textThatChanges = "stability"
  case boxesBesideTheInk = "word-ink"
  case linkToNowhere = "links"
  case inkWithoutWord = "stray-ink"
  case placeOnAnotherPage = "locator"
  case otherSpreadPosition = "spread-position"
}

/// Two pages of words drawn as black bars, by a backend with one flaw or none.
final class SketchPublication: Publication, OutlinedPublication, LocatingPublication {
  let flaw: Flaw?
  let pageCount = 2
  private var questions = 0

  init(flaw: Flaw?) {
    self.flaw = flaw
  }

  var info: PublicationInfo {
    questions += 1
    var info = PublicationInfo(
      format: "sketch", capabilities: [.text, .search, .links, .outline, .locators])
    if flaw == .changingInfo { info.format += "\(questions)" }
    if flaw == .undeclaredText { info.capabilities = [.links, .outline, .locators] }
    return info
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard index >= 0, index < pageCount || flaw == .pageBeyondTheEnd else {
      throw PageError(.noSuchPage, "there is no page at \(index)")
    }
    return SketchPage(index: index, flaw: flaw)
  }

  func spreadPosition(ofPage index: Int) -> SpreadPosition {
    flaw == .otherSpreadPosition ? .left : .automatic
  }

  func locator(ofPage index: Int) -> Locator {
    Locator(page: index, of: pageCount, href: "sketch", mediaType: "image/x-sketch")
  }

  func page(of locator: Locator) -> Int? {
    flaw == .placeOnAnotherPage ? 0 : locator.fixedPage(of: pageCount)
  }

  func outline() -> [OutlineItem] {
    let index = flaw == .outlineToNowhere ? 2 : 1
    return [
      OutlineItem(
        title: "Harbor", target: nil,
        children: [
          OutlineItem(title: "Tides", target: .page(index, Point(x: 0, y: 10)))
        ])
    ]
  }
}

final class SketchPage: Page, TextPage, LinksPage {
  let index: Int
  let flaw: Flaw?
  private var questions = 0
  private var drawings: UInt8 = 0

  init(index: Int, flaw: Flaw?) {
    self.index = index
    self.flaw = flaw
  }

  let size = Size(width: 160, height: 90)
  var label: String { "\(index + 1)" }
  var rotation: Rotation { index == 0 ? .none : .quarter }

  var boxes: PageBoxes {
    var boxes = PageBoxes(size)
    if flaw == .cropBoxElsewhere { boxes.crop.x = 10 }
    return boxes
  }

  func links() -> [Link] {
    let target = LinkTarget.page(flaw == .linkToNowhere ? -1 : 0, nil)
    return [Link(quads: [Quad(Rect(x: 20, y: 20, width: 40, height: 10))], target: target)]
  }

  // MARK: Text

  private let ink = [
    Rect(x: 20, y: 20, width: 40, height: 10), Rect(x: 66, y: 20, width: 30, height: 10),
    Rect(x: 20, y: 40, width: 71, height: 10),
  ]

  func text() -> PageText {
    questions += 1
    let shift = flaw == .boxesBesideTheInk ? 35.0 : 0
    var words = zip(ink, ["quay", "at", "evening"]).map { rect, text in
      // By a number that a sum of coordinates does not keep exactly.
      let box = rect.insetBy(0.1)
      return word(text, Rect(x: box.x, y: box.y + shift, width: box.width, height: box.height))
    }
    if flaw == .quadOnUprightWord { words[1].quad = Quad(words[1].box) }
    if flaw == .textThatChanges, questions > 1 { words[0].text = "ship" }
    var lines = [line([words[0], words[1]]), line([words[2]])]
    if flaw == .wordOutsideItsLine { lines[0].words[1].box.x += 20 }
    return PageText(
      order: .layout, blocks: [TextBlock(role: .paragraph, lines: lines)].compactMap { $0 })
  }

  private func word(_ text: String, _ box: Rect) -> TextWord {
    let width = box.width / Double(text.count)
    return TextWord(
      text: text, box: box, size: box.height,
      glyphs: text.indices.enumerated().map { place, _ in
        Rect(x: box.x + Double(place) * width, y: box.y, width: width, height: box.height)
      })
  }

  private func line(_ words: [TextWord]) -> TextLine {
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return TextLine(
      box: box,
      baseline: Segment(
        start: Point(x: box.minX, y: box.maxY), end: Point(x: box.maxX, y: box.maxY)),
      words: words)
  }

  // MARK: Drawing

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {
    drawings &+= 1
    var transform = grid.transform
    if flaw == .regionOffByOnePixel, request.region != nil { transform.x0 += 1 }
    if flaw == .unturnedPicture, request.rotation != .none {
      transform = .scale(grid.scale)
    }
    for rect in ink { fill(transform.apply(rect), .black, bitmap) }
    if flaw == .inkWithoutWord {
      fill(transform.apply(Rect(x: 120, y: 70, width: 10, height: 5)), .black, bitmap)
    }
    if flaw == .drawingAtRandom {
      let color = Color(red: drawings &* 40, green: 0, blue: 0)
      fill(transform.apply(ink[0]), color, bitmap)
    }
  }

  private func fill(_ area: Rect, _ color: Color, _ bitmap: Bitmap) {
    let size = bitmap.size
    let value = color.pixel(in: bitmap.format)
    let columns = Int(area.minX.rounded())..<Int(area.maxX.rounded())
    let rows = Int(area.minY.rounded())..<Int(area.maxY.rounded())
    bitmap.withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for y in rows.clamped(to: 0..<size.height) {
        for x in columns.clamped(to: 0..<size.width) { pixels[y * size.width + x] = value }
      }
    }
  }
}
