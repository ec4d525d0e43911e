import Foundation
import RectoHTTP
import TestSupport
import Testing

@testable import RectoNewsstand

/// New issues by push: from `recto publish` to a `recto serve`, and from there to its readers.
@Suite(.enabled(if: program("python3") != nil, "python3 serves the catalog"), .usesBrowser)
struct NewsstandPushTests {
  private typealias JSON = [String: Any]
  private let shelf: NewsstandShelf
  /// The messages at a push service.
  private let received = Log<HTTPRequest>()
  private let service: HTTPServer
  private let reader = P256Key()
  private let auth = PushEncryption.random(16)

  init() async throws {
    shelf = try await NewsstandShelf()
    let received = received
    service = try HTTPServer { request in
      received.append(request)
      return HTTPResponse(HTTPStatus(rawValue: request.target.path == "/gone" ? 410 : 201))
    }
  }

  private func subscription(_ path: String = "/reader") -> String {
    """
    {"endpoint": "\(service.url)\(path)", "keys": {"p256dh": "\(Base64URL.encode(reader.publicBytes))",
     "auth": "\(Base64URL.encode(auth))"}}
    """
  }

  private func post(_ path: String, _ body: String, _ served: ServedShelf) async throws -> Answer {
    try await served.answer(
      "/api/1/newsstand/\(path)", method: "POST", "Content-Type: application/json", body: body)
  }

  private func text(_ request: HTTPRequest) throws -> String {
    String(
      decoding: try #require(PushEncryption.message(in: request.body, for: reader, auth: auth)),
      as: UTF8.self)
  }

  @Test func aPublishedIssueReachesASubscriberByItself() async throws {
    let issues = shelf.folder.path("issues")
    func publish(_ number: Int, date: String, _ words: String...) async throws -> CommandResult {
      try shelf.folder.write(
        Array("# Tide \(number)\n\nmarker\(number)\n".utf8), to: "issues/tide-\(number).md")
      try shelf.folder.write(
        Array(
          """
          {"id": "tide-\(number)", "title": "Tide \(number)", "date": "\(date)"}
          """.utf8),
        to: "issues/tide-\(number).md.issue.json")
      return try await runRecto(
        ["publish", issues, "--catalog", shelf.folder.path("site"), "--title", "Tide"] + words)
    }
    #expect(try await publish(1, date: "2020-01-01").status == 0)
    let catalog = shelf.site.url + "catalog.json"
    try await shelf.recto("library", "subscribe", "--every", "0", catalog)
    let served = try await shelf.serve()
    let key = try #require(try await served.json("/api/1/newsstand/push/key")["key"] as? String)
    #expect(try await post("push/subscribe", subscription(), served).status == 204)
    #expect(try await post("push/subscribe", subscription("/gone"), served).status == 204)

    let told = try await publish(
      2, date: "2099-01-01", "--notify", served.url + "/api/1/newsstand/push")
    #expect(told.status == 0 && told.errors.contains("notified 1 server and 0 readers"))
    // The server gets the issue, and tells its readers when it is there.
    let requests = try await received.wait { $0.count >= 2 }
    let message = try #require(requests.first { $0.target.path == "/reader" })
    #expect(try text(message).contains(#""title":"Tide","body":"Tide 2","issues":["tide-2"]"#))
    #expect(message.headers["Authorization"]?.hasSuffix("k=\(key)") == true)
    let issue = try #require(
      (try await served.json("/api/1/newsstand")["issues"] as? [JSON])?.first)
    #expect(issue["id"] as? String == "tide-2" && issue["state"] as? String == "installed")

    // The publisher's own readers, by their library, beside the server that has it open.
    let library = shelf.folder.path("library")
    let again = try await runRecto([
      "publish", "--catalog", shelf.folder.path("site"), "--notify", library, "--allow-private",
      "--contact", "mailto:editor@tide.example",
    ])
    #expect(again.status == 0 && again.errors.contains("and 1 reader"), "\(again.errors)")
    await service.stop()
  }

  @Test func whatIsNotASubscriptionIsRefused() async throws {
    let served = try await shelf.serve()
    for body in ["", "[]", "{}", "{\"endpoint\": \"file:///etc/passwd\"}", subscription() + ","] {
      let answer = try await post("push/subscribe", body, served)
      #expect(answer.status == 400, "\(body): \(answer.text)")
    }
    #expect(try await post("push/unsubscribe", "{}", served).status == 400)
    #expect(try await post("push/unsubscribe", subscription(), served).status == 204)
    #expect(try await post("push/key", "", served).status == 405)
    let other = try await served.answer(
      "/api/1/newsstand/push/subscribe", method: "POST", "Origin: https://other.example",
      body: subscription())
    #expect(other.status == 403)
    await service.stop()
  }

  @Test func thePauseBetweenLooksIsLiftedForATest() async throws {
    try shelf.offer(1...2)
    try await shelf.recto("library", "subscribe", shelf.catalog)
    try await shelf.recto("library", "check")
    let served = try await shelf.serve()
    let payload = "{\"aps\": {\"content-available\": 1}}"
    #expect(try await post("push", payload, served).text.contains("tooEarly"))
    try shelf.offer(1...10)
    let forced = try await post("push?force=1", payload, served)
    #expect(forced.status == 200 && forced.text.contains("harbor-10"), "\(forced.text)")
    await service.stop()
  }

  @Test func aReceiverThatIsAwayIsSaidAndTheIssueIsPublished() async throws {
    try shelf.folder.write(Array("# Tide 1\n".utf8), to: "issues/tide-1.md")
    let result = try await runRecto([
      "publish", shelf.folder.path("issues"), "--catalog", shelf.folder.path("site"),
      "--notify", "http://127.0.0.1:1/push", "--notify", shelf.folder.path("no-library"),
    ])
    #expect(result.status == 1 && result.text.contains("1 issue in the catalog"))
    #expect(result.errors.contains("there is no library"), "\(result.errors)")
    await service.stop()
  }
}
