import CRectoPlugin
import Glibc
import PageModel

/// The way to a publication that a plugin has opened.
public final class PluginChannel: PublicationChannel {
  private let name: String
  private let table: recto_plugin
  private let publication: UnsafeMutableRawPointer?
  /// The plugin may keep pointers into it until the publication is closed.
  private let source: LentSource

  /// Opens the source. Throws what the plugin throws.
  public init(
    opening source: Source, with library: PluginLibrary, options: OpenOptions
  ) throws(PageError) {
    let table = library.table
    let name = library.name
    let lent = LentSource(source, options)
    var publication: UnsafeMutableRawPointer?
    _ = try collectAnswer(of: name, limit: Sentence.longestBytes) { sink in
      table.open(table.`self`, lent.pointer, &publication, sink)
    }
    self.name = name
    self.table = table
    self.source = lent
    self.publication = publication
  }

  deinit { table.close(table.`self`, publication) }

  /// Throws what the plugin throws, `limit` where the answer is too long, `bug` where the plugin
  /// has declared what it has not, and `unsupported` for a medium where it gives none.
  public func answer(_ question: Question) throws(PageError) -> [UInt8] {
    guard let index = Int32(exactly: question.index) else {
      throw PageError(.noSuchPage, "there is no page \(question.index &+ 1)")
    }
    guard let medium = Int32(exactly: question.medium) else {
      throw .noSuchMedium(question.medium)
    }
    // The first plugins had no such entry.
    if question.query == .mediaData, table.media_data == nil {
      throw PageError(.unsupported, "the plugin \(name) does not give the content of media")
    }
    return try collectAnswer(of: name, limit: question.answerLimit) { sink in
      switch question.query {
      case .pageOfLocator: ask(table.page_of_locator, question.locator, sink)
      case .pdf: ask(table.pdf, question.pdf, sink)
      default: entry(question.query, index, medium, limit: question.answerLimit)?(sink)
      }
    }
  }

  private typealias Asking =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int,
      UnsafeMutablePointer<recto_sink>?
    ) -> Int32

  /// Asks what is asked in JSON. Nil where the table has no entry for it.
  private func ask(
    _ entry: Asking?, _ question: (some JSONRepresentable)?,
    _ sink: UnsafeMutablePointer<recto_sink>
  ) -> Int32? {
    guard let entry, let question else { return nil }
    return JSONWriter.bytes(of: question, isExact: true).withUnsafeBytes { json in
      let text = json.baseAddress?.assumingMemoryBound(to: CChar.self)
      return entry(table.`self`, publication, text, json.count, sink)
    }
  }

  /// Has the plugin draw a page on `bitmap`, which is filled with the background before.
  ///
  /// Throws what the plugin throws, and `bug` where the bitmap is not as `grid` and `request`
  /// want it.
  public func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    guard let page = Int32(exactly: index), let width = Int32(exactly: grid.size.width),
      let height = Int32(exactly: grid.size.height), bitmap.size == grid.size,
      bitmap.format == request.pixelFormat
    else { throw PageError(.bug, "the bitmap has not the size and format of the request") }
    bitmap.fill(request.background)
    let json = JSONWriter.bytes(of: request, isExact: true)
    let transform = grid.transform
    try bitmap.withPixels { pixels throws(PageError) in
      var job = recto_paint()
      job.size = UInt32(MemoryLayout<recto_paint>.size)
      job.page = page
      job.pixels = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
      (job.width, job.height, job.stride) = (width, height, Int(width) * 4)
      (job.xx, job.yx, job.xy) = (transform.xx, transform.yx, transform.xy)
      (job.yy, job.x0, job.y0) = (transform.yy, transform.x0, transform.y0)
      job.draws_annotations = request.drawsAnnotations ? 1 : 0
      job.is_deterministic = request.isDeterministic ? 1 : 0
      _ = try collectAnswer(of: name, limit: Sentence.longestBytes) { sink in
        json.withUnsafeBytes { bytes in
          job.request = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          job.request_count = bytes.count
          return table.paint(table.`self`, publication, &job, sink)
        }
      }
    }
  }

  /// The entry for a query with its arguments; nil where the table has none.
  private func entry(
    _ query: Query, _ index: Int32, _ medium: Int32, limit: Int
  ) -> ((UnsafeMutablePointer<recto_sink>) -> Int32)? {
    typealias OfPublication =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<recto_sink>?
      ) -> Int32
    typealias OfPage =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<recto_sink>?
      ) -> Int32
    let (plugin, publication) = (table.`self`, publication)
    func ofPublication(_ entry: OfPublication?) -> ((UnsafeMutablePointer<recto_sink>) -> Int32)? {
      entry.map { entry in { entry(plugin, publication, $0) } }
    }
    func ofPage(_ entry: OfPage?) -> ((UnsafeMutablePointer<recto_sink>) -> Int32)? {
      entry.map { entry in { entry(plugin, publication, index, $0) } }
    }
    return switch query {
    case .info: ofPublication(table.info)
    case .page: ofPage(table.page)
    case .text: ofPage(table.text)
    case .links: ofPage(table.links)
    case .media: ofPage(table.media)
    case .mediaData:
      table.media_data.map { entry in
        { entry(plugin, publication, index, medium, UInt64(limit), $0) }
      }
    case .annotations: ofPage(table.annotations)
    case .formFields: ofPage(table.form_fields)
    case .images: ofPage(table.images)
    case .thumbnail: ofPage(table.thumbnail)
    case .outline: ofPublication(table.outline)
    case .attachments: ofPublication(table.attachments)
    case .attachmentData:
      table.attachment_data.map { entry in
        { entry(plugin, publication, index, UInt64(limit), $0) }
      }
    case .layers: ofPublication(table.layers)
    case .fonts: ofPublication(table.fonts)
    case .locator: ofPage(table.locator)
    case .pageOfLocator, .pdf: nil
    }
  }
}

extension Question {
  /// Bytes of its answer.
  fileprivate var answerLimit: Int {
    switch query {
    case .attachmentData, .mediaData: max(0, limit)
    case .pdf: max(0, pdf?.limit ?? 0)
    default: JSONDocument.maximumBytes
    }
  }
}

/// What a call of the plugin `name` appends to a sink of `limit` bytes. `body` gives the call's
/// status, or nil where there is nothing to call.
private func collectAnswer(
  of name: String, limit: Int, _ body: (UnsafeMutablePointer<recto_sink>) -> Int32?
) throws(PageError) -> [UInt8] {
  var isThere = true
  // Of a call that fails, however little it may answer, the sentence is wanted.
  let collected = max(limit, Sentence.longestBytes)
  let (status, answer) = CollectedAnswer.collect(limit: collected) { sink in
    let status = body(sink)
    isThere = status != nil
    return status ?? 0
  }
  guard isThere else {
    throw PageError(.bug, "the plugin \(name) declares what its table has no entry for")
  }
  guard status == Int32(RECTO_OK) else {
    throw PageError(tableStatus: status, sentence: answer.bytes, plugin: name)
  }
  guard !answer.isOverLimit, answer.bytes.count <= limit else {
    throw PageError(.limit, "an answer of the plugin \(name) is longer than \(limit) bytes")
  }
  return answer.bytes
}

/// A source as the table has it, where it is until this is freed.
private final class LentSource {
  let pointer: UnsafeMutablePointer<recto_source>
  private let content: Source.Content

  init(_ source: Source, _ options: OpenOptions) {
    content = source.content
    pointer = .allocate(capacity: 1)
    var lent = recto_source()
    lent.size = UInt32(MemoryLayout<recto_source>.size)
    lent.path = UnsafePointer(strdup(source.path))
    lent.password = options.password.map { UnsafePointer(strdup($0)) }
    if !options.layout.isStandard {
      let json = JSONWriter.bytes(of: options.layout, isExact: true)
      lent.layout = UnsafePointer(strdup(String(decoding: json, as: UTF8.self)))
      lent.layout_count = json.count
    }
    if case .file(let bytes) = source.content {
      // The mapping stays where it is for as long as `content` holds it.
      bytes.withBytes { bytes in
        lent.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        lent.count = bytes.count
      }
      // Null is a folder: an empty file has its none somewhere.
      if lent.bytes == nil {
        lent.bytes = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
      }
    }
    pointer.initialize(to: lent)
  }

  deinit {
    free(UnsafeMutableRawPointer(mutating: pointer.pointee.path))
    free(UnsafeMutableRawPointer(mutating: pointer.pointee.password))
    free(UnsafeMutableRawPointer(mutating: pointer.pointee.layout))
    pointer.deallocate()
  }
}
