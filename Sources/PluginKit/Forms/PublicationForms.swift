import RectoPageModel

extension Capability: JSONDecodable {}
extension ReadingDirection: JSONDecodable {}
extension SpreadPosition: JSONDecodable {}

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

extension PublicationInfo: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      format: try json.decode("format"),
      metadata: try json.decodeIfPresent("metadata") ?? Metadata(),
      direction: try json.decodeIfPresent("direction") ?? .leftToRight,
      isReflowable: try json.decodeIfPresent("reflowable") ?? false,
      isExcerpt: try json.decodeIfPresent("isExcerpt") ?? false,
      hasCoverAlone: try json.decodeIfPresent("hasCoverAlone") ?? true,
      capabilities: try json.decode("capabilities"),
      encryption: try json.decodeIfPresent("encryption"),
      warnings: try json.decodeIfPresent("warnings") ?? [])
  }
}

extension Encryption.Permission: JSONDecodable {}

extension Encryption: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      method: try json.decode("method"), permissions: try json.decode("permissions"))
  }
}

extension Metadata: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init()
    title = try json.decodeIfPresent("title")
    author = try json.decodeIfPresent("author")
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

extension PageFacts: JSONDecodable {
  /// The maximum length of a page label, far beyond any printed one.
  private static let labelBytes = 1024

  /// `size` need not be there, since the crop box says it.
  public init(json: JSONValue) throws(JSONError) {
    let index = try json.integer("index", in: 0...Int(Int32.max))
    let label: String = try json.decodeIfPresent("label") ?? ""
    guard label.utf8.count <= Self.labelBytes else {
      throw JSONError("the label is longer than \(Self.labelBytes) bytes")
    }
    self.init(
      index: index, label: label.isEmpty ? "\(index + 1)" : label,
      rotation: try json.decodeIfPresent("rotation") ?? .none, boxes: try json.decode("boxes"),
      spreadPosition: try json.decodeIfPresent("spreadPosition") ?? .automatic)
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
