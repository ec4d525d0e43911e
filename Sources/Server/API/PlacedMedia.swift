import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline

/// The sounds and films of a page: their addresses, and their bytes if the server has them.
///
/// The server itself sends those that are files in a folder. Only workers read the inside of a
/// file, such as an archive: they are asked for the media that the page lists.
struct PlacedMedia: Sendable {
  private enum Place {
    case web(String)
    /// The path of a file of the disk.
    case file(String)
    case inside
    case nowhere
  }

  private let call: PublicationCall
  private let page: Int

  init(_ call: PublicationCall, page: Int) {
    self.call = call
    self.page = page
  }

  /// `{"kind","box","type","name","source","cues"}`; without `source` if it is not available, and with
  /// `cues` only if there are any.
  func write(_ media: MediaItem, at index: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", media.kind == .sound ? "audio" : media.kind.rawValue)
      json.member("box", media.box)
      json.optional("type", media.mediaType)
      json.optional("name", media.name)
      switch place(of: media) {
      case .web(let address): json.member("source", address)
      case .file, .inside:
        json.member(
          "source", call.call.localLinks.media(call.item.id, call.layout, page: page, index))
      case .nowhere: break
      }
      if !media.cues.isEmpty {
        json.key("cues")
        json.array(media.cues) { $0.value($1) }
      }
    }
  }

  /// The bytes of one of them. Throws 404, and what reading them throws.
  func response(_ index: Int) async throws -> HTTPResponse {
    let tag = tag(index)
    let store = call.context.media
    if let kept = store[tag] { return response(kept, tag) }
    let media = try await call.reading { () async throws(PageError) in
      try await call.publication.media(ofPage: page)
    }
    guard media.indices.contains(index) else {
      throw ServerError.notFound("the page has \(media.count) sounds and films")
    }
    let medium = media[index]
    switch place(of: medium) {
    case .file(let path):
      let file = try ShelfFile.open(path)
      guard let status = FileStatus(path) else {
        throw ServerError.notFound("the file is not there")
      }
      return response(
        MediaStore.Medium(type: type(of: medium), file: file),
        EntityTag(parts: ["media", status.text]))
    case .inside:
      if call.call.hasCurrent(tag) {
        return HTTPResponse(
          .notModified,
          headers: ["ETag": tag.header, "Cache-Control": Caching.revalidate.header])
      }
      let publication = call.publication
      let kept = try await store.medium(tag, type: type(of: medium)) {
        [page] () async throws(PageError) in
        try await publication.mediaData(ofPage: page, at: index)
      }
      return response(kept, tag)
    case .web, .nowhere:
      throw ServerError.notFound("its bytes are not in the publication")
    }
  }

  private func response(_ medium: MediaStore.Medium, _ tag: EntityTag) -> HTTPResponse {
    HTTPResponse(
      .ok,
      headers: [
        "Content-Type": medium.type, "ETag": tag.header,
        "Cache-Control": Caching.revalidate.header,
        "Content-Security-Policy": ContentPolicy.foreign,
      ], body: .file(medium.file))
  }

  /// The tag of an embedded medium, known before it is read.
  private func tag(_ index: Int) -> EntityTag {
    let backend = call.publication.backend
    return EntityTag(parts: [
      "media", call.item.version, backend.id, backend.version, call.layout.query, "\(page)",
      "\(index)",
    ])
  }

  private func place(of media: MediaItem) -> Place {
    if let name = media.name, isOutside(name) { return .web(name) }
    if let path = path(of: media), FileStatus(path)?.isFile == true { return .file(path) }
    // Only media that browsers play are read.
    return media.isEmbedded && [.audio, .video].contains(media.kind) ? .inside : .nowhere
  }

  /// True if it is an address on the web.
  private func isOutside(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("https://") || name.hasPrefix("http://")
  }

  /// The path of the file in the publication's folder, whether it exists or not; nil outside a
  /// folder.
  private func path(of media: MediaItem) -> String? {
    guard !call.item.isFile, let name = media.name, let below = try? RelativePath(name),
      below.components.allSatisfy({ !$0.hasPrefix(".") })
    else { return nil }
    return "\(call.item.path)/\(below.text)"
  }

  /// Only what plays is called by a type that a browser does anything with.
  private func type(of media: MediaItem) -> String {
    if let type = media.mediaType?.lowercased(),
      type.hasPrefix("audio/") || type.hasPrefix("video/"),
      type.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    {
      return type
    }
    let types = [
      "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
      "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
      "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg",
      "mov": "video/quicktime",
    ]
    let suffix = (try? RelativePath(media.name ?? ""))?.fileExtension ?? ""
    return types[suffix] ?? "application/octet-stream"
  }
}
