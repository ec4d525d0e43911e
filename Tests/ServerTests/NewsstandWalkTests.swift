import Foundation
import RectoHTTP
import Synchronization
import TestSupport
import Testing

/// The newsstand in a browser: a magazine by `info.xml` from the first start on.
@Suite(
  .enabled(if: testPython != nil, Comment(rawValue: needsPython)), .usesBrowser)
struct NewsstandWalkTests {
  @Test func aMagazineOfNineIssuesAndItsTenthByPush() async throws {
    let magazine = try Magazine()
    let served = try await magazine.serve()
    try await look("newsday", served, magazine.catalog, pictures)
  }

  @Test func aMessageIsShownAndTheIssueFetchedInTheBackground() async throws {
    let magazine = try Magazine(isSlow: false)
    let subscribed = try await runRecto([
      "library", "subscribe", "--every", "0", magazine.catalog, "--library", magazine.library,
    ])
    try #require(subscribed.status == 0, "\(subscribed.errors)")
    let served = try await magazine.serve()
    magazine.offer(10)
    try await look("notices", served, "Night Fishing", "\(served.recto.processID)", pictures)
  }

  @Test func aMagazineIsBoughtSubscribedArchivedAndRestored() async throws {
    let magazine = try Magazine(isSlow: false, isSold: true)
    let shop = try magazine.shop()
    var served: [ServedShelf] = []
    // The other one follows nothing, and so asks the shop when it starts and no more.
    for (library, words) in [
      ("library", ["library", "subscribe", "--follow", "--every", "0"]),
      ("other", ["store", "add"]),
    ] {
      let path = magazine.path(library)
      let known = try await runRecto(words + [magazine.catalog, "--library", path])
      try #require(known.status == 0, "\(known.errors)")
      served.append(
        try await ServedShelf(["--library", path, "--allow-private", "--shop", shop]))
    }
    try await look("newsbuy", served[0], magazine.catalog, pictures, served[1].url + "/")
  }

  @Test func whatAShopSaysIsShownBoughtAndRestored() async throws {
    let magazine = try Magazine(isSlow: false)
    let added = try await runRecto([
      "store", "add", magazine.catalog, "--library", magazine.library,
    ])
    try #require(added.status == 0, "\(added.errors)")
    try await look("newsshop", try await magazine.serve(), pictures)
  }

  /// The folder for the scripts' pictures; name one to look at them.
  private var pictures: String {
    ProcessInfo.processInfo.environment["RECTO_TEST_PICTURES"] ?? NSTemporaryDirectory()
  }

  private func look(_ script: String, _ served: ServedShelf, _ more: String...) async throws {
    let result = try await runScript("Reader/\(script)", [served.url + "/"] + more)
    #expect(result.status == 0, "\(result.errors)")
  }
}

/// A publisher's server that scripts speak to: `/offer` has the tenth issue come out, `/away` ends
/// it. The content of the first issue comes without end until `/release`.
private final class Magazine: Sendable {
  private let folder: TemporaryFolder
  private let responder: Responder
  private let server: HTTPServer

  var catalog: String { server.url + "/info.xml" }
  var library: String { path("library") }

  init(isSlow: Bool = true, isSold: Bool = false) throws {
    folder = try temporaryFolder()
    let responder = Responder(isHeld: isSlow, isSold: isSold)
    self.responder = responder
    server = try HTTPServer { request in await responder.answer(request) }
  }

  func path(_ name: String) -> String { folder.path(name) }
  func offer(_ count: Int) { responder.offer(count) }

  /// The file of a shop that gives its issues at another price than the catalog has, and a
  /// subscription.
  func shop() throws -> String {
    let issues = (1...10).map { #""harbor.\#($0)": {"price": "2.99 EUR", "given": true}"# }
    let text = """
      {"products": {\(issues.joined(separator: ", ")),
       "harbor.year": {"price": "19 EUR", "given": true, "days": 40000}}}
      """
    return try folder.write(Array(text.utf8), to: "shop.json")
  }

  func serve() async throws -> ServedShelf {
    try await ServedShelf(["--library", library, "--allow-private"])
  }
}

/// The answers of the magazine's server.
private final class Responder: Sendable {
  private struct State {
    var count = 9
    var isAway = false
    var isHeld: Bool
  }

  private let state: Mutex<State>
  private let isSold: Bool

  init(isHeld: Bool, isSold: Bool) {
    state = Mutex(State(isHeld: isHeld))
    self.isSold = isSold
  }

  func offer(_ count: Int) { state.withLock { $0.count = count } }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let path = request.target.path
    switch path {
    case "/offer":
      offer(10)
      return HTTPResponse(.noContent)
    case "/release":
      state.withLock { $0.isHeld = false }
      return HTTPResponse(.noContent)
    case "/away":
      state.withLock { $0.isAway = true }
      return HTTPResponse(.noContent)
    default: break
    }
    if state.withLock({ $0.isAway }) { return HTTPResponse(.serviceUnavailable) }
    if path == "/info.xml" {
      return HTTPResponse(Array(catalog.utf8), type: "application/xml")
    }
    guard let number = Int(path.filter(\.isNumber)), (1...10).contains(number) else {
      return HTTPResponse(.notFound)
    }
    if path.hasPrefix("/covers/") {
      return (try? cover(number)).map { HTTPResponse($0, type: "image/png") }
        ?? HTTPResponse(.internalServerError)
    }
    if number == 1, state.withLock({ $0.isHeld }) {
      // A transfer that brings nothing for seconds would be given up. The pause keeps it small;
      // nothing waits for it.
      return HTTPResponse(
        .ok, headers: ["Content-Type": "text/markdown"],
        body: .stream { body in
          while true {
            try await body.write([UInt8](repeating: 0x20, count: 1024))
            try await Task.sleep(for: .milliseconds(100))
          }
        })
    }
    let text = "---\ntitle: File \(number)\n---\n\n# \(Self.title(number))\n\nmarker\(number)\n"
    return HTTPResponse(Array(text.utf8), type: "text/markdown")
  }

  private static func title(_ number: Int) -> String {
    [1: "The First Ferry", 9: "Lighthouse Keepers", 10: "Night Fishing"][number] ?? "Pier \(number)"
  }

  private func price(_ number: Int) -> String {
    isSold ? "<price>4 EUR</price><product>harbor.\(number)</product>" : ""
  }

  private var catalog: String {
    let entries = (1...state.withLock { $0.count }).map { number in
      """
      <issue><id>harbor-\(number)</id><number>\(number)</number><name>\(Self.title(number))</name>
      <date>\(number > 9 ? 2099 : 2010 + number)-01-15</date><category>Topic \(number % 3)</category>
      <description>&lt;p&gt;In this issue: &lt;b&gt;quays&lt;/b&gt;.&lt;/p&gt;</description>
      <cover>covers/\(number).png</cover><zip>issues/\(number).md</zip>\(price(number))</issue>
      """
    }
    let subscription = """
      <subscription><price>25 EUR</price><product>harbor.year</product></subscription>
      """
    return """
      <magazine><name>Harbor</name><description>The quarterly of quays and boats.</description>
      \(isSold ? subscription : "")<issues>\(entries.joined())</issues></magazine>
      """
  }
}
