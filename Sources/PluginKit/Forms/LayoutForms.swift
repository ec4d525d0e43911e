import PageModel

extension LayoutOptions: JSONDecodable {
  /// Members that are missing have the value of `LayoutOptions.init`.
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      pageSize: try json.decodeIfPresent("pageSize"),
      fontScale: try json.decodeIfPresent("fontScale") ?? 1,
      margin: try json.decodeIfPresent("margin"), theme: try json.decodeIfPresent("theme"),
      excerpt: try json.decodeIfPresent("excerpt"))
    do throws(PageError) { try check() } catch { throw JSONError(error.message) }
  }
}
