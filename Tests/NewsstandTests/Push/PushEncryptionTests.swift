import Testing

@testable import RectoNewsstand

/// The encryption of messages, by the example of RFC 8291, section 5 and appendix A.
struct PushEncryptionTests {
  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  private var reader: P256Key {
    get throws {
      try #require(P256Key(try bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")))
    }
  }

  private let auth = "BTBZMqHH6r4Tts7J_aSIgg"
  private let body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    + "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

  @Test func theExampleOfTheStandardIsEncryptedAsThere() throws {
    let sender = try #require(
      P256Key(try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    let readerKey = try bytes(
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    #expect(try reader.publicBytes == readerKey)
    let encryption = PushEncryption(
      readerKey: readerKey, authSecret: try bytes(auth), key: sender,
      salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    let message = Array("When I grow up, I want to be a watermelon".utf8)
    #expect(Base64URL.encode(try encryption.body(message)) == body)
  }

  @Test func theReaderDecryptsIt() throws {
    let text = try #require(
      PushEncryption.message(in: try bytes(body), for: try reader, auth: try bytes(auth)))
    #expect(String(decoding: text, as: UTF8.self) == "When I grow up, I want to be a watermelon")
  }

  @Test func aChangedBodyOrAnotherReaderGetsNothing() throws {
    let good = try bytes(body)
    let auth = try bytes(auth)
    for place in [0, 30, good.count - 1] {
      var changed = good
      changed[place] ^= 1
      #expect(PushEncryption.message(in: changed, for: try reader, auth: auth) == nil, "\(place)")
    }
    #expect(PushEncryption.message(in: good, for: P256Key(), auth: auth) == nil)
    #expect(PushEncryption.message(in: [], for: try reader, auth: auth) == nil)
  }

  @Test func aMessageThatNoServiceTakesIsRefused() throws {
    let encryption = PushEncryption(
      readerKey: try reader.publicBytes, authSecret: try bytes(auth), key: P256Key(),
      salt: PushEncryption.random(16))
    let longest = [UInt8](repeating: 65, count: PushEncryption.mostBytes)
    #expect(try encryption.body(longest).count == 4096)
    #expect(throws: NewsstandError.self) {
      try encryption.body(longest + [65])
    }
  }

  @Test(arguments: ["", "BCVxsr7N", "not base64!", String(repeating: "A", count: 87)])
  func aKeyThatIsNotOneIsRefused(key: String) {
    let json = """
      {"endpoint":"https://push.example/1","keys":{"p256dh":"\(key)","auth":"\(auth)"}}
      """
    #expect(throws: NewsstandError.self) { try PushReader(json: Array(json.utf8)) }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://push.example/1", "push.example", ""])
  func anEndpointOfAnotherKindIsRefused(endpoint: String) throws {
    let key = Base64URL.encode(try reader.publicBytes)
    let json = """
      {"endpoint":"\(endpoint)","keys":{"p256dh":"\(key)","auth":"\(auth)"}}
      """
    #expect(throws: NewsstandError.self) { try PushReader(json: Array(json.utf8)) }
  }
}
