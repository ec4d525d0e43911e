import RectoPageModel
import RectoPluginKit

/// The capabilities of the backend; one that it lacks gives an empty list.
extension OpenPublication {
  /// The words of a page in reading order, with their boxes in points: `PageText.none` if the page
  /// has no text or the backend does not read text.
  ///
  /// Throws as `facts(ofPage:_:)`, as do the methods below.
  public func text(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> PageText {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any TextPage)?.text() ?? .none
    }
  }

  /// The same with the page's index, label and size, as the text formats want it.
  public func textDocument(
    ofPage index: Int, includesGlyphs: Bool = false, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> PageTextDocument {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      PageTextDocument(
        index: index, label: page.label, size: page.size,
        text: try (page as? any TextPage)?.text() ?? .none, includesGlyphs: includesGlyphs)
    }
  }

  /// The links of a page. URLs are those of the source, unchecked.
  public func links(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [Link] {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any LinksPage)?.links() ?? []
    }
  }

  /// The sounds, films and models that a page has places for.
  public func media(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [MediaItem] {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any MediaPage)?.media() ?? []
    }
  }

  /// The bytes of a medium of a page, by its index in `media(ofPage:)`.
  ///
  /// Throws as `facts(ofPage:_:)`, `limit` beyond `Limits.mediaBytes`, `badRequest` if there is
  /// none of that index, `notFound` if it is not in the source, and `unsupported` if the backend
  /// cannot read it.
  public func mediaData(
    ofPage index: Int, at medium: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [UInt8] {
    let limit = limits.mediaBytes
    return try await ask(page: index, requestOptions) { page throws(PageError) in
      guard let page = page as? any MediaPage else { throw .noSuchMedium(medium) }
      return try page.mediaData(at: medium, limit: limit)
    }
  }

  /// The annotations of a page except links and form fields, including hidden ones.
  public func annotations(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [Annotation] {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any AnnotatedPage)?.annotations() ?? []
    }
  }

  /// The form fields of a page, with their values.
  public func formFields(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [FormField] {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any AnnotatedPage)?.formFields() ?? []
    }
  }

  /// The positions of pictures on a page, with their sizes in pixels.
  public func images(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [PlacedImage] {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any ImagesPage)?.images() ?? []
    }
  }

  /// The embedded thumbnail of a page, in any size; nil if the source has none. It may be older
  /// than the page: the two are not compared.
  public func thumbnail(
    ofPage index: Int, _ requestOptions: RequestOptions = .thumbnail
  ) async throws(PageError) -> Bitmap? {
    try await ask(page: index, requestOptions) { page throws(PageError) in
      try (page as? any ThumbnailPage)?.thumbnail()
    }
  }

  /// A list of the publication, or of the page at `index`, as the JSON array that the file of its
  /// capability describes: `kind` is one of `RequestKind.lists`.
  ///
  /// Throws as `facts(ofPage:_:)`.
  package func list(
    _ kind: RequestKind, ofPage index: Int = 0, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [UInt8] {
    if kind.isAboutPage { try check(index) }
    return try await ask(requestOptions) { publication throws(PageError) in
      try PublicationRequest(kind, index: index).list(of: publication)
    }
  }

  /// The table of contents, nested as the source has it.
  ///
  /// Throws `busy`, `cancelled`, `limit`, and what the backend throws; so do those that follow.
  public func outline(
    _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [OutlineItem] {
    try await ask(requestOptions) { publication throws(PageError) in
      try (publication as? any OutlinedPublication)?.outline() ?? []
    }
  }

  /// The names of the files that are attached to the publication; see `attachmentData(at:)`.
  public func attachments(
    _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [Attachment] {
    try await ask(requestOptions) { publication throws(PageError) in
      try (publication as? any AttachmentsPublication)?.attachments() ?? []
    }
  }

  /// The bytes of an attachment, by its index in `attachments()`.
  ///
  /// Throws `limit` beyond `Limits.attachmentBytes`, and `badRequest` if there is none of that
  /// index.
  public func attachmentData(
    at index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> [UInt8] {
    let limit = limits.attachmentBytes
    return try await ask(requestOptions) { publication throws(PageError) in
      guard let publication = publication as? any AttachmentsPublication else {
        throw PageError.noSuchAttachment(index)
      }
      return try publication.attachmentData(at: index, limit: limit)
    }
  }

  /// The layers that can be shown and hidden by `RenderRequest.layers`, nested as the
  /// source has them.
  public func layers() async throws(PageError) -> [Layer] {
    try await ask { publication throws(PageError) in
      try (publication as? any LayersPublication)?.layers() ?? []
    }
  }

  /// The fonts of the publication, each once.
  public func fonts() async throws(PageError) -> [FontUse] {
    try await ask { publication throws(PageError) in
      try (publication as? any FontsPublication)?.fonts() ?? []
    }
  }
}
