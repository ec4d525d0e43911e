import Foundation
import Glibc
import RectoHTMLBackend
import RectoPageModel
import TestSupport
import Testing

/// Pages reach nothing but their own publication.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ConfinementTests {
  @Test func aListenerThatPagesTryToReachHearsNothing() throws {
    let listener = try Listener()
    let address = "127.0.0.1:\(listener.port)"
    let fixture = try Fixture(
      body: """
        <p>Alone</p><img src="http://\(address)/a.png"><iframe src="http://\(address)/b"></iframe>
        <link rel=stylesheet href="http://\(address)/c.css"><link rel=preconnect href="//\(address)">
        <script>
          fetch("http://\(address)/d", {mode: "no-cors"}).catch(() => {});
          navigator.sendBeacon("http://\(address)/e");
          try { new WebSocket("ws://\(address)/f") } catch {}
          try { new EventSource("http://\(address)/g") } catch {}
          try { const p = new RTCPeerConnection({iceServers: [{urls: "stun:\(address)"}]});
            p.createDataChannel("x"); p.createOffer().then(o => p.setLocalDescription(o)) } catch {}
          window.open("http://\(address)/h");
          const form = document.createElement("form");
          form.action = "http://\(address)/i"; document.body.append(form); form.submit();
        </script>
        """)
    #expect(try fixture.words().map(\.text) == ["Alone"])
    #expect(listener.connections() == 0)
  }

  @Test func aFileBesideThePublicationCannotBeRead() throws {
    let folder = try temporaryFolder()
    let secret = try folder.write("TOP-SECRET".utf8, to: "secret.txt")
    let page = Fixture.document(
      """
      <p id=p>Nothing</p><iframe src="file://\(secret)"></iframe><iframe src="../secret.txt"></iframe>
      <iframe src="link.txt"></iframe><object data="%2e%2e/secret.txt"></object>
      <script>
        for (const address of ["file://\(secret)", "../secret.txt", "link.txt", "..%2fsecret.txt",
          "/%2e%2e/secret.txt"])
          fetch(address).then(r => r.text()).then(t => p.textContent = t).catch(() => {});
      </script>
      """)
    try folder.write(page.utf8, to: "issue/page1.html")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("issue/link.txt"), withDestinationPath: secret)
    let publication = try warm.helper().open(
      Source(
        path: folder.path("issue"), content: .folder(entries: ["page1.html", "link.txt"])),
      options: OpenOptions(callSeconds: Patience.seconds))
    let text = try #require(try publication.page(at: 0) as? any TextPage).text()
    #expect(text.plain == "Nothing")
  }

  @Test func aPageThatLoopsCostsItsTabAndNotTheBrowser() async throws {
    let fixture = try Fixture(
      ["page1.html": "<p>x<script>for(;;);</script>", "page2.html": "<p>Fine"], callSeconds: 8,
      hasOwnBrowser: true)
    let failure = #expect(throws: PageError.self) { try fixture.page(0) }
    // Half of the time to load; on a busy machine the four fifths to start may be over before.
    let messages = ["4", "6.4"].map {
      "the limit was reached: the browser is not done with it after \($0) s"
    }
    #expect(failure?.code == .limit)
    #expect(messages.contains(failure?.message ?? ""), "\(failure?.message ?? "")")
    // The other page has as little time, which a busy machine may need twice.
    try await until("the page after one that loops") {
      (try? fixture.text(1).plain) == "Fine"
    }
  }

  @Test func framesWithoutAnEndAreRefused() throws {
    let fixture = try Fixture(
      body: """
        <script>for (let i = 0; i < 20; i++) { const f = document.createElement("iframe");
        f.srcdoc = document.documentElement.outerHTML; document.body.append(f) }</script>
        """, hasOwnBrowser: true)
    let failure = #expect(throws: PageError.self) { try fixture.page(0) }
    #expect(failure?.code == .limit)
  }
}

/// Waits for connections on the loopback.
private final class Listener {
  private let descriptor: Int32
  let port: UInt16

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(status && port > 0)
  }

  deinit { close(descriptor) }

  func connections() -> Int {
    var count = 0
    while case let connection = accept(descriptor, nil, nil), connection >= 0 {
      close(connection)
      count += 1
    }
    return count
  }
}
