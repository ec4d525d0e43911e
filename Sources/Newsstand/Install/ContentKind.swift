import RectoPageModel
import RectoPipeline

/// Finds the extension that a file's content should have, whatever it was called.
struct ContentKind {
  private let backends: [any PageBackend]
  private let types: MediaTypes

  init(_ backends: [any PageBackend]) {
    self.backends = backends
    types = MediaTypes(backends)
  }

  /// The extension in the URL of a file, if a backend reads files of that name; else that of its media
  /// type, first the catalog's and then the server's. Empty if neither is known.
  func hint(of asset: IssueAsset?, _ file: DownloadedFile) -> String {
    if let name = asset?.fileExtension,
      backends.contains(where: { $0.info.fileExtensions.contains(name) })
    {
      return name
    }
    return [asset?.mediaType, file.mediaType].lazy.compactMap { $0 }
      .compactMap(types.nameEnd(ofType:)).first ?? ""
  }

  /// The extension without its dot; `bin` if it is unknown. The hint chooses among kinds of the
  /// same look, such as text or archives.
  ///
  /// - Parameter hint: See `hint`.
  func fileExtension(ofFile path: String, hint: String) -> String {
    guard let bytes = try? FileBytes(path: path) else { return "bin" }
    let head = bytes.prefix(64)
    for (magic, offset, name) in Self.signatures where head.dropFirst(offset).starts(with: magic) {
      return name
    }
    if head.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      // Many books have their `mimetype` in another place than OCF 3.3, 4.3 says, or compressed.
      if head.dropFirst(30).starts(with: Array("mimetypeapplication/epub+zip".utf8))
        || ZipDirectory(path)?.names.contains("META-INF/container.xml") == true
      {
        return "epub"
      }
      return ["cbz", "hpub"].contains(hint) ? hint : "zip"
    }
    return recognized(bytes, as: hint) ?? recognized(bytes, as: "") ?? "bin"
  }

  /// The format as which the most confident backend reads a file of that extension; nil if none
  /// reads it.
  private func recognized(_ bytes: FileBytes, as hint: String) -> String? {
    let name = hint.isEmpty ? "content" : "content.\(hint)"
    let probe = SourceProbe(Source(path: name, content: .file(bytes)))
    let sure = backends.map { ($0, $0.recognizes(probe)) }.filter { $0.1 > .none }
    guard let (backend, _) = sure.max(by: { $0.1 < $1.1 }) else { return nil }
    let known = backend.info.fileExtensions
    return known.contains(hint) ? hint : known.first
  }

  private static let signatures: [([UInt8], Int, String)] = [
    (Array("%PDF-".utf8), 0, "pdf"), ([0x89, 0x50, 0x4E, 0x47], 0, "png"),
    ([0xFF, 0xD8, 0xFF], 0, "jpg"), (Array("GIF8".utf8), 0, "gif"),
    (Array("WAVE".utf8), 8, "wav"), (Array("OggS".utf8), 0, "ogg"),
    (Array("ftypM4A".utf8), 4, "m4a"), ([0x1A, 0x45, 0xDF, 0xA3], 0, "webm"),
    (Array("WEBP".utf8), 8, "webp"), ([0x49, 0x49, 0x2A, 0], 0, "tif"),
    ([0x4D, 0x4D, 0, 0x2A], 0, "tif"), (Array("ftypavif".utf8), 4, "avif"),
    (Array("ftypheic".utf8), 4, "heic"), (Array("ID3".utf8), 0, "mp3"),
    (Array("ftyp".utf8), 4, "mp4"),
  ]
}

extension IssueAsset {
  /// The extension of the name in its URL, in small letters; empty if there is none.
  var fileExtension: String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let text = RectoPageModel.fileExtension(ofName: path.split(separator: "/").last ?? "")
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return (1...10).contains(text.utf8.count) && isPlain ? text : ""
  }
}
