import RectoMarkup
import RectoPageModel

/// The `guide` of EPUB 2 (OPF 2.0.1, 2.6), which landmarks took the place of.
enum GuideReader {
  static func entries(package: XMLElement, at path: RelativePath) -> [NavigationEntry] {
    let references = package.children(named: "guide").first?.children(named: "reference") ?? []
    return references.prefix(BookLimits.entries).compactMap { reference in
      guard let target = reference.attribute("href").flatMap({ BookReference($0, from: path) })
      else { return nil }
      return NavigationEntry(
        label: reference.attribute("title")?.collapsed ?? "", target: target,
        kinds: reference.attribute("type")?.listed ?? [])
    }
  }
}
