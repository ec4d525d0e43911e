import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  /// Targets may lead anywhere, so that all pages must be counted.
  static let outline = RequestDeclaration.ofPublication(
    "the outline", .outline, goal: .whole,
    answer: { _, publication throws(PageError) in
      exactJSON(try (publication as? any OutlinedPublication)?.outline() ?? [])
    },
    call: { call, _ in call.ask(call.table.outline) },
    export: { $0.outline = { answerExported(PublicationRequest(.outline), $1, $2) } })
}

extension ChannelPublication: OutlinedPublication {
  public func outline() throws(PageError) -> [OutlineItem] {
    let items: [OutlineItem] = try list(.outline, if: .outline)
    let pageCount = try items.isEmpty ? pageCount : countForTargets()
    return items.map { $0.checked(pageCount: pageCount) }
  }
}
