import RectoPageModel

/// Several publications as one. Its pages conform to every capability; one that a part lacks gives
/// empty lists.
final class PackagePublication: RemotePublication {
  let list: PartList
  private let manifest: PackageManifest

  init(_ manifest: PackageManifest, parts: PartList) {
    self.manifest = manifest
    list = parts
  }

  var parts: [Part] { list.parts }
  var pageCount: Int { list.pages.count }

  func offers(_ capability: Capability) -> Bool { info.capabilities.contains(capability) }

  /// The capabilities are those of any part, and an outline where a part has a title.
  var info: PublicationInfo {
    let infos = parts.map(\.publication.info)
    let first = zip(parts, infos).first { $0.0.label != .cover }?.1 ?? infos.first
    let all = Set(infos.flatMap(\.capabilities))
      .union(parts.contains { $0.title != nil } ? [.outline] : [])
    return PublicationInfo(
      format: "package", metadata: manifest.metadata,
      direction: manifest.direction ?? first?.direction ?? .leftToRight,
      isReflowable: infos.contains(where: \.isReflowable),
      capabilities: PackageBackend.capabilities.filter(all.contains),
      warnings: list.warnings + zip(parts, infos).flatMap(warnings))
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard list.pages.indices.contains(index) else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    let (part, page) = inner(index)
    do throws(PageError) {
      return PackagePage(
        try part.publication.page(at: page), at: index, part: part, publication: self)
    } catch {
      throw PageError(error.code, "\(part.path.text.printable): \(error.message)")
    }
  }

  func spreadPosition(ofPage index: Int) -> SpreadPosition {
    guard list.pages.indices.contains(index) else { return .automatic }
    let (part, page) = inner(index)
    return part.publication.spreadPosition(ofPage: page)
  }

  /// The part of a page, and the page's index there.
  func inner(_ index: Int) -> (part: Part, page: Int) {
    let (number, place) = list.pages[index]
    return (parts[number], parts[number].pages[place])
  }

  /// The warnings of a part, without those of pages that are not shown.
  private func warnings(of part: Part, _ info: PublicationInfo) -> [PageWarning] {
    info.warnings.compactMap { warning in
      let place = warning.page.flatMap(part.place)
      guard warning.page == nil || place != nil else { return nil }
      return PageWarning(
        code: warning.code, page: place,
        message: "\(part.path.text.printable): \(warning.message)")
    }
  }

  // MARK: Targets

  /// A target of a part as one of the whole.
  func target(_ target: LinkTarget, in part: Part) -> LinkTarget {
    switch target {
    case .page(let page, let point):
      list.place(of: page, in: part).map { .page($0, point) }
        ?? .broken("page \(page + 1) of \(part.path.text), which is not shown")
    case .file(let name), .url(let name), .broken(let name): elsewhere(name, in: part) ?? target
    case .action: target
    }
  }

  /// The page that a URL of another part refers to; `#page=3` is its third (RFC 8118).
  private func elsewhere(_ url: String, in part: Part) -> LinkTarget? {
    guard let (target, fragment) = list.part(of: url, in: part) else { return nil }
    let number = fragment.flatMap { fragment in
      fragment.hasPrefix("page=") ? Int(fragment.dropFirst("page=".count)) : nil
    }
    guard let number else { return .page(target.start, nil) }
    return number >= 1
      ? list.place(of: number - 1, in: target).map { .page($0, nil) } ?? .broken(url) : .broken(url)
  }
}
