import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoRaster

/// A golden that is ready to be written.
public struct Recording: Sendable {
  public var entry: GoldenEntry
  /// A PNG file.
  public var picture: [UInt8]
  /// The page's text with its glyphs, as `recto text --format json` has a page.
  public var text: [UInt8]

  /// Encodes a page. Throws `limit` if a PNG cannot hold its picture.
  init(
    _ snapshot: PageSnapshot, _ facts: PageFacts, key: GoldenKey, platform: String,
    request: RenderRequest, backend: BackendVersion
  ) throws(PageError) {
    let text = snapshot.text ?? .none
    let words = text.blocks.flatMap(\.lines).flatMap(\.words)
    entry = GoldenEntry(
      key: key, label: facts.label, recordedOn: platform, request: request.canonicalForm,
      backend: backend, fonts: Set(words.compactMap(\.font)).sorted(),
      transform: snapshot.transform)
    picture = try snapshot.picture.png()
    let document = PageTextDocument(
      index: facts.index, label: facts.label, size: facts.size, text: text, includesGlyphs: true)
    self.text = JSONWriter.bytes(of: document, isExact: true) + [0x0A]
  }
}

extension Bitmap {
  /// A small PNG file: goldens are kept for long. Throws `limit`.
  func png() throws(PageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try ImageEncoder().encode(self, EncodeOptions(format: .png, level: 6)) { bytes = Array($0) }
    return bytes
  }
}

/// The goldens that a run writes. A run that writes one did not test it, and so fails.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
  /// All that are not as the pages are now.
  case all
  /// Goldens that do not pass, are unreadable or are missing.
  case failed
  /// Missing goldens.
  case missing
  case never

  /// The mode itself, or `never` on a machine for continuous integration, where the environment
  /// variable `CI` is set: its recordings would be lost.
  public func allowed(inCI value: String?) -> RecordingMode {
    ["", "0", "false"].contains(value ?? "") ? self : .never
  }
}
