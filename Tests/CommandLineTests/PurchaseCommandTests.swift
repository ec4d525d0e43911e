import Foundation
import TestSupport
import Testing

/// Purchases, subscriptions and obedience of the newsstand's commands.
@Suite(.enabled(if: program("python3") != nil, "python3 serves the catalog"))
struct PurchaseCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
    for (number, day) in [(1, "2020-01-06"), (2, "2099-01-13")] {
      try folder.write(
        Array("# Tide \(number)\n\nmarker\(number)\n".utf8), to: "issues/tide-\(number).md")
      try folder.write(
        Array(
          """
          {"id": "tide-\(number)", "date": "\(day)", "price": "2.99 EUR",
           "productID": "tide.\(number)"}
          """.utf8), to: "issues/tide-\(number).md.issue.json")
    }
    try sell(#""owned": ["tide.9"]"#)
  }

  /// Writes the shop's file.
  private func sell(_ rest: String) throws {
    try folder.write(
      Array(
        """
        {"products": {"tide.1": {"price": "1.50 EUR"}, "tide.2": {"price": "2 USD"},
          "tide.year": {"price": "18 EUR", "given": true, "days": 40000}}, \(rest)}
        """.utf8), to: "shop.json")
  }

  private func recto(
    _ arguments: String..., status: Int32 = 0, shop: Bool = true
  ) async throws -> CommandResult {
    var environment = [
      "RECTO_LIBRARY": folder.path("library"), "RECTO_CACHE_DIR": folder.path("cache"),
      "LC_ALL": "de_DE.UTF-8",
    ]
    if shop { environment["RECTO_SHOP"] = folder.path("shop.json") }
    let result = try await runRecto(arguments, environment: environment)
    #expect(result.status == status, "\(arguments): \(result.text) \(result.errors)")
    return result
  }

  private func publish(_ options: String...) async throws -> StaticServer {
    let published = try await runRecto(
      ["publish", folder.path("issues"), "--catalog", folder.path("site")] + options)
    try #require(published.status == 0, "\(published.errors)")
    return try await StaticServer(folder.path("site"))
  }

  @Test func aPricedIssueIsOnlyPublishedWithADecision() async throws {
    let refused = try await recto(
      "publish", folder.path("issues"), "--catalog", folder.path("site"), status: 1)
    #expect(refused.errors.contains("--paid") && refused.errors.contains("--open"))
    _ = try await recto(
      "publish", folder.path("issues"), "--catalog", folder.path("site"), "--open", "--paid", "x",
      status: 64)
  }

  @Test func purchasesCountEverywhere() async throws {
    let server = try await publish("--open", "--subscription", "tide.year")
    let store = server.url + "catalog.json"
    _ = try await recto("store", "add", store)
    // Without a shop, the catalog's price.
    #expect(
      try await recto("store", "show", shop: false).text.contains("2,99\u{A0}€, not sold here"))
    var shown = try await recto("store", "show").text
    #expect(shown.contains("1,50\u{A0}€") && shown.contains("2,00\u{A0}$"))
    let refused = try await recto("library", "download", "tide-1", status: 77)
    #expect(refused.errors.contains("buy it first"))
    // A purchase made elsewhere is owned.
    try sell(#""owned": ["tide.1"]"#)
    shown = try await recto("store", "show").text
    #expect(shown.contains("bought") && !shown.contains("1,50"))
    // One that the shop takes back is not downloaded, though it was said to be owned.
    try sell(#""owned": []"#)
    _ = try await recto("library", "download", "tide-1", status: 77)
    try sell(#""owned": ["tide.1"]"#)
    _ = try await recto("library", "download", "tide-1")
    #expect(try await recto("library", "restore").text == "1 purchase is restored\n")

    _ = try await recto("library", "subscribe", store)
    let active = try await recto("library", "subscriptions").text
    #expect(active.hasPrefix("active  18,00\u{A0}€  renews"))
    #expect(try await recto("store", "show").text.contains("subscribed"))
    let cancelled = try await recto("library", "subscriptions", "cancel", store)
    #expect(cancelled.text.hasPrefix("cancelled  18,00\u{A0}€  until"))
    _ = try await recto("library", "subscriptions", "cancel", "none", status: 66)

    // The shop goes away: what it said last serves, and that is said.
    try folder.write([], to: "shop.json")
    let kept = try await recto("store", "show", "--json")
    #expect(kept.errors.contains("prices and purchases are from"))
    let json = try parse(kept.output)
    #expect((json["shop"] as? JSON)?["source"] as? String == "kept")
    let issues = try #require(json["issues"] as? [JSON])
    #expect(issues.compactMap { $0["access"] as? String } == ["subscribed", "bought"])
    #expect(issues.allSatisfy { $0["price"] == nil })
  }

  @Test func whatTheShopSaysToStoreShowIsKeptWithItsAge() async throws {
    let server = try await publish("--open")
    _ = try await recto("store", "add", server.url + "catalog.json", shop: false)
    let asked = try await recto("store", "show", "--json")
    #expect(asked.errors.contains("prices and purchases are current"))
    #expect((try parse(asked.output)["shop"] as? JSON)?["source"] as? String == "shop")
    try folder.write([], to: "shop.json")
    let kept = try await recto("store", "show", "--json")
    #expect(kept.errors.contains("prices and purchases are from"), "\(kept.errors)")
    let shop = try #require(try parse(kept.output)["shop"] as? JSON)
    #expect(shop["source"] as? String == "kept" && shop["age"] as? Double != nil)
    #expect(try await recto("store", "show").text.contains("1,50\u{A0}€"))
  }

  /// A server that sends a part, and then wants a payment until `paid` is there.
  @Test func aSubscriptionThatEndsInMidDownloadIsSaidAndGoesOnWhenPaid() async throws {
    let script = """
      import http.server, os, sys
      body = b"# Tide\\n\\n" + b"marker " * 20000
      class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
          catalog = b'{"version": 1, "issues": [{"id": "one", "title": "One", "url": "one.md"}]}'
          begin = self.headers.get("Range")
          if self.path == "/catalog.json":
            self.send_response(200)
            self.send_header("Content-Length", str(len(catalog)))
            self.end_headers()
            return self.wfile.write(catalog)
          if begin and not os.path.exists(sys.argv[1]):
            self.send_response(402)
            self.send_header("Content-Length", "0")
            return self.end_headers()
          start = int(begin[6:-1]) if begin else 0
          self.send_response(206 if begin else 200)
          if begin:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
          self.send_header("Content-Length", str(len(body) - start))
          self.send_header("Content-Type", "text/markdown")
          self.send_header("ETag", '"a"')
          self.end_headers()
          self.wfile.write(body[start:] if begin else body[:70000])
        def log_message(self, *words): pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    let python = try #require(program("python3"))
    let server = try ChildProcess(
      python, ["-c", script, folder.path("paid")], output: .lines)
    let port = try #require(try await server.nextLine())
    _ = try await recto("store", "add", "http://127.0.0.1:\(port)/catalog.json", shop: false)
    let ended = try await recto("library", "download", "one", status: 77, shop: false)
    #expect(
      ended.errors.contains("a purchase (status 402): get it from its shop"), "\(ended.errors)")
    let list = try await recto("library", "list", "--json", shop: false)
    #expect(list.text.contains(#""state":"failed""#), "\(list.text)")
    let library = folder.path("library")
    let names = try FileManager.default.subpathsOfDirectory(atPath: library + "/downloads")
    let part = try #require(names.first { $0.hasSuffix(".part") })
    #expect(try bytes(ofFile: "\(library)/downloads/\(part)").count == 70_000)
    try folder.write([], to: "paid")
    #expect(try await recto("library", "download", "one", shop: false).text.contains("installed"))
    try await server.kill()
  }

  @Test func checkSaysWhyItAskedNothing() async throws {
    let server = try await publish("--open")
    #expect(try await recto("library", "check").errors.contains("you follow no store"))
    _ = try await recto("library", "subscribe", server.url + "catalog.json", shop: false)
    _ = try await recto("library", "check", shop: false)
    let early = try await recto("library", "check", shop: false)
    #expect(early.errors.contains("ago and will be checked again in"), "\(early.errors)")
    #expect(early.errors.contains("--force"))
    #expect(
      try await recto("library", "automatic", "off").text
        == "new issues are not downloaded automatically\n")
    let off = try await recto("library", "check", "--force", shop: false)
    #expect(off.errors.contains("automatic on"))
    _ = try await recto("library", "automatic", "sometimes", status: 64)
  }

  /// A server that sends a part and then nothing.
  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptedDownloadEndsAtOnceAndIsKept(signal: Int32) async throws {
    let script = """
      import http.server
      class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
          catalog = b'{"version": 1, "issues": [{"id": "one", "title": "One", "url": "one.pdf"}]}'
          self.send_response(200)
          if self.path == "/catalog.json":
            self.send_header("Content-Length", str(len(catalog)))
            self.end_headers()
            self.wfile.write(catalog)
          else:
            self.send_header("Content-Length", "1000000")
            self.send_header("ETag", '"a"')
            self.end_headers()
            self.wfile.write(b"%PDF-" + b"x" * 70000)
            self.wfile.flush()
            import time
            time.sleep(600)
        def log_message(self, *words): pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    let python = try #require(program("python3"))
    let server = try ChildProcess(python, ["-c", script], output: .lines)
    let port = try #require(try await server.nextLine())
    _ = try await recto("store", "add", "http://127.0.0.1:\(port)/catalog.json", shop: false)
    let library = folder.path("library")
    let command = try ChildProcess(
      try rectoExecutable(),
      ["library", "download", "one", "--progress", "json", "--library", library], errors: .lines)
    // It has begun, and waits.
    while let line = try await command.nextErrorLine(), !line.contains("\"received\":7") {}
    // The server sends nothing more for ten minutes.
    command.signal(signal)
    let ending = try await command.ending()
    #expect(ending.status == 75)
    let list = try parse(try await recto("library", "list", "--json", shop: false).output)
    let states = (list["issues"] as? [JSON])?.compactMap { $0["state"] as? String }
    #expect(states == ["queued"] || states == ["downloading"])
    let names = try FileManager.default.subpathsOfDirectory(atPath: library + "/downloads")
    let part = try #require(names.first { $0.hasSuffix(".part") })
    #expect(try bytes(ofFile: "\(library)/downloads/\(part)").count >= 70_000)
    try await server.kill()
  }
}
