import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  /// Targets may lead anywhere, so that all pages must be counted.
  static let links = RequestDeclaration.ofPage(
    "the links", .links, goal: .whole,
    answer: { page throws(PageError) in exactJSON(try (page as? any LinksPage)?.links() ?? []) },
    call: { $0.ask($0.table.links, of: $1) },
    export: { $0.links = { answerExported(PublicationRequest(.links, index: Int($2)), $1, $3) } })
}

extension ChannelPage: LinksPage {
  public func links() throws(PageError) -> [Link] {
    let links: [Link] = try publication.list(.links, index: index, if: .links)
    let pageCount = try links.isEmpty ? publication.pageCount : publication.countForTargets()
    return links.map { link in
      Link(quads: link.quads, target: link.target.checked(pageCount: pageCount))
    }
  }
}
