import CRectoPlugin
import RectoPageModel

/// A member of `recto_plugin` for one kind of request. A kind that has none is asked for by the
/// member `ask`.
struct TableEntry: Sendable {
  typealias Sink = UnsafeMutablePointer<recto_sink>
  typealias Pointer = UnsafeMutableRawPointer
  typealias OfPublication = @convention(c) (Pointer?, Pointer?, Sink?) -> Int32
  typealias OfPage = @convention(c) (Pointer?, Pointer?, Int32, Sink?) -> Int32
  typealias WithDetail =
    @convention(c) (Pointer?, Pointer?, UnsafePointer<CChar>?, Int, Sink?) -> Int32

  let kind: RequestKind
  /// True if a table has it.
  let isThere: @Sendable (recto_plugin) -> Bool
  /// Calls it. Returns nil if the table has none.
  let call: @Sendable (PluginCall, PublicationRequest) -> Int32?
  /// Sets it in the table of a backend written in Swift.
  let export: @Sendable (inout recto_plugin) -> Void

  /// The entry for a kind of request; nil where that is asked for by `ask`.
  static func of(_ kind: RequestKind) -> TableEntry? { all[kind] }

  /// The interface has these, and gets no further ones: `ask` is there for all that follow.
  private static let all = Dictionary(
    uniqueKeysWithValues: [
      ofPublication(.info, \.info) { answerExported(PublicationRequest(.info), $1, $2) },
      ofPublication(.outline, \.outline) { answerExported(PublicationRequest(.outline), $1, $2) },
      ofPublication(.attachments, \.attachments) {
        answerExported(PublicationRequest(.attachments), $1, $2)
      },
      ofPublication(.layers, \.layers) { answerExported(PublicationRequest(.layers), $1, $2) },
      ofPublication(.fonts, \.fonts) { answerExported(PublicationRequest(.fonts), $1, $2) },
      ofPage(.page, \.page) { answerExported(PublicationRequest(.page, index: Int($2)), $1, $3) },
      ofPage(.text, \.text) { answerExported(PublicationRequest(.text, index: Int($2)), $1, $3) },
      ofPage(.links, \.links) {
        answerExported(PublicationRequest(.links, index: Int($2)), $1, $3)
      },
      ofPage(.media, \.media) {
        answerExported(PublicationRequest(.media, index: Int($2)), $1, $3)
      },
      ofPage(.annotations, \.annotations) {
        answerExported(PublicationRequest(.annotations, index: Int($2)), $1, $3)
      },
      ofPage(.formFields, \.form_fields) {
        answerExported(PublicationRequest(.formFields, index: Int($2)), $1, $3)
      },
      ofPage(.images, \.images) {
        answerExported(PublicationRequest(.images, index: Int($2)), $1, $3)
      },
      ofPage(.thumbnail, \.thumbnail) {
        answerExported(PublicationRequest(.thumbnail, index: Int($2)), $1, $3)
      },
      ofPage(.locator, \.locator) {
        answerExported(PublicationRequest(.locator, index: Int($2)), $1, $3)
      },
      withDetail(.pageOfLocator, \.page_of_locator) {
        answerExported(PublicationRequest(.pageOfLocator, detail: lentBytes($2, $3)), $1, $4)
      },
      withDetail(.pdf, \.pdf) {
        answerExported(PublicationRequest(.pdf, detail: lentBytes($2, $3)), $1, $4)
      },
      attachmentData, mediaData,
    ].map { ($0.kind, $0) })

  private static func ofPublication(
    _ kind: RequestKind, _ member: WritableKeyPath<recto_plugin, OfPublication?> & Sendable,
    _ exported: @escaping OfPublication
  ) -> TableEntry {
    TableEntry(
      kind: kind, isThere: { $0[keyPath: member] != nil },
      call: { call, _ in
        call.table[keyPath: member]?(call.table.`self`, call.publication, call.sink)
      },
      export: { $0[keyPath: member] = exported })
  }

  private static func ofPage(
    _ kind: RequestKind, _ member: WritableKeyPath<recto_plugin, OfPage?> & Sendable,
    _ exported: @escaping OfPage
  ) -> TableEntry {
    TableEntry(
      kind: kind, isThere: { $0[keyPath: member] != nil },
      call: { call, request in
        call.table[keyPath: member]?(
          call.table.`self`, call.publication, index(of: request), call.sink)
      },
      export: { $0[keyPath: member] = exported })
  }

  private static func withDetail(
    _ kind: RequestKind, _ member: WritableKeyPath<recto_plugin, WithDetail?> & Sendable,
    _ exported: @escaping WithDetail
  ) -> TableEntry {
    TableEntry(
      kind: kind, isThere: { $0[keyPath: member] != nil },
      call: { call, request in
        request.withDetail { detail, count in
          call.table[keyPath: member]?(
            call.table.`self`, call.publication, detail, count, call.sink)
        }
      },
      export: { $0[keyPath: member] = exported })
  }

  private static let attachmentData = TableEntry(
    kind: .attachmentData, isThere: { $0.attachment_data != nil },
    call: { call, request in
      call.table.attachment_data?(
        call.table.`self`, call.publication, index(of: request), UInt64(request.answerLimit),
        call.sink)
    },
    export: { table in
      table.attachment_data = {
        answerExported(
          PublicationRequest(.attachmentData, index: Int($2), limit: Int(clamping: $3)), $1, $4)
      }
    })

  private static let mediaData = TableEntry(
    kind: .mediaData, isThere: { $0.media_data != nil },
    call: { call, request in
      guard let place: MediumPlace = try? request.readDetail() else { return Int32(RECTO_BUG) }
      return call.table.media_data?(
        call.table.`self`, call.publication, index(of: request),
        Int32(truncatingIfNeeded: place.index), UInt64(request.answerLimit), call.sink)
    },
    export: { table in
      table.media_data = {
        let request = PublicationRequest(
          .mediaData, index: Int($2), limit: Int(clamping: $4), about: MediumPlace(index: Int($3)))
        return answerExported(request, $1, $5)
      }
    })

  /// `PluginChannel.answer` has checked that it fits.
  private static func index(of request: PublicationRequest) -> Int32 {
    Int32(truncatingIfNeeded: request.index)
  }
}
