import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let fonts = RequestDeclaration.ofPublication(
    "the fonts", .fonts,
    answer: { _, publication throws(PageError) in
      exactJSON(try (publication as? any FontsPublication)?.fonts() ?? [])
    },
    call: { call, _ in call.ask(call.table.fonts) },
    export: { $0.fonts = { answerExported(PublicationRequest(.fonts), $1, $2) } })
}

extension ChannelPublication: FontsPublication {
  public func fonts() throws(PageError) -> [FontUse] { try list(.fonts, if: .fonts) }
}
