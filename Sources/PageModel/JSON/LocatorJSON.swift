import RectoJSON

/// The answer to `RequestKind.pageOfLocator`.
package struct LocatedPage: Sendable, Hashable {
  /// Nil where the publication does not have the place.
  package var index: Int?

  package init(index: Int?) {
    self.index = index
  }
}

/// `{"page":3}`; without `page` if there is none.
extension LocatedPage: JSONRepresentable, JSONDecodable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      if let index { json.member("page", index) }
    }
  }

  package init(json: JSONValue) throws(JSONError) {
    index = try json.integerIfPresent("page", in: 0...Int(Int32.max))
  }
}
