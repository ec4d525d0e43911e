import RectoMarkup
import RectoPageModel

/// The items of a book by their identifiers (EPUB 3.3, 5.6).
struct Manifest {
  /// In the order of the document; of two with one identifier the first counts.
  private(set) var items: [ManifestItem] = []
  private var places: [String: Int] = [:]

  /// Throws `damaged` without a manifest, and `limit` where it has too many items.
  init(
    package: XMLElement, at path: RelativePath, warnings: inout BookWarnings
  ) throws(PageError) {
    guard let manifest = package.children(named: "manifest").first else {
      throw PageError(.damaged, "it has no manifest")
    }
    let elements = manifest.children(named: "item")
    guard elements.count <= BookLimits.items else {
      throw PageError(
        .limit, "it lists \(elements.count) items: the limit is \(BookLimits.items)")
    }
    for element in elements {
      guard let id = element.attribute("id")?.trimmed, !id.isEmpty,
        let href = element.attribute("href")
      else {
        warnings.add(.damagedPackage, "an item of the manifest has no id or no href")
        continue
      }
      guard let reference = BookReference(href, from: path) else {
        warnings.add(
          .damagedPackage,
          "the item \(id.printable) names no file of the book: \"\(href.printable)\"")
        continue
      }
      guard places[id] == nil else {
        warnings.add(.damagedPackage, "two items of the manifest have the id \(id.printable)")
        continue
      }
      places[id] = items.count
      items.append(
        ManifestItem(
          id: id, reference: reference,
          mediaType: element.attribute("media-type")?.trimmed.lowercased() ?? "",
          properties: element.attribute("properties")?.listed ?? [],
          fallback: element.attribute("fallback")?.trimmed,
          overlay: element.attribute("media-overlay")?.trimmed))
    }
  }

  /// The pictures that stand in for those of types that no browser shows, by the paths of these
  /// (EPUB 3.3, 3.5.1).
  var substitutes: [RelativePath: ManifestItem] {
    var found: [RelativePath: ManifestItem] = [:]
    for item in items where item.mediaType.hasPrefix("image/") && item.fallback != nil {
      let shown = shown(item, runsScripts: true) { _ in true }
      guard let path = item.path, shown.id != item.id, shown.mediaType.hasPrefix("image/") else {
        continue
      }
      found[path] = shown
    }
    return found
  }

  subscript(id: String) -> ManifestItem? { places[id].map { items[$0] } }

  /// The first item with a property.
  func item(withProperty property: String) -> ManifestItem? {
    items.first { $0.properties.contains(property) }
  }

  /// The item that is shown for an item: among it and its fallbacks the first content document or
  /// picture for which `isThere`, and without any, the first that is there. Where no scripts run, one
  /// without comes before one with (EPUB RS 3.3, scripting).
  func shown(
    _ item: ManifestItem, runsScripts: Bool, isThere: (ManifestItem) -> Bool
  ) -> ManifestItem {
    var chain = [item]
    while let next = chain.last?.fallback.flatMap({ self[$0] }), !chain.contains(next),
      chain.count <= BookLimits.fallbacks
    {
      chain.append(next)
    }
    let there = chain.filter(isThere)
    let shown = there.filter { $0.isContentDocument || $0.isPicture }
    return shown.first { runsScripts || !$0.properties.contains("scripted") } ?? shown.first
      ?? there.first ?? item
  }
}
