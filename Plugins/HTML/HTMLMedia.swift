import RectoBrowser
import RectoPageModel

extension HTMLPage {
  /// Sound, film and frames. Their posters are in the page's picture.
  func media() throws(PageError) -> [MediaItem] {
    let reading = try read()
    return reading.media.compactMap { medium in
      let place = IssueAddress.parts(of: medium.address)
      let file = place.flatMap { try? RelativePath($0.path) }
      // A path out of the publication is not an address on the web either.
      let name = file?.text ?? place?.path ?? medium.address
      return MediaItem(
        kind: Self.kind(of: medium), box: medium.box, mediaType: medium.mediaType,
        name: name.isEmpty ? nil : name,
        isEmbedded: file.map(publication.source.files.contains) ?? false)
    }
  }

  func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    try mediaData(at: index, limit: limit, in: publication.source.files)
  }

  private static func kind(of medium: PageReading.Medium) -> MediaItem.Kind {
    switch medium.element {
    case "audio": .audio
    case "video": .video
    default: .other
    }
  }

  /// Pictures of `img`, with what their files take.
  func images() throws(PageError) -> [PlacedImage] {
    try read().images.map { picture in
      var placed = picture.placed
      placed.byteCount = IssueAddress.parts(of: picture.address)
        .flatMap { try? RelativePath($0.path) }
        .flatMap { try? publication.source.files.read($0, limit: Self.pictureLimit).count }
      return placed
    }
  }

  /// The maximum size in bytes of a picture whose file is measured.
  private static let pictureLimit = 256 << 20
}
