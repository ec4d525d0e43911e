import Foundation
import RectoHTTP
import TestSupport
import Testing

import struct RectoNewsstand.Issue

@testable import RectoNewsstand

/// News for browsers and servers, by a push service on this machine.
struct PushSenderTests {
  private let service: PushService
  private let test: TestNewsstand

  init() throws {
    service = try PushService()
    test = try TestNewsstand()
  }

  private func sender(isPrivateAllowed: Bool = true) -> PushSender {
    var policy = FetchPolicy()
    policy.isPrivateAllowed = isPrivateAllowed
    policy.retries = 0
    // No verdict may depend on the machine's speed.
    (policy.connectSeconds, policy.stallSeconds, policy.answerSeconds) = (3600, 3600, 3600)
    return PushSender(
      policy: policy, contact: "mailto:editor@tide.example", answerSeconds: 3600,
      now: { 1_700_000_000 })
  }

  private func open() async throws -> Newsstand {
    let sender = sender()
    return try await test.open { $0.push = sender }
  }

  private let notice = PushNotice(
    publication: "Tide", issues: [Issue(id: IssueID(known: "tide-10"), title: "Night Fishing")])

  @Test func aBrowserGetsAMessageThatOnlyItCanRead() async throws {
    let reader = try service.reader("/one")
    let key = P256Key()
    #expect(await sender().send(notice.bytes, to: try reader.reader, signedBy: key) == .sent)
    let request = try #require(service.received.entries.first)
    #expect(request.headers["Content-Encoding"] == "aes128gcm")
    #expect(request.headers["TTL"] == "604800")
    #expect(
      try reader.text(of: request)
        == #"{"aps":{"content-available":1},"title":"Tide","body":"Night Fishing","issues":["tide-10"]}"#
    )
  }

  @Test func theSenderSignsForTheServiceAndForTwelveHours() async throws {
    let key = P256Key()
    _ = await sender().send(notice.bytes, to: try service.reader("/one").reader, signedBy: key)
    let field = try #require(service.received.entries.first?.headers["Authorization"])
    let parts = field.dropFirst("vapid t=".count).components(separatedBy: ", k=")
    #expect(field.hasPrefix("vapid t=") && parts.count == 2)
    #expect(parts[1] == Base64URL.encode(key.publicBytes))
    let token = parts[0].split(separator: ".").map(String.init)
    let signature = try #require(Base64URL.decode(token[2]))
    let signed = Array("\(token[0]).\(token[1])".utf8)
    #expect(P256Key.isGood(signature, of: signed, by: key.publicBytes))
    #expect(!P256Key.isGood(signature, of: signed + [0], by: key.publicBytes))
    let claims = String(decoding: try #require(Base64URL.decode(token[1])), as: UTF8.self)
    #expect(
      claims == #"{"aud":"\#(service.url)","exp":1700043200,"sub":"mailto:editor@tide.example"}"#)
  }

  @Test func readersThatAreGoneAreForgottenAndOthersStay() async throws {
    let newsstand = try await open()
    _ = try await newsstand.pushKey()
    for path in ["/one", "/gone", "/full", "/denied"] {
      try await newsstand.addPushReader(try service.reader(path).reader)
    }
    let outcomes = try await newsstand.tell(notice)
    #expect(outcomes.count { $0.outcome == .sent } == 1)
    #expect(outcomes.count { $0.outcome == .gone } == 1)
    let left = try await newsstand.reader.pushReaders().map(\.endpoint)
    #expect(Set(left) == Set(["/one", "/full", "/denied"].map { service.url + $0 }))
    let failures = outcomes.compactMap { outcome -> String? in
      if case .failed(let error) = outcome.outcome { error.message } else { nil }
    }
    // The address of an endpoint is a secret between the two.
    #expect(failures.count == 2)
    #expect(failures.allSatisfy { !$0.contains("/full") && !$0.contains("/denied") })
    await newsstand.close()
  }

  @Test func aServiceInTheOwnNetworkIsReachedOnlyWhereThatIsAllowed() async throws {
    let outcome = await sender(isPrivateAllowed: false).send(
      notice.bytes, to: try service.reader("/one").reader, signedBy: P256Key())
    guard case .failed(let error) = outcome else {
      Testing.Issue.record("it was sent")
      return
    }
    #expect(error.code == .refused && service.received.entries.isEmpty)
  }

  @Test func theKeyIsMadeOnceAndKept() async throws {
    let newsstand = try await open()
    let key = try await newsstand.pushKey()
    #expect(try await newsstand.pushKey() == key)
    #expect(Base64URL.decode(key)?.count == P256Key.publicCount)
    await newsstand.close()
    let again = try await open()
    #expect(try await again.pushKey() == key)
    await again.close()
  }

  @Test func aSubscriberIsToldOfAnIssueThatCameByItself() async throws {
    let newsstand = try await open()
    let reader = try service.reader("/one")
    _ = try await newsstand.pushKey()
    try await newsstand.addPushReader(try reader.reader)
    try test.offer("one")
    try await newsstand.subscribe(to: TestNewsstand.url, interval: 0)
    test.clock.value += 10
    try test.offer("two", date: Double(test.clock.value + 100)) { $0.publication = "Tide" }
    for id in try await newsstand.checkSubscriptions() { try await newsstand.finish(id) }
    let request = try #require(try await service.received.wait { !$0.isEmpty }.first)
    let text = try reader.text(of: request)
    #expect(text.contains(#""title":"Tide","body":"Tide two","issues":["two"]"#))
    await newsstand.close()
  }

  @Test func aServerIsToldWithItsTokenAndOneThatIsNotThereIsAProblem() async throws {
    let announcement = Announcement(sender: sender(), token: "a-token-of-sixteen")
    let report = await announcement.send(
      notice, to: [.server(service.url + "/push"), .server(service.url + "/gone")])
    #expect(report.servers == 1 && report.problems.count == 1)
    let request = try #require(service.received.entries.first)
    #expect(request.headers["Authorization"] == "Bearer a-token-of-sixteen")
    #expect(try PushPayload(request.body).isContentAvailable)
  }

  @Test func newsAreBoundedWhateverTheTitleIs() throws {
    let issues = (0..<10_000).map {
      Issue(id: IssueID(known: "issue-\($0)"), title: String(repeating: "\u{1}<b>x", count: 500))
    }
    let notice = PushNotice(publication: String(repeating: "T", count: 5_000), issues: issues)
    #expect(notice.bytes.count < PushEncryption.mostBytes)
    #expect(notice.body.hasSuffix("…") && notice.issues.count == 8)
  }
}
