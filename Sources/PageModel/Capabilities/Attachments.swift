import RectoJSON

/// A publication that carries other files.
public protocol AttachmentsPublication: Publication {
  /// The attached files, by whose index their content is read; none is not an error.
  func attachments() throws(PageError) -> [Attachment]

  /// The content of the attachment at an index of `attachments()`.
  ///
  /// Throws `damaged`, or `limit` if it is larger than `limit` bytes.
  func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8]
}

extension Capability {
  public static let attachments = Capability("attachments", [.attachments, .attachmentData]) {
    publication, _ in
    publication is any AttachmentsPublication.Type
  }
}

extension RequestKind {
  public static let attachments = listOfPublication(11, "attachments", "the attachments") {
    publication throws(PageError) in
    try (publication as? any AttachmentsPublication)?.attachments()
  }

  /// The bytes of one attachment.
  public static let attachmentData = RequestKind(
    12, "attachment_data", subject: { "attachment \($0.index &+ 1)" }, answersBytes: true,
    answer: { request, publication throws(PageError) in
      guard let publication = publication as? any AttachmentsPublication else {
        throw .noSuchAttachment(request.index)
      }
      return try publication.attachmentData(at: request.index, limit: request.limit)
    })
}

extension ChannelPublication: AttachmentsPublication {
  public func attachments() throws(PageError) -> [Attachment] {
    try list(.attachments, if: .attachments)
  }

  public func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard offers(.attachments), index >= 0 else { throw .noSuchAttachment(index) }
    let bytes = try answer(PublicationRequest(.attachmentData, index: index, limit: limit))
    guard bytes.count <= limit else {
      throw PageError(.limit, "the attachment is larger than \(limit) bytes")
    }
    return bytes
  }
}

extension PageError {
  package static func noSuchAttachment(_ index: Int) -> PageError {
    PageError(.badRequest, "there is no attachment \(index &+ 1)")
  }
}

/// A file that is attached to a publication.
public struct Attachment: Sendable, Hashable {
  /// The name in the source: it may contain path separators and is never a path to write to.
  public var name: String
  public var description: String?
  /// The size in bytes; nil if the source states none.
  public var size: Int?
  /// ISO 8601 in UTC.
  public var modified: String?

  public init(name: String, description: String?, size: Int?, modified: String?) {
    self.name = name
    self.description = description
    self.size = size
    self.modified = modified
  }

  /// The maximum length of a file name in bytes: file systems allow 255, and callers may put
  /// something in front.
  private static let fileNameBytes = 200

  /// A file name made from `name` that cannot lead out of a folder; for a long name its end, with
  /// the extension.
  public var fileName: String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let clean = String(
      last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.map(Character.init))
    var room = Self.fileNameBytes
    let short = String(
      clean.reversed().prefix { character in
        room -= character.utf8.count
        return room >= 0
      }.reversed())
    return short.isEmpty || short == "." || short == ".." ? "attachment" : short
  }
}

/// `{"name","description","size","modified"}`
extension Attachment: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.optional("description", description)
      if let size {
        json.member("size", size)
      }
      json.optional("modified", modified)
    }
  }
}

extension Attachment: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      name: try json.decode("name"), description: try json.decodeIfPresent("description"),
      size: try json.integerIfPresent("size", in: 0...Int.max),
      modified: try json.decodeIfPresent("modified"))
  }
}
