import CRectoPlugin
import Foundation
import RectoPageModel
import RectoPluginKit
import Synchronization
import TestSupport
import Testing

/// Tables as plugins in C would have them, good and bad.
@Suite struct TableTests {
  private func library(_ table: recto_plugin, name: String = "Sketch") throws(PageError)
    -> PluginLibrary
  {
    // Never freed, as a plugin's own is not.
    let address = UnsafeMutablePointer<recto_plugin>.allocate(capacity: 1)
    address.initialize(to: table)
    return try PluginLibrary(table: UnsafePointer(address), name: name)
  }

  private func channel(
    _ table: recto_plugin, content: [UInt8] = [1], password: String? = nil
  ) throws(PageError) -> PluginChannel {
    try PluginChannel(
      opening: Source(path: "a.sketch", content: .file(FileBytes(content))),
      with: library(table), options: OpenOptions(password: password))
  }

  // MARK: The table

  @Test func aPluginOfAnotherVersionIsRefusedWithWhatToInstall() {
    var table = sketchTable()
    table.abi_version = 2
    expect(
      .notInstalled,
      "the plugin Sketch speaks version 2 of the plugin interface and this Recto version 1: "
        + "install a newer Recto"
    ) { _ = try library(table) }
    table.abi_version = 0
    expect(
      .notInstalled,
      "the plugin Sketch speaks version 0 of the plugin interface and this Recto version 1: "
        + "install a newer Sketch"
    ) { _ = try library(table) }
  }

  @Test func aPluginWithoutATableIsRefused() {
    expect(.bug, "the plugin Sketch returns no function table") {
      _ = try PluginLibrary(table: nil, name: "Sketch")
    }
  }

  @Test func entriesThatAPluginMustHaveAreMissed() {
    let removals: [(name: String, remove: (inout recto_plugin) -> Void)] = [
      ("open", { $0.open = nil }), ("close", { $0.close = nil }), ("info", { $0.info = nil }),
      ("page", { $0.page = nil }), ("paint", { $0.paint = nil }),
    ]
    for removal in removals {
      var table = sketchTable()
      removal.remove(&table)
      expect(.bug, "the plugin Sketch has no \(removal.name) in its table") {
        _ = try library(table)
      }
    }
  }

  /// Memory beyond the end of the table is not read.
  @Test func entriesBeyondTheTablesSizeAreNull() throws {
    var table = sketchTable()
    table.size = UInt32(try #require(MemoryLayout<recto_plugin>.offset(of: \.text)))
    let publication = try ChannelPublication(channel(table))
    let page = try #require(publication.page(at: 0) as? ChannelPage)
    expect(.bug, "the plugin Sketch declares a capability that is missing from its table") {
      _ = try page.text()
    }
    table.size = 8
    expect(.bug, "the plugin Sketch has no open in its table") { _ = try library(table) }
  }

  @Test func aTableThatIsLongerThanTheHostKnowsIsTaken() throws {
    var table = sketchTable()
    table.size += 64
    // Memory of the stated size, of which the host reads the part that it knows.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(table.size), alignment: 16)
    memory.storeBytes(of: table, as: recto_plugin.self)
    let library = try PluginLibrary(
      table: UnsafePointer(memory.assumingMemoryBound(to: recto_plugin.self)), name: "Sketch")
    let source = Source(path: "a", content: .file(FileBytes([1])))
    let channel = try PluginChannel(opening: source, with: library, options: OpenOptions())
    #expect(try ChannelPublication(channel).pageCount == 1)
  }

  @Test func aLibraryThatIsNotThereSaysSo() {
    let error = #expect(throws: PageError.self) {
      _ = try PluginLibrary(path: "/nowhere/libsketch.so", name: "Sketch")
    }
    #expect(error?.code == .notInstalled)
    #expect(
      error?.message.hasPrefix("the plugin Sketch cannot be loaded: /nowhere/libsketch.so") == true)
  }

  @Test func aLibraryOtherThanAPluginIsReported() {
    expect(.bug, "Math is not a plugin: its library has no function recto_plugin_entry") {
      _ = try PluginLibrary(path: "libm.so.6", name: "Math")
    }
  }

  // MARK: Calls

  /// Libraries that plugins are made with are often for one thread, all publications together.
  @Test func aPluginIsCalledByOneThreadAtATime() async throws {
    var table = sketchTable()
    table.open = { _, _, publication, _ in
      attend { publication?.pointee = .allocate(byteCount: 8, alignment: 8) }
    }
    table.text = { _, _, _, sink in
      attend { append(#"{"index":0,"order":"layout","blocks":[]}"#, to: sink) }
    }
    table.close = { _, publication in _ = attend { publication?.deallocate() } }
    let address = UnsafeMutablePointer<recto_plugin>.allocate(capacity: 1)
    address.initialize(to: table)
    // Opened twice, as by two libraries that load the same file.
    let libraries = try [0, 1].map { _ in try PluginLibrary(table: address, name: "Sketch") }
    let outcomes = Log<String?>()
    for index in 0..<Attendance.expected {
      // A separate thread: other tests may keep shared ones busy.
      Thread.detachNewThread {
        attendance.arrived.add(1, ordering: .relaxed)
        do throws(PageError) {
          let source = Source(path: "a.sketch", content: .file(FileBytes([1])))
          let channel = try PluginChannel(
            opening: source, with: libraries[index % 2], options: OpenOptions())
          let page = try ChannelPublication(channel).page(at: 0)
          _ = try (page as? any TextPage)?.text()
          outcomes.append(nil)
        } catch {
          outcomes.append(error.message)
        }
      }
    }
    #expect(try await outcomes.wait(count: Attendance.expected).compactMap { $0 } == [])
    #expect(attendance.most.load(ordering: .relaxed) == 1)
  }

  @Test func aPluginOpensAnswersAndPaints() throws {
    let publication = try ChannelPublication(channel(sketchTable()))
    #expect(publication.info.format == "sketch")
    let page = try #require(publication.page(at: 0) as? ChannelPage)
    #expect(try page.text().blocks == [])
    var request = RenderRequest(background: Color(red: 9, green: 8, blue: 7, alpha: 255))
    request.drawsAnnotations = false
    let grid = try PixelGrid(page: page.size, rotation: .none, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    try page.paint(request, on: grid, into: bitmap)
    let pixels = bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }
    // The first pixel is the plugin's, and the others the host's background.
    #expect(pixels[0] == 0xFF01_0203)
    #expect(pixels[1...].allSatisfy { $0 == 0xFF09_0807 })
  }

  @Test func anEmptyFileIsNotAFolder() throws {
    var table = sketchTable()
    table.open = { _, source, publication, sink in
      guard let source = source?.pointee else { return Int32(RECTO_BUG) }
      append(source.bytes == nil ? "a folder" : "a file of \(source.count) bytes", to: sink)
      return Int32(RECTO_UNSUPPORTED)
    }
    expect(.unsupported, "a file of 0 bytes") { _ = try channel(table, content: []) }
    expect(.unsupported, "a folder") {
      _ = try PluginChannel(
        opening: Source(path: "f", content: .folder(entries: [])), with: library(table),
        options: OpenOptions())
    }
  }

  @Test func pathAndPasswordArrive() {
    var table = sketchTable()
    table.open = { _, source, publication, sink in
      guard let source = source?.pointee, let path = source.path else { return Int32(RECTO_BUG) }
      let password = source.password.map { String(cString: $0) } ?? "none"
      append("\(String(cString: path)) \(password)", to: sink)
      return Int32(RECTO_NEEDS_PASSWORD)
    }
    expect(.needsPassword, "a.sketch none") { _ = try channel(table) }
    expect(.needsPassword, "a.sketch päss") { _ = try channel(table, password: "päss") }
  }

  /// The entry of the page returns the page's index.
  @Test func everyStatusHasItsCode() throws {
    let codes: [(Int32, PageError.Code)] = [
      (1, .badRequest), (2, .noSuchPage), (3, .unreadable), (4, .unsupported), (5, .damaged),
      (6, .needsPassword), (7, .notInstalled), (8, .limit), (9, .bug), (10, .bug), (-1, .bug),
      (Int32.max, .bug),
    ]
    var table = sketchTable()
    table.page = { _, _, page, _ in page }
    let channel = try channel(table)
    for (status, code) in codes {
      expect(code, "the plugin Sketch gives no reason: \(code.rawValue)") {
        _ = try channel.answer(PublicationRequest(.page, index: Int(status)))
      }
    }
  }

  @Test func aSentenceIsCleanedBeforeItIsShown() throws {
    var table = sketchTable()
    table.info = { _, _, sink in
      append("the  file\nis\u{0}\u{1B}[31m bad\u{202E}\t", to: sink)
      append([0xFF, 0xC0], to: sink)
      return Int32(RECTO_DAMAGED)
    }
    table.page = { _, _, _, sink in
      append(String(repeating: "much too long ", count: 120), to: sink)
      return Int32(RECTO_DAMAGED)
    }
    let channel = try channel(table)
    expect(.damaged, "the file is [31m bad \u{FFFD}\u{FFFD}") {
      _ = try channel.answer(PublicationRequest(.info))
    }
    let error = #expect(throws: PageError.self) {
      _ = try channel.answer(PublicationRequest(.page))
    }
    #expect(error?.message.count == 500 && error?.message.hasSuffix("…") == true)
  }

  @Test func anAnswerIsBoundedHoweverItComes() throws {
    var table = sketchTable()
    table.info = { _, _, sink in
      let part = [UInt8](repeating: 0x20, count: 1 << 20)
      for _ in 0..<65 { append(part, to: sink) }
      return Int32(RECTO_OK)
    }
    // No bytes are as many as this, and none of them must be touched.
    table.page = { _, _, _, sink in
      sink?.pointee.append(sink?.pointee.context, "a", .max)
      sink?.pointee.append(sink?.pointee.context, "a", -1)
      sink?.pointee.append(sink?.pointee.context, nil, 5)
      return Int32(RECTO_OK)
    }
    let channel = try channel(table)
    for query in [RequestKind.info, .page] {
      expect(.limit, "an answer of the plugin Sketch is longer than 67108864 bytes") {
        _ = try channel.answer(PublicationRequest(query))
      }
    }
  }

  @Test func anAttachmentIsBoundedByWhatWasAskedFor() throws {
    var table = sketchTable()
    table.attachment_data = { _, _, index, limit, sink in
      append("\(index) \(limit)", to: sink)
      return Int32(RECTO_OK)
    }
    let channel = try channel(table)
    let question = PublicationRequest(.attachmentData, index: 7, limit: 100)
    #expect(try channel.answer(question) == Array("7 100".utf8))
    expect(.limit, "an answer of the plugin Sketch is longer than 2 bytes") {
      _ = try channel.answer(PublicationRequest(.attachmentData, index: 7, limit: 2))
    }
    table.attachment_data = { _, _, _, _, sink in
      append("it is larger than that", to: sink)
      return Int32(RECTO_LIMIT)
    }
    let other = try self.channel(table)
    expect(.limit, "it is larger than that") {
      _ = try other.answer(PublicationRequest(.attachmentData, index: 7, limit: 2))
    }
    #expect(throws: PageError.self) {
      _ = try channel.answer(PublicationRequest(.attachmentData, index: 1 << 40, limit: 2))
    }
  }

  @Test func aMediumIsBoundedByWhatWasAskedFor() throws {
    var table = sketchTable()
    table.media_data = { _, _, page, index, limit, sink in
      append("\(page) \(index) \(limit)", to: sink)
      return Int32(RECTO_OK)
    }
    let channel = try channel(table)
    func question(limit: Int) -> PublicationRequest {
      PublicationRequest(.mediaData, index: 7, limit: limit, about: MediumPlace(index: 3))
    }
    #expect(try channel.answer(question(limit: 100)) == Array("7 3 100".utf8))
    expect(.limit, "an answer of the plugin Sketch is longer than 2 bytes") {
      _ = try channel.answer(question(limit: 2))
    }
    // Like plugins that were compiled before this entry existed.
    table.size = UInt32(try #require(MemoryLayout<recto_plugin>.offset(of: \.media_data)))
    expect(.unsupported, "the plugin Sketch does not give the content of media") {
      _ = try self.channel(table).answer(question(limit: 100))
    }
  }

  // MARK: Questions without a member

  /// A kind of request that came after the interface's last member.
  private static let tides = RequestKind.ofPage(200, "tides", "the tides") { _ in [] }

  @Test func aQuestionWithoutAMemberIsAskedByItsName() throws {
    var table = sketchTable()
    table.ask = { _, _, question, index, limit, detail, count, sink in
      append("\(question.map { String(cString: $0) } ?? "") \(index) \(limit) ", to: sink)
      append(Array(UnsafeRawBufferPointer(start: detail, count: count)), to: sink)
      return Int32(RECTO_OK)
    }
    let request = PublicationRequest(Self.tides, index: 7, about: MediumPlace(index: 3))
    #expect(try channel(table).answer(request) == Array(#"tides 7 67108864 {"index":3}"#.utf8))
    // Like plugins that were compiled before this entry existed.
    table.size = UInt32(try #require(MemoryLayout<recto_plugin>.offset(of: \.ask)))
    expect(.bug, "the plugin Sketch declares a capability that is missing from its table") {
      _ = try self.channel(table).answer(request)
    }
  }

  @Test func aSwiftBackendAnswersByTheNameOfAQuestion() throws {
    let library = try PluginLibrary(
      table: exportPlugin(StubBackend(capabilities: [])), name: "Stub")
    let channel = try PluginChannel(
      opening: Source(path: "open", content: .file(FileBytes([1]))), with: library,
      options: OpenOptions())
    let pageByName = RequestKind.ofPage(201, "page", nil) { _ in [] }
    #expect(
      try channel.answer(PublicationRequest(pageByName))
        == channel.answer(PublicationRequest(.page)))
    let error = #expect(throws: PageError.self) {
      _ = try channel.answer(PublicationRequest(Self.tides))
    }
    #expect(error?.code == .unsupported)
  }

  // MARK: Swift backends as tables

  @Test func aSwiftBackendsTableHasEntriesForWhatItDeclares() {
    let table = exportPlugin(StubBackend(capabilities: [.links, .attachments])).pointee
    #expect(table.size == UInt32(MemoryLayout<recto_plugin>.size))
    #expect(table.abi_version == UInt32(RECTO_PLUGIN_ABI))
    #expect(table.links != nil && table.attachments != nil && table.attachment_data != nil)
    #expect(table.media == nil && table.media_data == nil)
    #expect(table.text == nil && table.outline == nil && table.thumbnail == nil)
  }

  @Test func errorsOfASwiftBackendComeThroughTheTable() throws {
    let library = try PluginLibrary(
      table: exportPlugin(StubBackend(capabilities: [])), name: "Stub")
    for code in PageError.Code.allCases {
      let source = Source(path: code.rawValue, content: .file(FileBytes([1])))
      let error = #expect(throws: PageError.self) {
        _ = try PluginChannel(opening: source, with: library, options: OpenOptions())
      }
      #expect(error?.message == "the code is \(code.rawValue)")
      // The interface has no word for these.
      let others: [PageError.Code: PageError.Code] = [
        .notFound: .unreadable, .cannotWrite: .bug, .outputClosed: .bug, .busy: .limit,
        .cancelled: .limit,
      ]
      #expect(error?.code == others[code] ?? code)
    }
  }

  /// Hosts may lend bitmaps whose rows are a multiple of 16 bytes.
  @Test func rowsMayBeFartherApartThanTheirPixels() throws {
    let table = exportPlugin(StubBackend(capabilities: [])).pointee
    var publication: UnsafeMutableRawPointer?
    var source = recto_source()
    let opened = "open".withCString { path in
      source.path = path
      return withUnsafePointer(to: UInt8(0)) { byte in
        source.bytes = byte
        source.count = 1
        return table.open(table.`self`, &source, &publication, nil)
      }
    }
    #expect(opened == Int32(RECTO_OK))
    defer { table.close(table.`self`, publication) }
    var pixels = [UInt8](repeating: 77, count: 3 * 32)
    let request = Array(##"{"scale":1,"background":"#01020300"}"##.utf8)
    let painted = pixels.withUnsafeMutableBufferPointer { pixels in
      request.withUnsafeBytes { request in
        var job = recto_paint()
        job.pixels = pixels.baseAddress
        (job.width, job.height, job.stride) = (2, 3, 32)
        (job.xx, job.yy) = (1, 1)
        job.request = request.baseAddress?.assumingMemoryBound(to: CChar.self)
        job.request_count = request.count
        return table.paint(table.`self`, publication, &job, nil)
      }
    }
    #expect(painted == Int32(RECTO_OK))
    for row in 0..<3 {
      let begin = row * 32
      #expect(pixels[begin..<begin + 8].allSatisfy { $0 == 5 })
      #expect(pixels[begin + 8..<begin + 32].allSatisfy { $0 == 77 })
    }
  }
}

private func append(_ text: String, to sink: UnsafeMutablePointer<recto_sink>?) {
  append(Array(text.utf8), to: sink)
}

private func append(_ bytes: [UInt8], to sink: UnsafeMutablePointer<recto_sink>?) {
  bytes.withUnsafeBytes { sink?.pointee.append(sink?.pointee.context, $0.baseAddress, $0.count) }
}

/// The numbers of threads that are about to call the plugin, that are in a call, and the maximum of
/// the latter.
private struct Attendance: ~Copyable {
  static let expected = 8
  let arrived = Atomic(0), now = Atomic(0), most = Atomic(0)
}

private let attendance = Attendance()

/// Does `work` in a call in which every other thread could come too: all have begun by then.
private func attend(_ work: () -> Void) -> Int32 {
  let count = attendance.now.add(1, ordering: .relaxed).newValue
  attendance.most.max(count, ordering: .relaxed)
  while attendance.arrived.load(ordering: .relaxed) < Attendance.expected { sched_yield() }
  for _ in 0..<200 { sched_yield() }
  work()
  attendance.now.subtract(1, ordering: .relaxed)
  return Int32(RECTO_OK)
}

/// A plugin with one page, whose first pixel it paints.
private func sketchTable() -> recto_plugin {
  var table = recto_plugin()
  table.size = UInt32(MemoryLayout<recto_plugin>.size)
  table.abi_version = UInt32(RECTO_PLUGIN_ABI)
  table.open = { _, _, publication, _ in
    publication?.pointee = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    return Int32(RECTO_OK)
  }
  table.close = { _, publication in publication?.deallocate() }
  table.info = { _, _, sink in
    append(#"{"format":"sketch","pageCount":1,"capabilities":["text","search"]}"#, to: sink)
    return Int32(RECTO_OK)
  }
  table.page = { _, _, page, sink in
    // In two parts, which is allowed.
    append(#"{"index":\#(page),"boxes":"#, to: sink)
    append(#"{"crop":[0,0,4,3]}}"#, to: sink)
    return Int32(RECTO_OK)
  }
  table.paint = { _, _, job, sink in
    guard let job = job?.pointee, let pixels = job.pixels, job.draws_annotations == 0,
      job.width == 4, job.height == 3, job.stride == 16, job.xx == 1, job.yy == 1
    else { return Int32(RECTO_BUG) }
    for (place, value) in [UInt8(3), 2, 1, 255].enumerated() { pixels[place] = value }
    return Int32(RECTO_OK)
  }
  table.text = { _, _, page, sink in
    append(#"{"index":\#(page),"order":"layout","blocks":[]}"#, to: sink)
    return Int32(RECTO_OK)
  }
  return table
}

/// Throws the error whose code is the source's path; opens the source called `open`.
private struct StubBackend: PageBackend {
  let capabilities: [Capability]

  var info: BackendInfo {
    BackendInfo(
      id: "stub", version: "1", mediaTypes: [], fileExtensions: [], capabilities: capabilities)
  }

  func recognizes(_ probe: SourceProbe) -> Confidence { .none }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    guard let code = PageError.Code(rawValue: source.path) else { return StubPublication() }
    throw PageError(code, "the code is \(code.rawValue)")
  }
}

private final class StubPublication: Publication {
  let info = PublicationInfo(format: "stub", capabilities: [])
  let pageCount = 1

  func page(at index: Int) throws(PageError) -> any Page { StubPage() }
}

/// Fills everything with fives.
private final class StubPage: Page {
  let index = 0
  let label = "1"
  let rotation = Rotation.none
  let boxes = PageBoxes(Size(width: 2, height: 3))

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {
    bitmap.withPixels { pixels in
      for place in pixels.indices { pixels[place] = 5 }
    }
  }
}
