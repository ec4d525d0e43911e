import CRectoPlugin
import RectoJSON
import RectoPageModel

/// A kind of request, declared in the file of its capability: all that the two sides of a channel
/// know of it.
struct RequestDeclaration: Sendable {
  typealias Answering =
    @Sendable (PublicationRequest, any Publication) throws(PageError) -> [UInt8]

  /// The subject of a request, for a sentence.
  var subject: @Sendable (PublicationRequest) -> String
  /// The capability without which a plugin's table needs no entry; nil for one that all have.
  var capability: Capability?
  /// True if it is about one page.
  var isAboutPage = false
  /// The pages that must be counted before it can be answered; nil if none need to be.
  var goal: @Sendable (PublicationRequest) -> PaginationGoal?
  /// True if the answer is not JSON, so that the request says its greatest length.
  var answersBytes = false
  /// The answer in its documented form. A capability that the publication lacks is an empty list,
  /// or `badRequest` or `unsupported` where there is no list.
  var answer: Answering
  /// Calls the entry of a plugin's table. Returns nil if the table has none.
  var call: @Sendable (PluginCall, PublicationRequest) -> Int32?
  /// Sets the entry in the table of a backend written in Swift.
  var export: @Sendable (inout recto_plugin) -> Void
}

extension RequestDeclaration {
  /// A request about the publication as a whole, which is answered in JSON.
  static func ofPublication(
    _ subject: String, _ capability: Capability?, goal: PaginationGoal? = nil,
    answer: @escaping Answering,
    call: @escaping @Sendable (PluginCall, PublicationRequest) -> Int32?,
    export: @escaping @Sendable (inout recto_plugin) -> Void
  ) -> RequestDeclaration {
    RequestDeclaration(
      subject: { _ in subject }, capability: capability, goal: { _ in goal }, answer: answer,
      call: call, export: export)
  }

  /// A request about one page, which needs the pages before it to be counted.
  ///
  /// `subject` comes before "of page 7"; without one the page itself is meant.
  static func ofPage(
    _ subject: String?, _ capability: Capability?, goal: PaginationGoal? = nil,
    answer: @escaping @Sendable (any Page) throws(PageError) -> [UInt8],
    call: @escaping @Sendable (PluginCall, Int32) -> Int32?,
    export: @escaping @Sendable (inout recto_plugin) -> Void
  ) -> RequestDeclaration {
    RequestDeclaration(
      subject: { request in
        let page = "page \(request.index &+ 1)"
        return subject.map { "\($0) of \(page)" } ?? page
      },
      capability: capability, isAboutPage: true, goal: { goal ?? .page($0.index) },
      answer: { request, publication throws(PageError) in
        try answer(try publication.page(at: request.index))
      },
      // `PluginChannel.answer` has checked that the index fits.
      call: { pluginCall, request in call(pluginCall, Int32(truncatingIfNeeded: request.index)) },
      export: export)
  }
}

extension RequestKind {
  var declaration: RequestDeclaration {
    switch self {
    case .info: .info
    case .page: .page
    case .text: .text
    case .links: .links
    case .media: .media
    case .mediaData: .mediaData
    case .annotations: .annotations
    case .formFields: .formFields
    case .images: .images
    case .thumbnail: .thumbnail
    case .outline: .outline
    case .attachments: .attachments
    case .attachmentData: .attachmentData
    case .layers: .layers
    case .fonts: .fonts
    case .locator: .locator
    case .pageOfLocator: .pageOfLocator
    case .pdf: .pdf
    }
  }
}

/// The exact JSON of a value: numbers are read back as the same ones.
func exactJSON(_ value: some JSONRepresentable) -> [UInt8] {
  JSONWriter.bytes(of: value, isExact: true)
}

/// The same of a list.
func exactJSON(_ values: [some JSONRepresentable]) -> [UInt8] {
  var json = JSONWriter(isExact: true)
  json.array(values) { $0.value($1) }
  return json.bytes
}
