import RectoJSON
import RectoPageModel

/// The content of a proof for one page.
public struct ProofPage: Sendable, Hashable {
  /// An image file of the page.
  public struct Picture: Sendable, Hashable {
    /// The path below the proof's folder; the file's name contains a digest of its bytes.
    public var path: String
    public var size: PixelSize
  }

  /// The page's facts; nil if they cannot be read.
  public var facts: PageFacts?
  public var index: Int
  /// The picture of its boxes; nil if it cannot be rendered.
  public var picture: Picture?
  /// A smaller version of the picture.
  public var thumbnail: Picture?
  public var text = PageText.none
  public var links: [Link] = []
  public var media: [MediaItem] = []
  /// The reason why a part of the page is missing.
  public var failure: PageError?

  init(index: Int) {
    self.index = index
  }
}

/// `{"index","label","size","rotation","boxes","spreadPosition","picture":{"path","size"},
/// "thumbnail":{…},"failure","order","blocks":[{"role","box","words":[["quay",x,y,w,h],…]}],"links",
/// "media"}`. A word that the next one joins without a space has `true` behind its numbers.
/// Missing values are left out.
extension ProofPage: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      if let facts {
        json.members(of: facts)
      } else {
        json.member("index", index)
        json.member("label", "\(index + 1)")
      }
      if let picture { json.member("picture", picture) }
      if let thumbnail { json.member("thumbnail", thumbnail) }
      json.optional("failure", failure?.message)
      json.member("order", text.order.rawValue)
      json.key("blocks")
      json.array(text.blocks) { write($1, to: &$0) }
      json.key("links")
      json.array(links) { $0.value($1) }
      json.key("media")
      json.array(media) { $0.value($1) }
    }
  }

  private func write(_ block: TextBlock, to json: inout JSONWriter) {
    json.object { json in
      json.member("role", block.role.rawValue)
      json.member("box", block.box)
      json.key("words")
      json.array(block.lines.flatMap(\.words)) { json, word in
        json.array(0..<(word.joinsNext ? 6 : 5)) { json, part in
          switch part {
          case 0: json.value(word.text)
          case 1: json.value(word.box.x)
          case 2: json.value(word.box.y)
          case 3: json.value(word.box.width)
          case 4: json.value(word.box.height)
          default: json.value(true)
          }
        }
      }
    }
  }
}

/// `{"path","size":[width,height]}`
extension ProofPage.Picture: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("path", path)
      json.member("size", size)
    }
  }
}
