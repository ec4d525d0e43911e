import CRectoPoppler
import RectoPageModel

extension PDFPage: MediaPage {
  /// Movie and screen annotations (ISO 32000-2, 13.2 and 13.4), and links that play a rendition.
  func media() throws(PageError) -> [MediaItem] {
    var items: [MediaItem] = []
    visitMedia { medium in items.append(medium.item) }
    return items
  }

  /// The data of a rendition. Calls `poppler_media_save_to_callback`, which stops once the limit is
  /// exceeded.
  ///
  /// Throws `unsupported` for sound and 3D annotations, whose data poppler-glib does not return.
  func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    var place = 0
    var data: Result<[UInt8], PageError>?
    visitMedia { medium in
      if place == index {
        data = Result { () throws(PageError) in try medium.data(limit: limit) }
      }
      place += 1
    }
    guard let data else { throw .noSuchMedium(index) }
    return try data.get()
  }

  /// A medium while it is visited.
  private struct Medium {
    let item: MediaItem
    /// The `PopplerMedia *` of an annotation or action; nil if it has none.
    var rendition: OpaquePointer?

    func data(limit: Int) throws(PageError) -> [UInt8] {
      guard item.isEmbedded else { throw .mediumElsewhere }
      guard let rendition else {
        throw PageError(.unsupported, "sound and 3D annotations are not supported")
      }
      return try SavedBytes.collect("the medium", limit: limit) {
        poppler_media_save_to_callback(rendition, $0, $1, nil)
      }
    }
  }

  private func visitMedia(_ visit: (Medium) -> Void) {
    let _: [Never] = withAnnotations { annotation, box in
      medium(of: annotation, box).map(visit)
      return nil
    }
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    for element in elements(list, of: PopplerLinkMapping.self).reversed() {
      let mapping = element.pointee
      let box = geometry.shownUpToPage.apply(Rect(mapping.area))
      mapping.action.flatMap { played(by: $0, box) }.map(visit)
    }
  }

  private func medium(of annotation: OpaquePointer, _ box: Rect) -> Medium? {
    switch poppler_annot_get_annot_type(annotation) {
    case POPPLER_ANNOT_MOVIE:
      poppler_annot_movie_get_movie(annotation).map {
        movie(UnsafeMutableRawPointer($0), box)
      }
    case POPPLER_ANNOT_SCREEN:
      poppler_annot_screen_get_action(annotation).flatMap { played(by: $0, box) }
    case POPPLER_ANNOT_SOUND: annotated(.sound, box)
    case POPPLER_ANNOT_3D: annotated(.model, box)
    default: nil
    }
  }

  private func annotated(_ kind: MediaItem.Kind, _ box: Rect) -> Medium {
    Medium(item: MediaItem(kind: kind, box: box, mediaType: nil, name: nil, isEmbedded: true))
  }

  private func played(by action: UnsafeMutablePointer<PopplerAction>, _ box: Rect) -> Medium? {
    switch action.pointee.type {
    case POPPLER_ACTION_RENDITION:
      guard let media = action.pointee.rendition.media else { return nil }
      let type = borrowString(poppler_media_get_mime_type(media))
      let isEmbedded = poppler_media_is_embedded(media) != 0
      // Poppler does not keep the name of an embedded file, and logs a warning if it is asked for.
      let name = isEmbedded ? nil : borrowString(poppler_media_get_filename(media))
      let item = MediaItem(
        kind: kind(mediaType: type, name: name), box: box, mediaType: type, name: name,
        isEmbedded: isEmbedded)
      return Medium(item: item, rendition: media)
    case POPPLER_ACTION_MOVIE:
      return action.pointee.movie.movie.map { movie(UnsafeMutableRawPointer($0), box) }
    default:
      return nil
    }
  }

  private func movie(_ movie: UnsafeMutableRawPointer, _ box: Rect) -> Medium {
    let name = borrowString(poppler_movie_get_filename(OpaquePointer(movie)))
    return Medium(
      item: MediaItem(kind: .video, box: box, mediaType: nil, name: name, isEmbedded: false))
  }

  private func kind(mediaType: String?, name: String?) -> MediaItem.Kind {
    if let mediaType {
      if mediaType.hasPrefix("audio/") { return .audio }
      if mediaType.hasPrefix("video/") { return .video }
    }
    switch name?.split(separator: ".").last?.lowercased() {
    case "mp3", "wav", "aif", "aiff", "m4a", "ogg", "oga", "flac": return .audio
    case "mp4", "m4v", "mov", "avi", "mpg", "mpeg", "webm", "ogv", "swf", "flv": return .video
    default: return .other
    }
  }
}
