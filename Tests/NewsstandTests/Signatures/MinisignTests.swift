import RectoPageModel
import TestSupport
import Testing

@testable import RectoNewsstand

/// Files of Debian's minisign 0.11.
struct MinisignTests {
  private static let publicKey = """
    untrusted comment: minisign public key 8D313732CD4B7C81
    RWSBfEvNMjcxjZlFUj25LofSDF7ZdJvryeK5YNY9GwLkdc6bDZvLiAt4

    """
  private static let secretKey = """
    untrusted comment: minisign encrypted secret key
    RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgXxLzTI3MY1ng6WgLq5vmxEXHwuir\
    +ckKp44wikbaRfunX0mpiiNz5lFUj25LofSDF7ZdJvryeK5YNY9GwLkdc6bDZvLiAt4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

    """
  private static let catalog = #"{"version":1,"title":"Harbor","issues":[]}"#
  private static let signature = """
    untrusted comment: signature from minisign secret key
    RUSBfEvNMjcxjalPTADaTUvWb3nSUPIgaQ4HvyVC8v8vGlZ/QUwHZLl3WefI8CXQDh4MWFovY+35a4O0FSfZOnZktq3mrSH1TwY=
    trusted comment: timestamp:1795674433\tfile:catalog.json\thashed
    nG7SIu6Sz0f/5Lya1ETi24XtgPV/EOH3xTBExliuI0Qx8U8wmIHMijze6JDdOp1gekuIZ7aqJneKKaq2LiWmDw==

    """
  private static let legacySignature = """
    untrusted comment: signature from minisign secret key
    RWSBfEvNMjcxjeM3zuUesn4x76srscg9N/8QkYCSbT5c2vMAFdftTkIZDnF2Hl0EG8mecaAfzUizEeuj7tDAs6lktH6Dne7WmwA=
    trusted comment: timestamp:1795674433\tfile:catalog.json
    D8NK8JjhkPM50QszQbPgmuMfsQ1aydJAKV4qN0tK57TLGld1v0mqGIsS1Yi1b2mUboesxK5wMrlsup2SCbEzBw==

    """

  private func check(
    _ signature: String, _ content: String = catalog,
    _ url: String = "https://a.example/catalog.json"
  ) throws -> Int {
    let key = try #require(PublisherKey(Self.publicKey))
    return try #require(CatalogSignature(Array(signature.utf8)))
      .check(Array(content.utf8), url: url, signedBy: key)
  }

  @Test(arguments: [
    (0, "786a02f742015903c6c6fd852552d272"),
    (127, "b6292669ccd38d5f01caae96ba272c76"),
    (128, "2319e3789c47e2daa5fe807f61bec2a1"),
    (129, "f59711d44a031d5f97a9413c065d1e61"),
    (1_000, "c11e1c0340bd7e5a1b275f1230c962fa"),
  ])
  func blake2bIsThatOfPython(count: Int, digest: String) {
    let message = (0..<count).map { UInt8($0 % 251) }
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
    #expect(hex(BLAKE2b.digest(of: message)).hasPrefix(digest))
    #expect(BLAKE2b.digest(of: message).count == 64)
  }

  @Test(arguments: [signature, legacySignature])
  func itsSignaturesAreVerified(signature: String) throws {
    #expect(try check(signature) == 1_795_674_433)
    #expect(throws: NewsstandError.self) { try check(signature, Self.catalog + " ") }
    let other = signature.replacing("1795674433", with: "1795674434")
    #expect(throws: NewsstandError.self) { try check(other) }
    let error = #expect(throws: NewsstandError.self) {
      try check(signature, Self.catalog, "https://a.example/opds2.json?page=2")
    }
    #expect(error?.code == .untrusted && error?.message.contains("another file") == true)
  }

  @Test func aSignatureOfAnotherKeyNamesBothKeys() throws {
    let key = SigningKey()
    let signature = key.signature(
      of: Array(Self.catalog.utf8), named: "catalog.json", at: Timestamp(seconds: 1))
    let error = #expect(throws: NewsstandError.self) {
      try check(String(decoding: signature, as: UTF8.self))
    }
    #expect(error?.message.contains(key.publicKey.name) == true)
    #expect(error?.message.contains("8D313732CD4B7C81") == true)
  }

  @Test func damagedFilesAreNotSignatures() {
    let whole = Array(Self.signature.utf8)
    #expect(CatalogSignature(whole) != nil)
    for count in 0..<whole.count - 5 where count % 7 == 0 {
      #expect(CatalogSignature(Array(whole.prefix(count))) == nil)
    }
    #expect(CatalogSignature(whole + [UInt8](repeating: 0x0A, count: 4_096)) == nil)
    #expect(CatalogSignature([UInt8](repeating: 0xFF, count: 300)) == nil)
  }

  @Test func keysAreReadAndWritten() throws {
    let key = try #require(PublisherKey(Self.publicKey))
    #expect(key.name == "8D313732CD4B7C81")
    #expect(key.text == "RWSBfEvNMjcxjZlFUj25LofSDF7ZdJvryeK5YNY9GwLkdc6bDZvLiAt4")
    #expect(PublisherKey(key.text) == key)
    #expect(PublisherKey(String(key.text.dropLast(4))) == nil && PublisherKey("") == nil)
    #expect(try SigningKey(file: Self.secretKey).publicKey == key)
    func refusal(_ text: String) -> String? {
      do throws(NewsstandError) { _ = try SigningKey(file: text) } catch { return error.message }
      return nil
    }
    #expect(refusal(Self.publicKey) == "it is not a secret key of minisign")
    let locked = Self.secretKey.replacing("RWQAAEIy", with: "RWRTY0Iy")
    #expect(refusal(locked)?.contains("password") == true)
    let damaged = Self.secretKey.replacing("ckKp44", with: "ckKp45")
    #expect(refusal(damaged)?.contains("damaged") == true)
  }
}
