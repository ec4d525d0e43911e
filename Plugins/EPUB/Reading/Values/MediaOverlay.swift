import RectoPageModel

/// The narration of a document (EPUB 3.3, 9).
public struct MediaOverlay: Sendable, Hashable {
  /// The SMIL document.
  public var path: RelativePath
  /// The document of the spine that is read aloud.
  public var document: RelativePath
  /// The duration in the package, else the sum of the clips whose ends are stated; in seconds.
  public var duration: Double
  /// In the order in which they are heard.
  public var clips: [Clip]

  public struct Clip: Sendable, Hashable {
    /// The part of the document.
    public var text: BookReference
    /// Nil where the text is to be spoken by a machine.
    public var audio: BookReference?
    /// In seconds from the beginning of the audio file.
    public var begin: Double
    /// Nil for the end of the file.
    public var end: Double?
  }

  /// The audio files, each once.
  public var audioFiles: [BookReference] {
    var seen: Set<BookReference> = []
    return clips.compactMap(\.audio).filter { seen.insert($0).inserted }
  }

  /// The clips of one of the documents that it narrates, since several may share it.
  public func clips(of item: SpineItem) -> [Clip] {
    clips.filter { [item.path, item.statedPath].contains($0.text.path) }
  }
}
