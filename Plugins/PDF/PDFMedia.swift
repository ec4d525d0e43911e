import CPoppler
import PageModel

extension PDFPage: MediaPage {
  /// Movie and screen annotations (ISO 32000-2, 13.2 and 13.4), and links that play a rendition.
  func media() throws(PageError) -> [MediaItem] {
    let placed: [MediaItem] = withAnnotations { annotation, box in
      switch poppler_annot_get_annot_type(annotation) {
      case POPPLER_ANNOT_MOVIE:
        return poppler_annot_movie_get_movie(annotation).map {
          movie(UnsafeMutableRawPointer($0), box)
        }
      case POPPLER_ANNOT_SCREEN:
        return poppler_annot_screen_get_action(annotation).flatMap { played(by: $0, box) }
      case POPPLER_ANNOT_SOUND:
        return MediaItem(kind: .sound, box: box, mediaType: nil, name: nil, isEmbedded: true)
      case POPPLER_ANNOT_3D:
        return MediaItem(kind: .model, box: box, mediaType: nil, name: nil, isEmbedded: true)
      default:
        return nil
      }
    }
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    let linked: [MediaItem] = elements(list).reversed().compactMap { element in
      let mapping = element.assumingMemoryBound(to: PopplerLinkMapping.self).pointee
      return mapping.action.flatMap {
        played(by: $0, geometry.shownUpToPage.apply(Rect(mapping.area)))
      }
    }
    return placed + linked
  }

  private func played(by action: UnsafeMutablePointer<PopplerAction>, _ box: Rect) -> MediaItem? {
    switch action.pointee.type {
    case POPPLER_ACTION_RENDITION:
      guard let media = action.pointee.rendition.media else { return nil }
      let type = borrowString(poppler_media_get_mime_type(media))
      let isEmbedded = poppler_media_is_embedded(media) != 0
      // Poppler forgets the name of an embedded file, and warns of the question.
      let name = isEmbedded ? nil : borrowString(poppler_media_get_filename(media))
      return MediaItem(
        kind: kind(mediaType: type, name: name), box: box, mediaType: type, name: name,
        isEmbedded: isEmbedded)
    case POPPLER_ACTION_MOVIE:
      return action.pointee.movie.movie.map { movie(UnsafeMutableRawPointer($0), box) }
    default:
      return nil
    }
  }

  private func movie(_ movie: UnsafeMutableRawPointer, _ box: Rect) -> MediaItem {
    let name = borrowString(poppler_movie_get_filename(OpaquePointer(movie)))
    return MediaItem(kind: .video, box: box, mediaType: nil, name: name, isEmbedded: false)
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
