import HTTP
import PageModel
import Pipeline

/// The sounds and films of a page: where they can be had, and their bytes where the server has them.
///
/// It has those that lie as files in a folder. What is inside of a file, such as an archive, is for
/// workers alone to read, and they hand out pages only.
struct PlacedMedia: Sendable {
  private let call: PublicationCall
  private let page: Int

  init(_ call: PublicationCall, page: Int) {
    self.call = call
    self.page = page
  }

  /// `{"kind","box","type","name","source"}`; no `source` where there is none that can be had.
  func write(_ media: MediaItem, at index: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", media.kind == .sound ? "audio" : media.kind.rawValue)
      json.member("box", media.box)
      json.optional("type", media.mediaType)
      json.optional("name", media.name)
      if let name = media.name, isOutside(name) {
        json.member("source", name)
      } else if path(of: media) != nil {
        json.member("source", call.call.localLinks.media(call.item.id, page: page, index))
      }
    }
  }

  /// The bytes of one of them. Throws 404.
  func response(_ index: Int) async throws -> HTTPResponse {
    let media = try await call.reading { () async throws(PageError) in
      try await call.publication.media(ofPage: page)
    }
    guard media.indices.contains(index) else {
      throw ServerError.notFound("the page has \(media.count) sounds and films")
    }
    guard let path = path(of: media[index]) else {
      throw ServerError.notFound("its bytes are not in a file of the publication's folder")
    }
    let region = try ShelfFile.open(path)
    guard let facts = FileFacts(path) else { throw ServerError.notFound("the file is not there") }
    return HTTPResponse(
      .ok,
      headers: [
        "Content-Type": type(of: media[index], path),
        "ETag": EntityTag(parts: ["media", facts.text]).header,
        "Cache-Control": Caching.revalidate.header,
        "Content-Security-Policy": "default-src 'none'; sandbox",
      ], body: .file(region))
  }

  /// Whether it is an address on the web.
  private func isOutside(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("https://") || name.hasPrefix("http://")
  }

  /// Of the file in the publication's folder, whether it is there or not; nil where it is in none.
  private func path(of media: MediaItem) -> String? {
    guard !call.item.isFile, let name = media.name, let below = try? RelativePath(name),
      below.components.allSatisfy({ !$0.hasPrefix(".") })
    else { return nil }
    return "\(call.item.path)/\(below.text)"
  }

  /// Only what plays is called by a type that a browser does anything with.
  private func type(of media: MediaItem, _ path: String) -> String {
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
    let suffix = Source(path: path, content: .folder(entries: [])).fileExtension
    return types[suffix] ?? "application/octet-stream"
  }
}
