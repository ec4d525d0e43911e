import RectoJSON
import RectoPageModel

/// An article as Markdown (CommonMark), which the text backend sets on pages of any size. The
/// heading with the title is in the front matter.
public struct ArticleMarkdown: Sendable {
  private let article: Article
  private let picturePath: @Sendable (Int) -> String?

  /// `picturePath` returns the path of a picture by the index of its block, or nil to leave it
  /// out.
  public init(_ article: Article, picturePath: @escaping @Sendable (_ block: Int) -> String?) {
    self.article = article
    self.picturePath = picturePath
  }

  /// The Markdown with YAML front matter, ended by a line feed.
  public var text: String {
    var blocks = article.blocks
    let title = blocks.firstIndex {
      if case .heading = $0.kind { $0.text == article.title } else { false }
    }
    if let title { blocks[title].runs = [] }
    var writer = MarkdownWriter()
    writer.put(frontMatter)
    writer.add(blocks, picturePath: picturePath)
    return writer.markdown.text
  }

  private var frontMatter: String {
    var lines = ["---", "title: \(quoted(article.title))"]
    if let language = article.language { lines.append("language: \(quoted(language))") }
    if article.direction == .rightToLeft { lines.append("direction: rtl") }
    // The publication's own quotes and dashes are right already.
    lines.append("smart-punctuation: false")
    return (lines + ["---"]).joined(separator: "\n")
  }

  /// A string of YAML, which is one of JSON too.
  private func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
