import RectoPageModel

/// Checks that a publication and its pages conform to the capabilities that the publication
/// declares.
struct CapabilitiesCheck: PublicationCheck {
  let name = "capabilities"

  func complaints(about publication: any Publication) throws(PageError) -> [String] {
    let declared = publication.info.capabilities
    let page = try publication.page(at: 0)
    let conformed: [Capability: Bool] = [
      .text: page is any TextPage,
      // The core searches in the text.
      .search: page is any TextPage,
      .links: page is any LinksPage,
      .outline: publication is any OutlinedPublication,
      .attachments: publication is any AttachmentsPublication,
      .layers: publication is any LayersPublication,
      .annotations: page is any AnnotatedPage,
      .media: page is any MediaPage,
      .fonts: publication is any FontsPublication,
      .images: page is any ImagesPage,
      .thumbnails: page is any ThumbnailPage,
      .locators: publication is any LocatingPublication,
      .pdf: publication is any PDFWritingPublication,
    ]
    var complaints = Capability.allCases.compactMap { capability -> String? in
      let isRelayed = (publication as? any RemotePublication)?.offers(capability) ?? true
      let isThere = isRelayed && (conformed[capability] ?? false)
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
