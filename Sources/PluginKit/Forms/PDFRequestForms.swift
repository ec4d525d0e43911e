import RectoPageModel

/// `{"pages":[0,1],"pictureDotsPerInch":300,"deterministic":true,"limit":268435456}`
extension PDFRequest: JSONRepresentable, JSONDecodable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("pages")
      json.array(pages) { $0.value($1) }
      json.member("pictureDotsPerInch", pictureDotsPerInch)
      json.member("deterministic", isDeterministic)
      json.member("limit", limit)
    }
  }

  /// Refuses what no host asks for: pages below 0, and fewer pixels an inch than 1.
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      pages: try json.decode("pages"), pictureDotsPerInch: try json.decode("pictureDotsPerInch"),
      isDeterministic: try json.decode("deterministic"), limit: try json.decode("limit"))
    guard pages.allSatisfy({ $0 >= 0 }) else { throw JSONError("there are no pages below 0") }
    guard (1...10_000).contains(pictureDotsPerInch), limit >= 0 else {
      throw JSONError("the resolution of pictures is from 1 to 10,000")
    }
  }
}
