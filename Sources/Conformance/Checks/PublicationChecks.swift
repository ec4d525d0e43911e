import RectoPageModel

/// Checks that a publication's info is plausible and does not change.
struct InfoCheck: PublicationCheck {
  let name = "info"

  func problems(of publication: any Publication) -> [String] {
    let info = publication.info
    var complaints: [String] = []
    if publication.pageCount < 1 { complaints.append("it has no pages") }
    if info.format.isEmpty { complaints.append("its format has no name") }
    if info != publication.info { complaints.append("it changes between calls") }
    for (field, date) in [("created", info.metadata.created), ("modified", info.metadata.modified)]
    {
      if let date, !isTimestamp(date) {
        complaints.append("\(field) is \(date), which is not ISO 8601 in UTC")
      }
    }
    for warning in info.warnings where !isSound(warning, publication) {
      complaints.append("the warning \(warning.code) has no code, no sentence or no such page")
    }
    return complaints
  }

  private func isSound(_ warning: PageWarning, _ publication: any Publication) -> Bool {
    !warning.code.isEmpty && !warning.message.isEmpty
      && warning.page.map { $0 >= 0 && $0 < publication.pageCount } ?? true
  }

  /// `2026-11-21T10:00:00Z`
  private func isTimestamp(_ text: String) -> Bool {
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    let bytes = Array(text.utf8)
    return bytes.count == pattern.count
      && zip(bytes, pattern).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == wanted
      }
  }
}

/// Checks that a publication and its pages conform to the capabilities that the publication
/// declares.
struct CapabilitiesCheck: PublicationCheck {
  let name = "capabilities"

  func problems(of publication: any Publication) throws(PageError) -> [String] {
    let declared = publication.info.capabilities
    let page = try publication.page(at: 0)
    var complaints = Capability.allCases.compactMap { capability -> String? in
      let isRelayed = (publication as? any RemotePublication)?.offers(capability) ?? true
      let isThere = isRelayed && capability.isProvided(type(of: publication), type(of: page))
      return switch (declared.contains(capability), isThere) {
      case (true, false): "\(capability.rawValue) is declared but not provided"
      case (false, true): "\(capability.rawValue) is provided but not declared"
      default: nil
      }
    }
    if Set(declared).count < declared.count { complaints.append("a capability is declared twice") }
    return complaints
  }
}

/// The table of contents leads to pages that exist.
struct OutlineCheck: PublicationCheck {
  let name = "outline"

  func problems(of publication: any Publication) throws(PageError) -> [String] {
    guard let outlined = publication as? any OutlinedPublication else { return [] }
    func complaints(_ items: [OutlineItem]) -> [String] {
      items.flatMap { item in
        [item.target?.complaint(pageCount: publication.pageCount)].compactMap { $0 }
          .map { "\"\(item.title)\" \($0)" } + complaints(item.children)
      }
    }
    return complaints(try outlined.outline())
  }
}

extension LinkTarget {
  /// The reason why a target is invalid; nil for a target that exists and for one that is declared
  /// broken.
  func complaint(pageCount: Int) -> String? {
    guard case .page(let index, let point) = self else { return nil }
    guard index >= 0, index < pageCount else {
      return "leads to index \(index) of \(pageCount) pages"
    }
    if let point, !(point.x.isFinite && point.y.isFinite) {
      return "leads to a place that is not a number"
    }
    return nil
  }
}

/// The place at which a page begins is on that page.
struct LocatorCheck: PageCheck {
  let name = "locator"

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let publication = publication as? any LocatingPublication,
      (publication as? any RemotePublication)?.offers(.locators) ?? true
    else { return [] }
    let locator = try publication.locator(ofPage: page.index)
    var complaints: [String] = []
    do throws(PageError) {
      try locator.check()
    } catch {
      complaints.append("its place cannot be: \(error.message)")
    }
    let found = try publication.page(of: locator)
    if found != page.index {
      complaints.append("its place is \(found.map { "on page \($0 + 1)" } ?? "nowhere")")
    }
    return complaints
  }
}

/// Pages exist from 0 to the count, and nowhere else.
struct PageRangeCheck: PublicationCheck {
  let name = "page-range"

  func problems(of publication: any Publication) -> [String] {
    let count = publication.pageCount
    let beyond = [-1, count, Int(Int32.max)].compactMap { index -> String? in
      do throws(PageError) {
        _ = try publication.page(at: index)
        return "index \(index) gives a page although there are \(count)"
      } catch {
        return error.code == .noSuchPage
          ? nil : "index \(index) gives the error \(error.code.rawValue) and not noSuchPage"
      }
    }
    let within = Set([0, count / 2, count - 1]).sorted().compactMap { index -> String? in
      guard let page = try? publication.page(at: index) else { return nil }
      if page.index != index { return "the page at \(index) says that it is at \(page.index)" }
      return page.label.isEmpty ? "the page at \(index) has an empty label" : nil
    }
    return beyond + within
  }
}
