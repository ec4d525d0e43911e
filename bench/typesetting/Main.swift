import CRectoCairo
import Glibc
import RectoPageModel
import RectoRaster
import RectoTypesetting

/// Sets a text in columns of 210 points as the typesetter does, and prints as JSON what it took.
///
///     TypesettingBench FILE FAMILIES LANGUAGE
///
/// A line of the file is a paragraph. `layout` is processor seconds from the text to placed lines,
/// the start of fonts and hyphenation included; `boxes` is what words and letters with their boxes
/// take on top; `draw` is milliseconds a page at 150 dpi, drawn for the second time; `first` is
/// milliseconds until the first page of a new story.
@main
enum Main {
  private static let column = Size(width: 210, height: 600)
  private static let dotsPerInch = 150.0

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      let usage = Array("usage: TypesettingBench FILE FAMILIES LANGUAGE\n".utf8)
      write(STDERR_FILENO, usage, usage.count)
      exit(64)
    }
    let text = try FileBytes(path: arguments[1]).withBytes { String(decoding: $0, as: UTF8.self) }
    let families = arguments[2].split(separator: ",").map(String.init)
    let paragraphs = text.split(separator: "\n").map(String.init)

    let start = processorSeconds()
    let story = story(paragraphs, families, arguments[3])
    let flow = try flow(story, try Typesetter(fonts: try FontLibrary()))
    let first = try flow.content(ofFrame: 0)
    let firstPage = processorSeconds() - start
    var frames = first.map { [$0] } ?? []
    while let frame = try flow.content(ofFrame: frames.count) { frames.append(frame) }
    let layout = processorSeconds() - start

    let beforeBoxes = processorSeconds()
    var boxes = 0
    for frame in frames {
      for block in PageText([frame]).blocks {
        for line in block.lines { for word in line.words { boxes += word.glyphs.count } }
      }
    }
    let reading = processorSeconds() - beforeBoxes

    let drawing = try millisecondsADraw(frames)
    let lines = frames.reduce(0) { $0 + $1.lines.count }
    print(
      """
      {"layout":\(layout),"boxes":\(reading),"draw":\(drawing),"first":\(firstPage * 1000),\
      "lines":\(lines),"letters":\(boxes),"pages":\(frames.count)}
      """)
  }

  private static func story(
    _ paragraphs: [String], _ families: [String], _ language: String
  ) -> Story {
    var character = CharacterStyle()
    character.fontFamily = families
    character.fontSize = 10
    character.language = language
    var style = ParagraphStyle()
    style.textAlign = .justify
    style.hyphens = .auto
    style.lineHeight = .points(12)
    return Story(
      items: paragraphs.map {
        .paragraph(Paragraph(AttributedText($0, style: character), style: style))
      })
  }

  private static func flow(_ story: Story, _ typesetter: Typesetter) throws -> StoryFlow {
    let box = Rect(Point(x: 0, y: 0), Point(x: column.width, y: column.height))
    return StoryFlow(story, typesetter: typesetter) { _ in TextFrame(box) }
  }

  private static func millisecondsADraw(_ frames: [LaidOutFrame]) throws -> Double {
    let scale = dotsPerInch / 72
    let bitmap = Bitmap(
      size: PixelSize(width: Int(column.width * scale), height: Int(column.height * scale)),
      format: .bgrx)
    let atlas = GlyphAtlas()
    func draw() throws {
      for frame in frames {
        bitmap.fill(.white)
        try bitmap.withCairoContext { context throws(PageError) in
          var matrix = AffineTransform.scale(scale).cairoMatrix
          cairo_set_matrix(context, &matrix)
          try FramePainter(context, atlas: atlas).draw(frame) { _, _ in }
        }
      }
    }
    try draw()
    let start = processorSeconds()
    try draw()
    return (processorSeconds() - start) * 1000 / Double(max(1, frames.count))
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
