import RectoPageModel

/// The narrations that documents of the spine have.
enum OverlayReader {
  static func overlays(
    of spine: [SpineItem], manifest: Manifest, metadata: MetadataReader, container: BookContainer,
    warnings: inout BookWarnings
  ) -> [MediaOverlay] {
    var overlays: [MediaOverlay] = []
    var seen: Set<RelativePath> = []
    for item in spine {
      guard let path = item.overlay, seen.insert(path).inserted else { continue }
      do throws(PageError) {
        let clips = try OverlayDocument.clips(container.document(at: path), at: path)
        let id = manifest.items.first { $0.path == path }?.id ?? ""
        overlays.append(
          MediaOverlay(
            path: path, document: item.path,
            duration: metadata.duration(ofItem: id) ?? stated(clips), clips: clips))
      } catch {
        let sentence = error.message.hasPrefix(path.text) ? error : error.about(path.text)
        warnings.add(.damagedOverlay, "the narration is not used: \(sentence.message)")
      }
    }
    return overlays
  }

  /// The sum of the clips whose ends are stated, in seconds.
  private static func stated(_ clips: [MediaOverlay.Clip]) -> Double {
    clips.reduce(0) { sum, clip in sum + max(0, (clip.end ?? clip.begin) - clip.begin) }
  }
}
