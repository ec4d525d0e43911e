import RectoJSON

/// `{"pageSize":[w,h],"fontScale":1,"margin":24,"theme":"night","typeface":"sans","lineSpacing":1.5,
/// "justify":true,"hyphens":false,"wordSpacing":0.1,"letterSpacing":0.05,"textColor":"#rrggbb",
/// "paperColor":"#rrggbb","publisherStyles":false,"excerpt":"chapter-2.xhtml"}`;
/// members that are left out have the publication's own values.
extension LayoutOptions: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      if let pageSize {
        json.member("pageSize", pageSize)
      }
      json.member("fontScale", fontScale)
      if let margin {
        json.member("margin", margin)
      }
      json.optional("theme", theme)
      json.optional("typeface", style.typeface?.rawValue)
      if let value = style.lineSpacing { json.member("lineSpacing", value) }
      if let value = style.isJustified { json.member("justify", value) }
      if let value = style.isHyphenated { json.member("hyphens", value) }
      if let value = style.wordSpacing { json.member("wordSpacing", value) }
      if let value = style.letterSpacing { json.member("letterSpacing", value) }
      json.optional("textColor", style.textColor?.hex)
      json.optional("paperColor", style.paperColor?.hex)
      if !style.keepsPublisherStyles { json.member("publisherStyles", false) }
      json.optional("excerpt", excerpt)
    }
  }
}

extension LayoutOptions: JSONDecodable {
  /// Members that are missing have the value of `LayoutOptions.init`.
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      pageSize: try json.decodeIfPresent("pageSize"),
      fontScale: try json.decodeIfPresent("fontScale") ?? 1,
      margin: try json.decodeIfPresent("margin"), theme: try json.decodeIfPresent("theme"),
      style: try ReaderStyle(json: json), excerpt: try json.decodeIfPresent("excerpt"))
    do throws(PageError) { try check() } catch { throw JSONError(error.message) }
  }
}

extension ReaderStyle.Typeface: JSONDecodable {}

extension ReaderStyle: JSONDecodable {
  /// From the members of a layout.
  public init(json: JSONValue) throws(JSONError) {
    self.init()
    typeface = try json.decodeIfPresent("typeface")
    lineSpacing = try json.decodeIfPresent("lineSpacing")
    isJustified = try json.decodeIfPresent("justify")
    isHyphenated = try json.decodeIfPresent("hyphens")
    wordSpacing = try json.decodeIfPresent("wordSpacing")
    letterSpacing = try json.decodeIfPresent("letterSpacing")
    textColor = try json.decodeIfPresent("textColor")
    paperColor = try json.decodeIfPresent("paperColor")
    keepsPublisherStyles = try json.decodeIfPresent("publisherStyles") ?? true
  }
}
