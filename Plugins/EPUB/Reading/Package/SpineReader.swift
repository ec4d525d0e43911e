import RectoMarkup
import RectoPageModel

/// The reading order (EPUB 3.3, 5.7).
struct Spine {
  private(set) var items: [SpineItem] = []
  /// The NCX that the spine names.
  let contentsItem: String?
  let direction: ReadingDirection?

  /// Throws `damaged` if nothing is left to show, `limit` beyond the limits, and `unsupported` if a
  /// document is encrypted.
  init(
    package: XMLElement, manifest: Manifest, rendition: Rendition, container: BookContainer,
    warnings: inout BookWarnings
  ) throws(PageError) {
    guard let spine = package.children(named: "spine").first else {
      throw PageError(.damaged, "it has no spine")
    }
    contentsItem = spine.attribute("toc")?.trimmed
    direction = spine.attribute("page-progression-direction").flatMap {
      ReadingDirection(rawValue: $0.trimmed)
    }
    let references = spine.children(named: "itemref")
    guard references.count <= BookLimits.spineItems else {
      throw PageError(
        .limit,
        "the spine has \(references.count) documents: the limit is \(BookLimits.spineItems)")
    }
    var lost: String?
    for reference in references {
      do throws(Omission) {
        let (item, unknown) = try Self.item(
          reference, manifest: manifest, rendition: rendition, in: container)
        if let unknown {
          warnings.add(
            .unknownMediaType,
            "\(item.path.text.printable) is of the type \(unknown.printable), which cannot be shown, "
              + "and has no fallback that can"
              + (item.canBeShown ? ": it is shown as the document that its name says" : ""))
        }
        items.append(item)
      } catch {
        warnings.add(error.code, error.sentence)
        lost = lost ?? error.sentence
      }
    }
    for item in items where container.encryption.isProtected(item.path) {
      // Throws its reason.
      _ = try container.storedBytes(of: item.path, limit: BookLimits.resourceBytes)
    }
    guard !items.isEmpty else {
      throw PageError(
        .damaged, "there is nothing to show: \(lost ?? "the spine has no documents")")
    }
  }

  /// The reason why a reference is left out.
  private struct Omission: Error {
    var code: BookWarnings.Code
    var sentence: String
  }

  /// The document, and its stated type where none of that type can be shown.
  private static func item(
    _ element: XMLElement, manifest: Manifest, rendition: Rendition, in container: BookContainer
  ) throws(Omission) -> (SpineItem, unknownType: String?) {
    let id = element.attribute("idref")?.trimmed ?? ""
    guard let stated = manifest[id] else {
      throw Omission(
        code: .damagedPackage,
        sentence: id.isEmpty
          ? "a reference of the spine has no idref"
          : "the spine names the item \(id.printable), which the manifest does not list")
    }
    let properties = element.attribute("properties")?.listed ?? []
    let own = rendition.overridden(by: properties)
    let item = manifest.shown(stated, runsScripts: own.layout == .prePaginated) {
      $0.path.map(container.contains) ?? false
    }
    guard let path = item.path, container.contains(path) else {
      throw Omission(
        code: .missingFile,
        sentence: "the item \(id.printable) is not in the book: "
          + (item.path?.text ?? "its address is elsewhere").printable)
    }
    let isKnown = item.isContentDocument || item.isPicture
    let mediaType = isKnown ? item.mediaType : DocumentTypes.type(ofName: path) ?? item.mediaType
    let document = SpineItem(
      id: id, path: path, statedPath: stated.path ?? path, mediaType: mediaType,
      isLinear: element.attribute("linear")?.trimmed != "no", rendition: own,
      placement: placement(properties), properties: properties,
      overlay: item.overlay.flatMap { manifest[$0]?.path })
    return (document, isKnown ? nil : item.mediaType)
  }

  private static func placement(_ properties: [String]) -> SpineItem.Placement? {
    for property in properties {
      let name = property.hasPrefix("rendition:") ? property.dropFirst(10) : property[...]
      guard name.hasPrefix("page-spread-") else { continue }
      if let placement = SpineItem.Placement(rawValue: String(name.dropFirst(12))) {
        return placement
      }
    }
    return nil
  }
}
