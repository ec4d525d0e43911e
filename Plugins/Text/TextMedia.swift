import RectoPageModel

extension LayoutPage: MediaPage {
  func media() throws(PageError) -> [MediaItem] {
    let files = publication.composition.pictures.files
    return plan.content.media.map { media in
      MediaItem(
        kind: media.kind == .audio ? .audio : .video,
        box: media.placement.box(within: plan.area), mediaType: media.mediaType,
        name: media.source,
        isEmbedded: (try? RelativePath(media.source)).map(files.contains) ?? false)
    }
  }

  func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    try mediaData(at: index, limit: limit, in: publication.composition.pictures.files)
  }
}
