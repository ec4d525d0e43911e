import RectoPageModel
import RectoPipeline

/// The options for laying out a reflowable source.
let layoutOptions =
  [
    Option("page-size", value: "WxH", "Reflowable sources: pages of W x H points"),
    Option("font-scale", value: "S", "Reflowable sources: type S times as large, 0.25 to 5"),
    Option("margin", value: "N", "Reflowable sources: N points of margin on all sides"),
    Option(
      "theme", value: "NAME", choices: ReaderTheme.allCases.map(\.rawValue),
      "Reflowable sources: in other colors, such as sepia or night"),
  ]
  + ReaderStyle.Setting.allCases.map { setting in
    let (value, help) = setting.help
    return Option(
      setting.rawValue, value: value, choices: setting.choices, "Reflowable sources: \(help)")
  }

extension ReaderStyle.Setting {
  /// The name of the value and the help text.
  fileprivate var help: (value: String, text: String) {
    switch self {
    case .typeface: ("NAME", "running text in serif, sans, dyslexic or the publisher's type")
    case .lineSpacing: ("S", "lines S times the size of type apart, 0.8 to 3")
    case .justify: ("WHEN", "justify paragraphs: on, off or publisher (default)")
    case .hyphens: ("WHEN", "hyphenate: on, off or publisher (default)")
    case .wordSpacing: ("EM", "EM ems more between words, 0 to 2")
    case .letterSpacing: ("EM", "EM ems more between letters, -0.1 to 1")
    case .textColor: ("COLOR", "text in this color, #rrggbb")
    case .paperColor: ("COLOR", "paper in this color, #rrggbb")
    case .publisherStyles: ("WHEN", "the book's style sheets: on (default) or off")
    }
  }
}

extension Arguments {
  /// Throws for values that no page can be laid out with.
  func layout() throws(UsageError) -> LayoutOptions {
    let layout = LayoutOptions(
      pageSize: try pageSize(),
      fontScale: try number("font-scale", in: LayoutOptions.fontScaleRange) ?? 1,
      margin: try number("margin", in: 0...LayoutOptions.pageSideRange.upperBound / 2),
      theme: self["theme"], style: try readerStyle())
    do throws(PageError) {
      try layout.check()
    } catch {
      throw UsageError(error.message)
    }
    return layout
  }

  private func readerStyle() throws(UsageError) -> ReaderStyle {
    var style = ReaderStyle()
    for setting in ReaderStyle.Setting.allCases {
      guard let value = self[setting.rawValue] else { continue }
      do throws(PageError) {
        try style.set(setting, to: value)
      } catch {
        throw UsageError("--\(error.message)")
      }
    }
    return style
  }

  private func pageSize() throws(UsageError) -> Size? {
    guard let text = self["page-size"] else { return nil }
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      LayoutOptions.pageSideRange.contains(width), LayoutOptions.pageSideRange.contains(height)
    else {
      throw UsageError(
        "--page-size \(text) is not a size in points like 360x540, of 36 to 14400 each")
    }
    return Size(width: width, height: height)
  }

  /// Throws if layout options are given for a publication with fixed pages, which would ignore them
  /// silently.
  func checkLayout(of publication: OpenPublication) async throws {
    let given = layoutOptions.map(\.name).filter { self[$0] != nil }
    guard let first = given.first else { return }
    let info = try await publication.info
    guard info.isReflowable else {
      throw UsageError(
        "--\(first) is for reflowable sources, and the pages of this one are fixed: it is "
          + printable(info.format))
    }
    if let warning = info.warnings.first(where: { $0.code == LayoutOptions.unknownTheme }) {
      throw UsageError(printable(warning.message))
    }
  }
}
