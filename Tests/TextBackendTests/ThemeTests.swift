import RectoPageModel
import Testing

@testable import RectoTextBackend

/// Themes that know nothing of a layout make its pages readable all the same.
@Suite struct ThemeTests {
  private static let layout = """
    {"stories": {"a": {"text": "# Head\\n\\nText with `code`. {.dark}\\n\\n```\\ncode\\n```\\n"}},
     "size": {"width": 200.4, "height": 200.4}, "colors": {"sand": "#fff4e0"},
     "styles": {"dark": {"color": "#333333", "background-color": "#ffffff"},
                "heading": {"color": "#800000"}},
     "pages": [
      {"background": "#ffffff", "frames": [{"thread": "a"}]},
      {"fills": [{"x": 0, "y": 0, "width": 100, "height": 100, "color": "sand"}],
       "frames": [{"thread": "a", "x": 10, "y": 10, "width": 80, "height": 80,
                   "background": "#eeeeee"}],
       "texts": [{"x": 0, "y": 150, "width": 100, "height": 20, "text": "{page}",
                  "background": "#202040"}]}]}
    """

  private func layout(_ text: String = layout) throws -> Layout {
    try read(text).layout
  }

  private func contents(_ layout: Layout) -> [PageContent] {
    layout.profiles.flatMap(\.pages).map(\.content)
  }

  private func colors(_ layout: Layout, _ property: StyleProperty) -> [Color] {
    var colors: [Color] = []
    var styles = layout.styles
    styles.changeColors { found, color in
      if found == property { colors.append(color.resolved(in: layout.styles.palette)) }
      return color
    }
    return colors
  }

  @Test(arguments: [ReaderTheme.night, .gray])
  func textIsReadableOnEveryBackgroundOfADarkTheme(theme: ReaderTheme) throws {
    let themed = try layout().themed(theme.rawValue)
    let contents = contents(themed)
    let areas =
      contents.compactMap(\.background) + contents.flatMap(\.fills).map(\.color)
      + contents.flatMap(\.frames).compactMap(\.style.background)
      + contents.flatMap(\.texts).compactMap(\.style.background)
    #expect(areas.count == 4)
    let backgrounds =
      areas.map { $0.resolved(in: themed.styles.palette) }
      + colors(themed, .backgroundColor).filter { $0 != theme.shade } + [theme.paper]
    let letters = colors(themed, .color)
    #expect(letters.contains(theme.text) && Set(letters).count > 2)
    for color in letters {
      for background in backgrounds {
        #expect(color.contrast(to: background) >= 4.5, "\(color.hex) on \(background.hex)")
      }
    }
    #expect(theme.text.contrast(to: theme.shade) >= 4.5)
  }

  /// A layout's own dark areas stay under a dark theme, and all of its colors under a light one.
  @Test func colorsThatCanBeReadStay() throws {
    let night = try layout().themed("night")
    #expect(
      night.profiles[0].pages[1].content.texts[0].style.background?.resolved(in: [:])
        == Color(red: 0x20, green: 0x20, blue: 0x40))
    for name in ["sepia", "light"] {
      let themed = try layout().themed(name)
      #expect(contents(themed) == contents(try layout()))
    }
  }

  @Test func themesOfALayoutsOwnDecideForThemselves() throws {
    let own = Self.layout.replacing(
      "\"pages\":", with: "\"themes\": {\"night\": {\"background\": \"#000000\"}}, \"pages\":")
    let themed = try layout(own).themed("night")
    #expect(contents(themed) == contents(try layout()))
  }

  /// The page is 200.4 pixels wide: it covers its last column of pixels in part.
  @Test func theBackgroundReachesTheEdgeOfThePicture() throws {
    let source = Source(path: "a.md", content: .file(FileBytes(Array("Text".utf8))))
    let options = OpenOptions(
      layout: LayoutOptions(pageSize: Size(width: 200.4, height: 300.3), theme: "night"))
    let page = try TextBackend().open(source, options: options).page(at: 0)
    let request = RenderRequest(scale: .pixelsPerPoint(1))
    let grid = try PixelGrid(page: page.size, rotation: .none, request: request)
    let bitmap = Bitmap(size: grid.size)
    try page.paint(request, on: grid, into: bitmap)
    let paper = ReaderTheme.night.paper
    let size = bitmap.size
    bitmap.withPixels { bytes in
      for (x, y) in [(0, 0), (size.width - 1, 5), (size.width - 1, size.height - 1)] {
        let offset = (y * size.width + x) * 4
        #expect(
          Color(red: bytes[offset + 2], green: bytes[offset + 1], blue: bytes[offset]) == paper,
          "\(x) \(y)")
      }
    }
  }

  /// Cairo would put a pixel for each point of them into the file.
  @Test func emojiInAPDFHaveTheResolutionOfPrint() throws {
    let source = Source(path: "a.md", content: .file(FileBytes(Array("A 😀 b".utf8))))
    let publication = try TextBackend().open(source, options: OpenOptions())
    let writing = try #require(publication as? any PDFWritingPublication)
    let pdf = String(
      decoding: try writing.pdf(PDFRequest(pages: [0], isDeterministic: true)), as: UTF8.self)
    let widths = pdf.split(separator: "/Width ").dropFirst().compactMap {
      Int($0.prefix { $0.isNumber })
    }
    // At 10.5 points, an emoji is some 13 wide: 54 pixels.
    #expect(widths.max().map { (45...90).contains($0) } == true, "\(widths)")
  }
}
