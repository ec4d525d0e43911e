import RectoJSON

/// A page with sounds, films or other media placed on it.
public protocol MediaPage: Page {
  /// The media on the page, by whose index their content is read; none is not an error.
  func media() throws(PageError) -> [MediaItem]

  /// The content of the medium at an index of `media()`, if the source contains it.
  ///
  /// Throws `badRequest` if there is no medium of that index, `notFound` for one whose data are
  /// elsewhere, `unsupported` if the backend cannot give them, `damaged`, or `limit` if it is
  /// larger than `limit` bytes.
  func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8]
}

extension Capability {
  public static let media = Capability("media", [.media, .mediaData]) { _, page in
    page is any MediaPage.Type
  }
}

extension RequestKind {
  public static let media = listOfPage(5, "media", "the media") { page throws(PageError) in
    try (page as? any MediaPage)?.media()
  }

  /// The bytes of one medium of a page, which its `MediumPlace` names.
  public static let mediaData = RequestKind(
    18, "media_data",
    subject: { request in
      let place: MediumPlace? = try? request.readDetail()
      return "medium \((place?.index ?? 0) &+ 1) of page \(request.index &+ 1)"
    },
    isAboutPage: true, goal: { .page($0.index) }, answersBytes: true,
    answer: { request, publication throws(PageError) in
      let place: MediumPlace = try request.readDetail()
      guard let page = try publication.page(at: request.index) as? any MediaPage else {
        throw .noSuchMedium(place.index)
      }
      return try page.mediaData(at: place.index, limit: request.limit)
    })
}

extension ChannelPage: MediaPage {
  public func media() throws(PageError) -> [MediaItem] {
    try publication.list(.media, index: index, if: .media)
  }

  public func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard publication.offers(.media), (0...Int(Int32.max)).contains(index) else {
      throw .noSuchMedium(index)
    }
    let bytes = try publication.answer(
      PublicationRequest(
        .mediaData, index: self.index, limit: limit, about: MediumPlace(index: index)))
    guard bytes.count <= limit else {
      throw PageError(.limit, "the medium is larger than \(limit) bytes")
    }
    return bytes
  }
}

/// The place of a medium among those of its page: `{"index":0}`
package struct MediumPlace: JSONRepresentable, JSONDecodable {
  package var index: Int

  package init(index: Int) {
    self.index = index
  }

  package func write(to json: inout JSONWriter) {
    json.object { $0.member("index", index) }
  }

  package init(json: JSONValue) throws(JSONError) {
    index = try json.integer("index", in: 0...Int(Int32.max))
  }
}

/// A sound, a film or another medium on a page.
public struct MediaItem: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case audio, video, sound, model, other
  }

  public var kind: Kind
  /// The area of the page that it is placed on, in page points.
  public var box: Rect
  public var mediaType: String?
  /// The file's name or URL as the source has it.
  public var name: String?
  /// True if the source contains the data.
  public var isEmbedded: Bool
  /// The parts that belong to places on the page, such as narration to the sentences that are read
  /// aloud, in the order in which they are heard.
  public var cues: [MediaCue]

  public init(
    kind: Kind, box: Rect, mediaType: String?, name: String?, isEmbedded: Bool,
    cues: [MediaCue] = []
  ) {
    self.cues = cues
    self.kind = kind
    self.box = box
    self.mediaType = mediaType
    self.name = name
    self.isEmbedded = isEmbedded
  }
}

/// A part of a medium that belongs to a place on its page.
public struct MediaCue: Sendable, Hashable {
  /// The start, in seconds from the beginning of the medium.
  public var begin: Double
  /// The end, in seconds from the beginning of the medium; nil for the end of the medium.
  public var end: Double?
  /// The areas of the place: one for each line, as a rule.
  public var quads: [Quad]

  public init(begin: Double, end: Double?, quads: [Quad]) {
    self.begin = begin
    self.end = end
    self.quads = quads
  }
}

extension MediaPage {
  /// `mediaData` of a page whose media are called by the paths of their files: of `files` it reads
  /// what the page itself lists, and nothing else. Throws as that, and what reading throws.
  package func mediaData(
    at index: Int, limit: Int, in files: any SourceFiles
  ) throws(PageError) -> [UInt8] {
    let media = try media()
    guard media.indices.contains(index) else { throw .noSuchMedium(index) }
    guard media[index].isEmbedded, let path = media[index].name.flatMap({ try? RelativePath($0) })
    else { throw .mediumElsewhere }
    return try files.read(path, limit: limit).withBytes { Array($0) }
  }
}

extension PageError {
  package static func noSuchMedium(_ index: Int) -> PageError {
    PageError(.badRequest, "the page has no medium \(index &+ 1)")
  }

  package static let mediumElsewhere = PageError(
    .notFound, "the medium is not in the publication")
}

/// `{"begin","end","quads":[…]}`
extension MediaCue: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("begin", begin)
      json.optional("end", end)
      json.key("quads")
      json.array(quads) { $0.value($1) }
    }
  }
}

extension MediaCue: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      begin: try json.decode("begin"), end: try json.decodeIfPresent("end"),
      quads: try json.decode("quads"))
  }
}

/// `{"kind","box","type","name","embedded","cues":[…]}`; cues only if there are any.
extension MediaItem: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("box", box)
      json.optional("type", mediaType)
      json.optional("name", name)
      json.member("embedded", isEmbedded)
      if !cues.isEmpty {
        json.key("cues")
        json.array(cues) { $0.value($1) }
      }
    }
  }
}

extension MediaItem.Kind: JSONDecodable {}

extension MediaItem: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      kind: try json.decode("kind"), box: try json.decode("box"),
      mediaType: try json.decodeIfPresent("type"), name: try json.decodeIfPresent("name"),
      isEmbedded: try json.decode("embedded"), cues: try json.decodeIfPresent("cues") ?? [])
  }
}
