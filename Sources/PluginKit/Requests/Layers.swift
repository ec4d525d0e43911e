import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let layers = RequestDeclaration.ofPublication(
    "the layers", .layers,
    answer: { _, publication throws(PageError) in
      exactJSON(try (publication as? any LayersPublication)?.layers() ?? [])
    },
    call: { call, _ in call.ask(call.table.layers) },
    export: { $0.layers = { answerExported(PublicationRequest(.layers), $1, $2) } })
}

extension ChannelPublication: LayersPublication {
  public func layers() throws(PageError) -> [Layer] { try list(.layers, if: .layers) }
}
