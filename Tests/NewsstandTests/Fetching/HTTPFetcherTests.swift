import RectoNewsstand
import TestSupport
import Testing

struct HTTPFetcherTests {
  private let fetcher = HTTPFetcher(policy: .patient)

  @Test func whatHasNotChangedIsNotSentAgain() async throws {
    let peer = try await Peer()
    let first = try await fetcher.fetch(FetchRequest(url: peer.url("size=100"), mostBytes: 1000))
    #expect(first.bytes == Peer.content(100) && !first.isUnchanged)
    #expect(first.validators.entityTag == #""v1""#)
    let second = try await fetcher.fetch(
      FetchRequest(
        url: peer.url("size=100/status=304"), mostBytes: 1000, validators: first.validators))
    #expect(second.isUnchanged && second.bytes.isEmpty)
    // The catalog had not named this address.
    await #expect(throws: NewsstandError.self) {
      try await fetcher.fetch(FetchRequest(url: peer.url("status=304"), mostBytes: 1000))
    }
  }

  @Test func aCompressedAnswerIsGivenDecompressedWithinItsLimit() async throws {
    let peer = try await Peer()
    let url = peer.url("size=100000/gzip=1")
    let answer = try await fetcher.fetch(FetchRequest(url: url, mostBytes: 100_000))
    #expect(answer.bytes == Peer.content(100_000))
    let error = await #expect(throws: NewsstandError.self) {
      try await fetcher.fetch(FetchRequest(url: url, mostBytes: 99_999))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func anAnswerSaysWhereItIsFrom() async throws {
    let peer = try await Peer()
    let target = peer.url("size=9")
    let answer = try await fetcher.fetch(
      FetchRequest(url: peer.url("to=\("/size=9".hex)"), mostBytes: 1000))
    #expect(answer.url == target)
  }

  @Test func whatAnotherSaidDoesNotBecomeAField() async throws {
    let peer = try await Peer()
    let validators = FetchValidators(entityTag: "\"a\"\r\nRange: bytes=5-")
    let answer = try await fetcher.fetch(
      FetchRequest(url: peer.url("size=100"), mostBytes: 1000, validators: validators))
    #expect(answer.bytes.count == 100)
    #expect(try await peer.log().last?.hasSuffix(" - -") == true)
  }

  @Test func whereNobodyListensIsUnreachable() async throws {
    let port = try FreePort()
    let url = "http://127.0.0.1:\(port.number)/size=9"
    let error = await #expect(throws: NewsstandError.self) {
      try await fetcher.fetch(FetchRequest(url: url, mostBytes: 1000))
    }
    #expect(error?.code == .unreachable)
    withExtendedLifetime(port) {}
  }

  @Test func anAnswerThatTakesTooLongAsAWholeIsGivenUp() async throws {
    let peer = try await Peer()
    var policy = FetchPolicy.patient
    policy.answerSeconds = 0.1
    let fetcher = HTTPFetcher(policy: policy)
    let error = await #expect(throws: NewsstandError.self) {
      try await fetcher.fetch(FetchRequest(url: peer.url("size=1000/hold=500"), mostBytes: 1000))
    }
    #expect(error?.code == .stalled)
  }

  @Test func manyAtOnceAllCome() async throws {
    let peer = try await Peer()
    let fetcher = fetcher
    try await withThrowingTaskGroup(of: Int.self) { group in
      for size in 1...60 {
        group.addTask {
          try await fetcher.fetch(FetchRequest(url: peer.url("size=\(size)"), mostBytes: 1000))
            .bytes.count
        }
      }
      let all = try await group.reduce(0, +)
      #expect(all == 60 * 61 / 2)
    }
  }
}
