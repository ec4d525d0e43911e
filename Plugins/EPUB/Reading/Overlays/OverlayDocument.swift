import RectoMarkup
import RectoPageModel

/// The clips of a SMIL document.
enum OverlayDocument {
  /// Throws the errors of reading XML, and `damaged` if it is not SMIL.
  static func clips(_ bytes: FileBytes, at path: RelativePath) throws(PageError) -> [MediaOverlay
    .Clip]
  {
    try XMLDocument(bytes, as: .xml).withRoot { root throws(PageError) in
      guard root.name == "smil" else { throw PageError(.damaged, "its root is not smil") }
      return root.descendants { $0.name == "par" }.compactMap { clip($0, at: path) }
    }
  }

  private static func clip(_ par: XMLElement, at path: RelativePath) -> MediaOverlay.Clip? {
    func reference(_ element: XMLElement?) -> BookReference? {
      element?.attribute("src").flatMap { BookReference($0, from: path) }
    }
    func time(_ name: String, of element: XMLElement?) -> Double? {
      element?.attribute(name).flatMap { ClockValue.seconds($0.trimmed) }
    }
    guard let text = reference(par.children(named: "text").first) else { return nil }
    let audio = par.children(named: "audio").first
    return MediaOverlay.Clip(
      text: text, audio: reference(audio), begin: time("clipBegin", of: audio) ?? 0,
      end: time("clipEnd", of: audio))
  }
}
