import RectoJSON
import RectoPageModel

/// The pages of a publication in one layout: its own, or the one that a device's screen gives it.
public struct ProofEdition: Sendable {
  /// `own`, or the name of the first device that has it.
  public var key: String
  /// The layout; the publication's own if it is standard.
  public var layout: LayoutOptions
  public var pageCount = 0
  public var spreads: [Spread] = []
  public var outline: [OutlineItem] = []
  /// The chosen pages, in their order.
  public var pages: [ProofPage] = []
  /// The reason why there are no pages.
  public var failure: PageError?

  init(key: String, layout: LayoutOptions) {
    self.key = key
    self.layout = layout
  }

  /// Writes the edition without its pages:
  /// `{"key","pageCount","spreads":[[left,right],…],"outline", "failure"}`, with null for a side of
  /// a spread that has no page.
  func writeFrame(to json: inout JSONWriter) {
    json.member("key", key)
    json.member("pageCount", pageCount)
    json.optional("failure", failure?.message)
    json.key("spreads")
    json.array(spreads) { json, spread in
      json.array([spread.left, spread.right]) { json, side in
        if let side { json.value(side) } else { json.null() }
      }
    }
    json.key("outline")
    json.array(outline) { $0.value($1) }
  }
}

/// The frame's members and `"pages":[…]`.
extension ProofEdition: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      writeFrame(to: &json)
      json.key("pages")
      json.array(pages) { $0.value($1) }
    }
  }
}
