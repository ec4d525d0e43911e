import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let info = RequestDeclaration.ofPublication(
    "the publication", nil,
    answer: { _, publication throws(PageError) in exactJSON(PublicationFacts(publication)) },
    call: { call, _ in call.ask(call.table.info) },
    export: { $0.info = { answerExported(PublicationRequest(.info), $1, $2) } })

  static let page = RequestDeclaration.ofPage(
    nil, nil,
    answer: { page throws(PageError) in exactJSON(PageFacts(page)) },
    call: { $0.ask($0.table.page, of: $1) },
    export: { $0.page = { answerExported(PublicationRequest(.page, index: Int($2)), $1, $3) } })
}
