import RectoPageModel
import RectoTypesetting
import Testing

@testable import RectoTextBackend

/// Files in memory, by path.
func files(_ texts: [String: String]) -> MemoryFiles {
  MemoryFiles(texts.mapValues { FileBytes(Array($0.utf8)) })
}

/// The files that the layouts of these tests speak of.
let someFiles = files([
  "story.md": "Text", "second.md": "More", "wave.png": "", "art/wave.png": "", "poster.jpg": "",
])

/// A layout in JSON, beside `someFiles`.
func read(
  _ text: String, name: String = "layout.json", files: any SourceFiles = someFiles
) throws -> (layout: Layout, warnings: [PageWarning]) {
  try LayoutReader.read(Array(text.utf8), name: name, files: files)
}

/// The findings of a layout that can be read nevertheless.
func complaints(_ text: String, name: String = "layout.json") throws -> [String] {
  try read(text, name: name).warnings.map(\.message)
}

/// The reason why a layout cannot be read; an issue is recorded where it can.
func refusal(
  _ text: String, name: String = "layout.json", files: any SourceFiles = someFiles,
  sourceLocation: SourceLocation = #_sourceLocation
) -> PageError? {
  #expect(throws: PageError.self, sourceLocation: sourceLocation) {
    _ = try read(text, name: name, files: files)
  }
}

/// A layout with these members and a story that has a page.
func layout(_ members: String) -> String {
  """
  {"stories": {"main": "story.md"},
  \(members)}
  """
}

/// A layout whose one page has these members.
func page(_ members: String) -> String { layout("\"pages\": [{\(members)}]") }

/// A story in Markdown, with its findings. Pictures called `wave.png` are 200 by 100.
func story(
  markdown text: String, styles: [String: NamedStyle] = [:], name: String = "story.md"
) throws -> (story: ReadStory, warnings: [PageWarning]) {
  let findings = Findings()
  var sheet = DefaultStyles.sheet
  sheet.add(styles)
  let reader = StoryReader(styles: sheet, findings: findings) { path in
    path.text.hasSuffix("wave.png") ? Size(width: 200, height: 100) : nil
  }
  let path = try RelativePath(name)
  let story = try reader.read(path, from: files([name: text]))
  return (story, findings.warnings)
}

/// The paragraphs of Markdown.
func paragraphs(_ text: String, styles: [String: NamedStyle] = [:]) throws -> [Paragraph] {
  try story(markdown: text, styles: styles).story.paragraphs
}

extension ReadStory {
  var paragraphs: [Paragraph] {
    story.items.compactMap { item in
      if case .paragraph(let paragraph) = item { paragraph } else { nil }
    }
  }
}

extension Paragraph {
  var string: String { text.string }

  /// The style of the first run with this text.
  func style(of part: String) throws -> CharacterStyle {
    let run = text.runs.first { run in
      String(decoding: text.units[run.range], as: UTF16.self) == part
    }
    return try #require(run, "\(part) is not a run of \(string)").style
  }
}
