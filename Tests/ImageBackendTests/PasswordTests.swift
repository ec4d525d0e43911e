import CRectoZip
import RectoPageModel
import Testing

@Suite struct PasswordTests {
  private let canvas = Canvas.quadrants(width: 32, height: 32)

  private func encrypted(_ method: Int32) throws -> [UInt8] {
    let entries = [
      ZipEntry("1.png", try canvas.encoded()), ZipEntry("2.png", try canvas.encoded()),
    ]
    return try archive(entries, ZipMethod(encryption: (method, "quay")))
  }

  private func expectThatOnlyTheRightPasswordOpens(_ bytes: [UInt8]) throws {
    let error = refusal(bytes)
    #expect(error?.code == .needsPassword)
    #expect(error?.message == "the archive is encrypted")

    // One wrong password of 256 passes the check byte of the old cipher; three do not.
    let errors = ["", "Quay", "harbor"].compactMap { password -> PageError? in
      do {
        _ = try open(bytes, password: password).canvas()
        Issue.record("the password \(password) opens the archive")
        return nil
      } catch { return error as? PageError }
    }
    #expect(errors.count == 3)
    #expect(errors.allSatisfy { [.needsPassword, .damaged].contains($0.code) })
    #expect(errors.contains(PageError(.needsPassword, "the password is wrong")))

    let publication = try open(bytes, password: "quay")
    #expect(publication.pageCount == 2)
    #expect(try publication.canvas(page: 1) == canvas)
  }

  @Test(.enabled(if: canEncrypt(ZIP_EM_TRAD_PKWARE), "this libzip cannot write ZipCrypto"))
  func anArchiveOfTheOldCipherOpensWithItsPasswordOnly() throws {
    try expectThatOnlyTheRightPasswordOpens(encrypted(Int32(ZIP_EM_TRAD_PKWARE)))
  }

  @Test(.enabled(if: canEncrypt(ZIP_EM_AES_256), "this libzip cannot write AES"))
  func anArchiveOfAESOpensWithItsPasswordOnly() throws {
    try expectThatOnlyTheRightPasswordOpens(encrypted(Int32(ZIP_EM_AES_256)))
  }

  @Test func aNeedlessPasswordIsIgnored() throws {
    let bytes = archive([ZipEntry("1.png", try canvas.encoded())])
    #expect(try open(bytes, password: "quay").canvas() == canvas)
    #expect(try open(canvas.encoded(), password: "quay").canvas() == canvas)
  }
}
