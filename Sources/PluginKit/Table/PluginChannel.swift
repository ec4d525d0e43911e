import CRectoPlugin
import Glibc
import RectoJSON
import RectoPageModel
import RectoTextLayout

/// The channel to a publication that a plugin has opened.
public final class PluginChannel: PublicationChannel {
  private let library: PluginLibrary
  private let publication: UnsafeMutableRawPointer?
  /// The plugin may keep pointers into it until the publication is closed.
  private let source: LentSource

  /// Opens the source. Throws what the plugin throws.
  public init(
    opening source: Source, with library: PluginLibrary, options: OpenOptions
  ) throws(PageError) {
    let lent = LentSource(source, options)
    var publication: UnsafeMutableRawPointer?
    _ = try library.collectAnswer(limit: DisplayText.longestBytes) { table, sink in
      table.open(table.`self`, lent.pointer, &publication, sink)
    }
    self.library = library
    self.source = lent
    self.publication = publication
  }

  deinit { library.call { table in table.close(table.`self`, publication) } }

  /// Throws what the plugin throws, `limit` if the answer is too long, `bug` if the plugin lacks
  /// what it declares, and `unsupported` for the data of a medium if the plugin gives none.
  public func answer(_ request: PublicationRequest) throws(PageError) -> [UInt8] {
    guard Int32(exactly: request.index) != nil else {
      throw PageError(.noSuchPage, "there is no page \(request.index &+ 1)")
    }
    // The first plugins had no such entry.
    if request.kind == .mediaData, library.table.media_data == nil {
      throw PageError(
        .unsupported, "the plugin \(library.name) does not give the content of media")
    }
    return try library.collectAnswer(limit: request.answerLimit) { table, sink in
      PluginCall(table: table, publication: publication, sink: sink).answer(request)
    }
  }

  /// The text of a page, made of the characters that the plugin gives.
  public func text(
    ofPage index: Int, size: Size, rotation: Rotation
  ) throws(PageError) -> PageText? {
    guard library.table.text == nil, library.table.givesCharacters,
      let page = Int32(exactly: index)
    else { return nil }
    let isInMemory = library.table.characters != nil
    var characters = recto_characters()
    characters.size = UInt32(MemoryLayout<recto_characters>.size)
    let bytes = try library.collectAnswer(limit: JSONDocument.maximumBytes) { table, sink in
      isInMemory
        ? table.characters?(table.`self`, publication, page, &characters, sink)
        : table.text_runs?(table.`self`, publication, page, sink)
    }
    let subject = "the answer of \(library.name) about the characters of page \(index + 1)"
    let runs: TextRuns
    do throws(JSONError) {
      runs =
        isInMemory
        ? try TextRuns(characters, with: bytes)
        : try TextRuns(jsonBytes: bytes)
    } catch {
      throw PageError(.damaged, "\(subject) is invalid: \(error)")
    }
    guard runs.index == index else {
      throw PageError(.damaged, "\(subject) is about page \(runs.index + 1)")
    }
    return runs.text(size: size, rotation: rotation)
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
    else { throw PageError(.bug, "the bitmap does not have the size and format of the request") }
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
      _ = try library.collectAnswer(limit: DisplayText.longestBytes) { table, sink in
        json.withUnsafeBytes { bytes in
          job.request = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          job.request_count = bytes.count
          return table.paint(table.`self`, publication, &job, sink)
        }
      }
    }
  }
}

/// One call of a plugin's table that answers into a sink.
struct PluginCall {
  let table: recto_plugin
  let publication: UnsafeMutableRawPointer?
  let sink: UnsafeMutablePointer<recto_sink>

  /// Asks the question of a request, by its own entry or by `ask`. Returns nil if the table has
  /// neither.
  func answer(_ request: PublicationRequest) -> Int32? {
    if let entry = TableEntry.of(request.kind) { return entry.call(self, request) }
    return request.withDetail { detail, count in
      table.ask?(
        table.`self`, publication, request.kind.name, Int32(truncatingIfNeeded: request.index),
        UInt64(request.answerLimit), detail, count, sink)
    }
  }
}

extension PublicationRequest {
  /// Lends the detail as the table has it.
  func withDetail<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    detail.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
  }
}

extension PluginLibrary {
  /// The bytes that a call appends to a sink of `limit` bytes. `body` returns the call's status, or
  /// nil if there is no function to call.
  fileprivate func collectAnswer(
    limit: Int, _ body: (recto_plugin, UnsafeMutablePointer<recto_sink>) -> Int32?
  ) throws(PageError) -> [UInt8] {
    var isThere = true
    // A failed call's sentence may be longer than a short answer.
    let collected = max(limit, DisplayText.longestBytes)
    let (status, answer) = CollectedAnswer.collect(limit: collected) { sink in
      let status = call { table in body(table, sink) }
      isThere = status != nil
      return status ?? 0
    }
    guard isThere else {
      throw PageError(
        .bug, "the plugin \(name) declares a capability that is missing from its table")
    }
    guard status == Int32(RECTO_OK) else {
      throw PageError(tableStatus: status, sentence: answer.bytes, plugin: name)
    }
    guard !answer.isOverLimit, answer.bytes.count <= limit else {
      throw PageError(.limit, "an answer of the plugin \(name) is longer than \(limit) bytes")
    }
    return answer.bytes
  }
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
