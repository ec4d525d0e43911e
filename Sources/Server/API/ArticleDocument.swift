import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline

/// `/api/1/publications/{id}/articles` and `…/articles/{k}`: stories as text that flows.
struct ArticleDocument: Sendable {
  private let call: PublicationCall
  /// The width of pictures in pixels: enough for a phone in landscape and for a column on a
  /// desktop.
  private static let pictureWidth = 1200

  init(_ call: PublicationCall) {
    self.call = call
  }

  /// `{"articles":[{"id","title","publication","pages","words"}]}`, where `publication` is the
  /// article's own id among publications, which articles of an excerpt lack. Throws 404 if there is
  /// no text.
  func list() async throws -> HTTPResponse {
    let articles = try await articles()
    let isExcerpt = try await call.publication.info.isExcerpt
    return call.call.json { json in
      json.object { json in
        json.key("articles")
        json.array(articles.enumerated()) { json, numbered in
          let (index, article) = numbered
          json.object { json in
            json.member("id", "\(index)")
            json.member("title", article.title)
            if !isExcerpt {
              json.member("publication", ArticleShelf.id(of: index, in: call.item.id))
            }
            json.key("pages")
            json.array(article.pages) { $0.value($1) }
            json.member("words", article.wordCount)
          }
        }
      }
    }
  }

  /// `{"id","title","language","direction","blocks":[…]}`. Throws 404.
  func response(_ index: Int) async throws -> HTTPResponse {
    let articles = try await articles()
    guard articles.indices.contains(index) else {
      throw ServerError.notFound(noSuch("article", index, of: articles.count, from: 0))
    }
    let article = articles[index]
    return call.call.json { json in
      json.object { json in
        json.member("id", "\(index)")
        json.member("title", article.title)
        json.optional("language", article.language)
        json.member("direction", article.direction.rawValue)
        json.key("blocks")
        json.array(article.blocks) { write($1, to: &$0) }
      }
    }
  }

  private func articles() async throws -> [Article] {
    let articles = try await call.context.shelf.articles.articles(
      of: call.item, call.layout, in: call.publication)
    guard !articles.isEmpty else {
      throw ServerError.notFound("the publication has no text of which articles could be made")
    }
    return articles
  }

  private func write(_ block: Article.Block, to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", block.kind.name)
      if block.depth > 0 { json.member("depth", block.depth) }
      if block.continuesItem { json.member("continues", true) }
      if case .heading(let level) = block.kind { json.member("level", level) }
      if !block.runs.isEmpty { writeText(block, to: &json) }
      if case .picture(let alternative) = block.kind {
        json.key("picture")
        json.object { json in writePicture(block, alternative, to: &json) }
      }
      json.member("page", block.page)
      json.member("box", block.box)
    }
  }

  private func writeText(_ block: Article.Block, to json: inout JSONWriter) {
    json.member("text", block.text)
    json.key("runs")
    json.array(block.runs) { json, run in
      json.object { json in
        json.member("text", run.text)
        if run.isBold { json.member("bold", true) }
        if run.isItalic { json.member("italic", true) }
        switch run.target {
        case .page(let index, _): json.member("page", index)
        case .url(let url): json.member("url", url)
        default: break
        }
      }
    }
  }

  private func writePicture(
    _ block: Article.Block, _ alternative: String?, to json: inout JSONWriter
  ) {
    let box = block.box
    let width = Self.pictureWidth
    let region = [box.x, box.y, box.width, box.height].map { "\($0)" }.joined(separator: ",")
    let layout = call.layout.query
    json.member(
      "url",
      call.call.localLinks.pageImage(
        call.item.id, block.page,
        query: "region=\(region)&width=\(width)" + (layout.isEmpty ? "" : "&\(layout)")))
    json.member("width", width)
    json.member("height", Int((Double(width) * box.height / max(box.width, 1)).rounded()))
    json.optional("alt", alternative)
  }
}
