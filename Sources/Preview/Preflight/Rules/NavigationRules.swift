import Glibc
import RectoPageModel

/// Links that lead nowhere. No address is ever called: only its form is looked at.
struct LinksRule: PreflightRule {
  static let broken = PreflightRuleKind(
    "link-broken", "A link leads to a page, an anchor or a file that is not there",
    advice: "Correct where the link leads, or take it out")
  static let malformed = PreflightRuleKind(
    "address-malformed", "A link has an address that no browser can open",
    advice: "Write the whole address, such as https://example.org/tides")
  static let insecure = PreflightRuleKind(
    "address-insecure", "A link has an address without TLS",
    advice: "Write https where the site has it")

  let kinds = [broken, malformed, insecure]
  let needs: Set<PageNeed> = [.links]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.links.compactMap { link in
      let boxes = link.quads.map(\.bounds)
      let box = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
      func observe(_ kind: PreflightRuleKind, _ message: String) -> Observation {
        Observation(kind, page: page.index, box: box, message)
      }
      switch link.target {
      case .broken(let name):
        return observe(Self.broken, "a link leads to \(name.excerpt), which is not there")
      case .page(let index, _) where !(0..<page.pageCount).contains(index):
        return observe(Self.broken, "a link leads to page \(index &+ 1) of \(page.pageCount)")
      case .file(let name):
        return Self.isMissing(name, in: page.folder)
          ? observe(Self.broken, "a link leads to the file \(name.excerpt), which is not there")
          : nil
      case .url(let url):
        switch AddressForm(url) {
        case .malformed(let reason):
          return observe(Self.malformed, "the address \(url.excerpt) \(reason)")
        case .insecure: return observe(Self.insecure, "the address \(url.excerpt) is without TLS")
        case .good: return nil
        }
      case .page, .action: return nil
      }
    }
  }

  /// True if a file that a PDF names is not beside it; paths that lead out of its folder are not
  /// checked.
  private static func isMissing(_ name: String, in folder: String?) -> Bool {
    guard let folder, let path = try? RelativePath(name) else { return false }
    return access("\(folder)/\(path.text)", F_OK) != 0
  }
}

/// Entries of the table of contents that lead nowhere, and issues that have none.
struct OutlineRule: PreflightRule {
  static let broken = PreflightRuleKind(
    "outline-broken", "An entry of the table of contents leads nowhere",
    advice: "Correct where the entry leads, or take it out")
  static let missing = PreflightRuleKind(
    "outline-missing", "A long issue has no table of contents for the reader's program",
    advice: "Export the file with bookmarks")

  let kinds = [broken, missing]
  let needs: Set<PageNeed> = []

  /// The number of pages from which an issue needs a table of contents.
  private static let longIssue = 10

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    guard !issue.outline.isEmpty else {
      let lacksOutline = issue.pageCount >= Self.longIssue
      return lacksOutline
        ? [Observation(Self.missing, "the issue has \(issue.pageCount) pages and no outline")] : []
    }
    return issue.outline.flatMap { broken(in: $0, issue.pageCount) }
  }

  private func broken(in item: OutlineItem, _ pageCount: Int) -> [Observation] {
    var found: [Observation] = []
    switch item.target {
    case .broken(let name):
      found.append(
        Observation(
          Self.broken,
          "the entry \"\(item.title.excerpt)\" leads to \(name.excerpt), which is not there"))
    case .page(let index, _) where !(0..<pageCount).contains(index):
      found.append(
        Observation(
          Self.broken,
          "the entry \"\(item.title.excerpt)\" leads to page \(index &+ 1) of \(pageCount)"))
    default: break
    }
    return found + item.children.flatMap { broken(in: $0, pageCount) }
  }
}
