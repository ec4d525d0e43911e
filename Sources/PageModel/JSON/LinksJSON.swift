import RectoJSON

/// Readium's Locator: `{"href","type","title","locations":{…},"text":{…}}`.
extension Locator: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("href", href)
      json.member("type", mediaType)
      json.optional("title", title)
      json.key("locations")
      json.object { json in
        if !fragments.isEmpty {
          json.key("fragments")
          json.array(fragments) { $0.value($1) }
        }
        if let progression {
          json.member("progression", progression)
        }
        if let position {
          json.member("position", position)
        }
        if let totalProgression {
          json.member("totalProgression", totalProgression)
        }
      }
      if textBefore != nil || textHighlight != nil || textAfter != nil {
        json.key("text")
        json.object { json in
          json.optional("before", textBefore)
          json.optional("highlight", textHighlight)
          json.optional("after", textAfter)
        }
      }
    }
  }
}

extension Locator: JSONDecodable {
  /// Readium's form. Members that Recto does not use, such as `cssSelector`, are ignored.
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
