import RectoJSON

/// The properties of a publication as a whole.
public struct PublicationFacts: Sendable, Hashable {
  public var info: PublicationInfo
  public var pageCount: Int
  /// True if the count is an estimate, false if it is exact; nil if the pages are not counted by
  /// laying text out.
  public var pageCountIsEstimated: Bool?

  public init(info: PublicationInfo, pageCount: Int, pageCountIsEstimated: Bool? = nil) {
    self.info = info
    self.pageCount = pageCount
    self.pageCountIsEstimated = pageCountIsEstimated
  }

  /// The facts as far as they are known. Lays nothing out.
  public init(_ publication: any Publication) {
    // It comes first, since an excerpt finds its end by it.
    let info = publication.info
    if let counted = publication as? any CountedPublication, counted.countsByLayout {
      let count = counted.pageCountSoFar
      self.init(info: info, pageCount: count.value, pageCountIsEstimated: count.isEstimated)
    } else {
      self.init(info: info, pageCount: publication.pageCount)
    }
  }
}

/// `{"format","metadata":{…},"direction","reflowable","hasCoverAlone","pageCount","capabilities",
/// "warnings"}`, `"isExcerpt":true` for some of the pages, `"facingPages"` if the publisher has a wish,
/// `"pageCountIsEstimated"` where pages are counted by laying text out, and `"encryption"` if there is one
extension PublicationFacts: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("hasCoverAlone", info.hasCoverAlone)
      writeMembers(to: &json)
    }
  }

  /// Writes the members, but for `hasCoverAlone`, into an object that has others beside them.
  public func writeMembers(to json: inout JSONWriter) {
    json.member("format", info.format)
    json.member("metadata", info.metadata)
    json.member("direction", info.direction.rawValue)
    json.member("reflowable", info.isReflowable)
    if info.isExcerpt { json.member("isExcerpt", true) }
    if info.facingPages != .automatic { json.member("facingPages", info.facingPages.rawValue) }
    json.member("pageCount", pageCount)
    if let pageCountIsEstimated { json.member("pageCountIsEstimated", pageCountIsEstimated) }
    if let encryption = info.encryption { json.member("encryption", encryption) }
    json.key("capabilities")
    json.array(info.capabilities) { $0.value($1.rawValue) }
    json.key("warnings")
    json.array(info.warnings) { $0.value($1) }
  }
}

/// `{"method","permissions"}`
extension Encryption: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("method", method)
      json.key("permissions")
      json.array(permissions) { $0.value($1.rawValue) }
    }
  }
}

extension PublicationFacts: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let pageCount = try json.integer("pageCount", in: 1...Int(Int32.max))
    var info = try PublicationInfo(json: json)
    for index in info.warnings.indices {
      // A warning about a page that does not exist is one about the whole.
      guard let page = info.warnings[index].page, page < pageCount else {
        info.warnings[index].page = nil
        info.warnings[index].box = nil
        continue
      }
    }
    self.init(
      info: info, pageCount: pageCount,
      pageCountIsEstimated: try json.decodeIfPresent("pageCountIsEstimated"))
  }
}

extension Encryption.Permission: JSONDecodable {}

extension Encryption: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      method: try json.decode("method"), permissions: try json.decode("permissions"))
  }
}
