/// The properties of a publication as a whole.
public struct PublicationFacts: Sendable, Hashable {
  public var info: PublicationInfo
  public var pageCount: Int

  public init(info: PublicationInfo, pageCount: Int) {
    self.info = info
    self.pageCount = pageCount
  }

  public init(_ publication: any Publication) {
    self.init(info: publication.info, pageCount: publication.pageCount)
  }
}

/// `{"format","metadata":{…},"direction","reflowable","hasCoverAlone","pageCount","capabilities",
/// "warnings"}`, `"isExcerpt":true` for some of the pages, and `"encryption"` if there is one
extension PublicationFacts: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("format", info.format)
      json.member("metadata", info.metadata)
      json.member("direction", info.direction.rawValue)
      json.member("reflowable", info.isReflowable)
      if info.isExcerpt { json.member("isExcerpt", true) }
      json.member("hasCoverAlone", info.hasCoverAlone)
      json.member("pageCount", pageCount)
      json.key("capabilities")
      json.array(info.capabilities) { $0.value($1.rawValue) }
      if let encryption = info.encryption { json.member("encryption", encryption) }
      json.key("warnings")
      json.array(info.warnings) { $0.value($1) }
    }
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
