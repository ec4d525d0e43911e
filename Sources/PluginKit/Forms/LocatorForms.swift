import RectoPageModel

extension Locator: JSONDecodable {
  /// Readium's form. What Recto has no use for, such as `cssSelector`, is passed over.
  public init(json: JSONValue) throws(JSONError) {
    self.init(href: try json.decode("href"), mediaType: try json.decode("type"))
    title = try json.decodeIfPresent("title")
    try json.ifPresent("locations") { locations throws(JSONError) in
      fragments = try locations.decodeIfPresent("fragments") ?? []
      progression = try locations.decodeIfPresent("progression")
      position = try locations.decodeIfPresent("position")
      totalProgression = try locations.decodeIfPresent("totalProgression")
    }
    try json.ifPresent("text") { text throws(JSONError) in
      textBefore = try text.decodeIfPresent("before")
      textHighlight = try text.decodeIfPresent("highlight")
      textAfter = try text.decodeIfPresent("after")
    }
    do throws(PageError) { try check() } catch { throw JSONError(error.message) }
  }
}

/// The answer to `RequestKind.pageOfLocator`.
struct LocatedPage: Sendable, Hashable {
  /// Nil where the publication does not have the place.
  var index: Int?
}

/// `{"page":3}`; without `page` if there is none.
extension LocatedPage: JSONRepresentable, JSONDecodable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      if let index { json.member("page", index) }
    }
  }

  init(json: JSONValue) throws(JSONError) {
    index = try json.integerIfPresent("page", in: 0...Int(Int32.max))
  }
}
