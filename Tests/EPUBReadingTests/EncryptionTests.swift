import RectoEPUBReading
import RectoPageModel
import Testing

@Suite struct EncryptionTests {
  private func encryption(_ algorithm: String, _ uri: String) -> [UInt8] {
    Array(
      """
      <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
        xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
      <enc:EncryptionMethod Algorithm="\(algorithm)"/>
      <enc:CipherData><enc:CipherReference URI="\(uri)"/></enc:CipherData>
      </enc:EncryptedData></encryption>
      """.utf8)
  }

  private let font = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }

  @Test func fontsObfuscatedByTheStandardAreClear() throws {
    var made = HandMadeBook()
    made.metadata = """
      <dc:identifier id="id"> urn:x: 1 </dc:identifier><dc:title>T</dc:title>
      """
    made.files["META-INF/encryption.xml"] = encryption(
      "http://www.idpf.org/2008/embedding", "OPS/a%20font.otf")
    made.files["OPS/a font.otf"] = mixed(font, key: standardKey, count: 1040)
    let read = try made.open().content(of: RelativePath("OPS/a font.otf"))
    #expect(read.prefix(3000) == font)
  }

  @Test func fontsObfuscatedByAdobeAreClear() throws {
    var made = HandMadeBook()
    made.files["META-INF/encryption.xml"] = encryption(
      "http://ns.adobe.com/pdf/enc#RC", "OPS/f.otf")
    let key: [UInt8] = [
      0x6D, 0x2F, 0x9C, 0x4E, 0x1B, 0x7A, 0x4F, 0x0C, 0x9A, 0x54, 0x0C, 0x2B, 0x1F, 0x6F, 0x7A,
      0x11,
    ]
    made.files["OPS/f.otf"] = mixed(font, key: key, count: 1024)
    #expect(try made.open().content(of: RelativePath("OPS/f.otf")).prefix(3000) == font)
  }

  @Test func aFontMixedWithAnIdentifierThatIsMissingIsDamaged() throws {
    var made = HandMadeBook()
    made.metadata = "<dc:title>T</dc:title>"
    made.files["META-INF/encryption.xml"] = encryption(
      "http://ns.adobe.com/pdf/enc#RC", "OPS/f.otf")
    made.files["OPS/f.otf"] = font
    let open = try made.open()
    let error = #expect(throws: PageError.self) {
      try open.content(of: RelativePath("OPS/f.otf"))
    }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: [
    ("META-INF/license.lcpl", "Readium LCP"), ("META-INF/rights.xml", "Adobe ADEPT"),
    ("META-INF/sinf.xml", "Apple FairPlay"),
  ])
  func aProtectedBookSaysByWhatAndWhatToDo(mark: (file: String, scheme: String)) {
    var made = HandMadeBook()
    made.files[mark.file] = Array("{}".utf8)
    made.files["META-INF/encryption.xml"] = encryption(
      "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OPS/c1.xhtml")
    let error = made.refusal()
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("protected by \(mark.scheme): get it without") == true)
  }

  @Test func aPictureThatIsEncryptedIsAWarning() throws {
    var made = HandMadeBook()
    made.manifest += #"<item id="p" href="p.png" media-type="image/png"/>"#
    made.add("p.png", "x")
    made.files["META-INF/encryption.xml"] = encryption("urn:secret", "OPS/p.png")
    let open = try made.open()
    #expect(open.book.warnings.map(\.code) == ["encrypted-file"])
    #expect(throws: PageError.self) { try open.content(of: RelativePath("OPS/p.png")) }
  }

  private func mixed(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
    bytes.enumerated().map { $0 < count ? $1 ^ key[$0 % key.count] : $1 }
  }

  /// SHA-1 of `urn:x:1`, by coreutils.
  private let standardKey: [UInt8] = [
    0x9E, 0x1D, 0x71, 0x01, 0x8C, 0xDE, 0xE3, 0x42, 0xB3, 0x00, 0xF8, 0xCE, 0x55, 0x70, 0x23, 0x68,
    0x4A, 0xB9, 0x2A, 0x39,
  ]
}
