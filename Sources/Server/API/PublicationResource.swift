import RectoPipeline
import RectoRaster

/// The resources of a publication, by the parts of the path after its name.
enum PublicationResource: Sendable, Hashable {
  case publication
  case outline
  case warnings
  case page(Int)
  case pageImage(Int, ImageFormat)
  case pageText(Int)
  case pageMarkdown(Int)
  case spreadImage(Int, ImageFormat)
  case search
  case locate
  case media(page: Int, Int)
  case preflight
  case markdown
  case articles
  case article(Int)

  init?(_ path: some Collection<String>) {
    let path = Array(path)
    switch path.first {
    case nil: self = .publication
    case "outline" where path.count == 1: self = .outline
    case "warnings" where path.count == 1: self = .warnings
    case "search" where path.count == 1: self = .search
    case "locate" where path.count == 1: self = .locate
    case "preflight" where path.count == 1: self = .preflight
    case "markdown" where path.count == 1: self = .markdown
    case "articles" where path.count == 1: self = .articles
    case "articles":
      guard path.count == 2, let index = pageIndex(path[1]) else { return nil }
      self = .article(index)
    case "pages":
      guard path.count > 1, let index = pageIndex(path[1]) else { return nil }
      if path.count == 2 {
        self = .page(index)
      } else if path.count == 3, path[2] == "text" {
        self = .pageText(index)
      } else if path.count == 3, path[2] == "markdown" {
        self = .pageMarkdown(index)
      } else if path.count == 3, let format = Self.format(path[2]) {
        self = .pageImage(index, format)
      } else {
        return nil
      }
    case "spreads":
      guard path.count == 3, let index = pageIndex(path[1]), let format = Self.format(path[2])
      else {
        return nil
      }
      self = .spreadImage(index, format)
    case "media":
      guard path.count == 3, let page = pageIndex(path[1]), let index = pageIndex(path[2]) else {
        return nil
      }
      self = .media(page: page, index)
    default: return nil
    }
  }

  /// A page of a book needs its chapter and the number of pages before it; a list of pages needs all.
  var counting: PageCounting {
    switch self {
    case .outline, .warnings, .page, .pageImage, .pageText, .locate, .media: .onDemand
    case .publication, .pageMarkdown, .spreadImage, .search, .preflight, .markdown, .articles,
      .article:
      .complete
    }
  }

  private static func format(_ name: String) -> ImageFormat? {
    switch name {
    case "image.png": .png
    case "image.jpg": .jpeg
    case "image.webp": .webp
    default: nil
    }
  }
}

/// An index in a path: digits and nothing else.
func pageIndex(_ text: String) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
  else { return nil }
  return Int(text)
}
