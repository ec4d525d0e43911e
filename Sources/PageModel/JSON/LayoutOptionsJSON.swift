/// `{"pageSize":[w,h],"fontScale":1,"margin":24,"theme":"night","excerpt":"chapter-2.xhtml"}`; what
/// the publication's own is to stand for is left out.
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
      json.optional("excerpt", excerpt)
    }
  }
}
