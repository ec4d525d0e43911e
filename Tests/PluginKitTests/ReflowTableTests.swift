import CRectoPlugin
import RectoPageModel
import RectoPluginKit
import Testing

/// Layouts and places on their way through a plugin's table.
@Suite struct ReflowTableTests {
  private func channel(
    _ capabilities: [Capability], layout: LayoutOptions = LayoutOptions(),
    _ change: (inout recto_plugin) -> Void = { _ in }
  ) throws -> PluginChannel {
    var table = exportPlugin(EchoBackend(capabilities: capabilities)).pointee
    change(&table)
    let address = UnsafeMutablePointer<recto_plugin>.allocate(capacity: 1)
    address.initialize(to: table)
    return try PluginChannel(
      opening: Source(path: "a", content: .file(FileBytes([1]))),
      with: PluginLibrary(table: UnsafePointer(address), name: "Echo"),
      options: OpenOptions(layout: layout))
  }

  private func format(_ layout: LayoutOptions) throws -> String {
    try ChannelPublication(channel([], layout: layout)).info.format
  }

  @Test func theLayoutArrives() throws {
    let layout = LayoutOptions(
      pageSize: Size(width: 300.1, height: 1e3 / 3), fontScale: 1.1, margin: 0, theme: "nächt")
    #expect(try format(layout) == "\(layout)")
    #expect(try format(LayoutOptions()) == "\(LayoutOptions())")
  }

  /// A host of before there were layouts has a shorter struct, and anything may be behind it.
  @Test func theSourceOfAnOlderHostHasNoLayout() throws {
    let table = exportPlugin(EchoBackend(capabilities: [])).pointee
    var source = recto_source()
    let offset = try #require(MemoryLayout<recto_source>.offset(of: \.layout))
    source.size = UInt32(offset)
    source.layout = UnsafePointer(bitPattern: 1)
    source.layout_count = 1 << 40
    var publication: UnsafeMutableRawPointer?
    let opened = withUnsafePointer(to: UInt8(0)) { byte in
      source.bytes = byte
      source.count = 1
      return table.open(table.`self`, &source, &publication, nil)
    }
    #expect(opened == Int32(RECTO_OK))
    table.close(table.`self`, publication)
  }

  @Test func aLayoutThatCannotBeIsRefusedByThePluginToo() {
    let error = #expect(throws: PageError.self) {
      _ = try channel([], layout: LayoutOptions(fontScale: 1000))
    }
    #expect(error?.code == .bug)
    #expect(error?.message.contains("the font scale must be from 0.25 to 5") == true)
  }

  @Test func placesArriveInBothDirections() throws {
    let publication = try ChannelPublication(channel([.locators]))
    var place = try publication.locator(ofPage: 1)
    #expect(place.href == "page 1" && place.progression == 1 / 3)
    place.textHighlight = "岸 \" \\ \u{1}"
    // The page that the stub gives is that of the fragments' count.
    #expect(try publication.page(of: place) == 0)
    place.fragments = [place.textHighlight ?? ""]
    #expect(try publication.page(of: place) == 1)
    place.fragments = ["nowhere", "at all"]
    #expect(try publication.page(of: place) == nil)
  }

  @Test func aTableWithoutPlacesSaysSo() throws {
    let table = exportPlugin(EchoBackend(capabilities: [])).pointee
    #expect(table.locator == nil && table.page_of_locator == nil)
    let publication = try ChannelPublication(
      channel([.locators]) {
        $0.locator = nil
        $0.page_of_locator = nil
      })
    let sentence = "the plugin Echo declares a capability that is missing from its table"
    expect(.bug, sentence) { _ = try publication.locator(ofPage: 0) }
    expect(.bug, sentence) { _ = try publication.page(of: Locator(href: "a", mediaType: "b")) }
  }
}

/// Its format is the layout that it was opened with.
private struct EchoBackend: PageBackend {
  let capabilities: [Capability]

  var info: BackendInfo {
    BackendInfo(
      id: "echo", version: "1", mediaTypes: [], fileExtensions: [], capabilities: capabilities)
  }

  func recognizes(_ probe: SourceProbe) -> Confidence { .none }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    EchoPublication(PublicationInfo(format: "\(options.layout)", capabilities: capabilities))
  }
}

private final class EchoPublication: LocatingPublication {
  let info: PublicationInfo
  let pageCount = 2

  init(_ info: PublicationInfo) { self.info = info }

  func page(at index: Int) throws(PageError) -> any Page {
    throw PageError(.damaged, "there is nothing on it")
  }

  func locator(ofPage index: Int) -> Locator {
    var locator = Locator(href: "page \(index)", mediaType: "text/plain")
    locator.progression = 1 / 3
    return locator
  }

  func page(of locator: Locator) -> Int? {
    locator.fragments.count < pageCount ? locator.fragments.count : nil
  }
}
