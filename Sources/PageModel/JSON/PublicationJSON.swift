import RectoJSON

/// Only the members that are known.
extension Metadata: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.optional("title", title)
      json.optional("titleDirection", titleDirection?.rawValue)
      json.optional("author", author)
      json.optional("authorDirection", authorDirection?.rawValue)
      json.optional("subject", subject)
      json.optional("keywords", keywords)
      json.optional("language", language)
      json.optional("creator", creator)
      json.optional("producer", producer)
      json.optional("created", created)
      json.optional("modified", modified)
    }
  }
}

/// `{"media":[x,y,w,h],"crop",…}`
extension PageBoxes: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("media", media)
      json.member("crop", crop)
      json.member("bleed", bleed)
      json.member("trim", trim)
      json.member("art", art)
    }
  }
}

/// `{"code","page","box","message"}`; no `page` where the whole publication is meant, and no `box`
/// where the whole page is.
extension PageWarning: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("code", code)
      if let page {
        json.member("page", page)
      }
      if let box {
        json.member("box", box)
      }
      json.member("message", message)
    }
  }
}

/// `{"id","version","engine","mediaTypes","extensions","capabilities"}`
extension BackendInfo: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("version", version)
      json.optional("engine", engine)
      json.key("mediaTypes")
      json.array(mediaTypes) { $0.value($1) }
      json.key("extensions")
      json.array(fileExtensions) { $0.value($1) }
      json.key("capabilities")
      json.array(capabilities) { $0.value($1.rawValue) }
    }
  }
}

extension Capability {
  /// Reads a list of names. A name of a later version stands for nothing here and is left out.
  package static func known(in list: JSONValue) throws(JSONError) -> [Capability] {
    let names = try list.elements { name throws(JSONError) in try name.string() }
    // No name is longer, and comparing long texts of combining marks takes very long.
    return names.filter { $0.utf8.count <= 64 }.compactMap(Capability.init(rawValue:))
  }
}

extension ReadingDirection: JSONDecodable {}

extension SpreadPosition: JSONDecodable {}

extension FacingPages: JSONDecodable {}

extension PublicationInfo: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      format: try json.decode("format"),
      metadata: try json.decodeIfPresent("metadata") ?? Metadata(),
      direction: try json.decodeIfPresent("direction") ?? .leftToRight,
      isReflowable: try json.decodeIfPresent("reflowable") ?? false,
      isExcerpt: try json.decodeIfPresent("isExcerpt") ?? false,
      hasCoverAlone: try json.decodeIfPresent("hasCoverAlone") ?? true,
      facingPages: try json.decodeIfPresent("facingPages") ?? .automatic,
      capabilities: try json.required("capabilities") { list throws(JSONError) in
        try Capability.known(in: list)
      },
      encryption: try json.decodeIfPresent("encryption"),
      warnings: try json.decodeIfPresent("warnings") ?? [])
  }
}

extension Metadata: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init()
    title = try json.decodeIfPresent("title")
    titleDirection = try json.decodeIfPresent("titleDirection")
    author = try json.decodeIfPresent("author")
    authorDirection = try json.decodeIfPresent("authorDirection")
    subject = try json.decodeIfPresent("subject")
    keywords = try json.decodeIfPresent("keywords")
    language = try json.decodeIfPresent("language")
    creator = try json.decodeIfPresent("creator")
    producer = try json.decodeIfPresent("producer")
    created = try json.decodeIfPresent("created")
    modified = try json.decodeIfPresent("modified")
  }
}

extension PageWarning: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      code: try json.decode("code"),
      page: try json.integerIfPresent("page", in: 0...Int(Int32.max)),
      box: try json.decodeIfPresent("box"),
      message: try json.decode("message"))
  }
}

extension PageBoxes: JSONDecodable {
  /// Boxes that are missing are the crop box.
  public init(json: JSONValue) throws(JSONError) {
    let crop: Rect = try json.decode("crop")
    guard crop.x == 0, crop.y == 0, !crop.isEmpty else {
      throw JSONError("the crop box must begin at 0, 0 and have an area")
    }
    self.init(
      media: try json.decodeIfPresent("media") ?? crop, crop: crop,
      bleed: try json.decodeIfPresent("bleed") ?? crop,
      trim: try json.decodeIfPresent("trim") ?? crop, art: try json.decodeIfPresent("art") ?? crop)
  }
}
