import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let images = RequestDeclaration.ofPage(
    "the images", .images,
    answer: { page throws(PageError) in exactJSON(try (page as? any ImagesPage)?.images() ?? []) },
    call: { $0.ask($0.table.images, of: $1) },
    export: { $0.images = { answerExported(PublicationRequest(.images, index: Int($2)), $1, $3) } })
}

extension ChannelPage: ImagesPage {
  public func images() throws(PageError) -> [PlacedImage] {
    try publication.list(.images, index: index, if: .images)
  }
}
