import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)), .serialized,
  .serving(samples + "/quay.pdf"))
struct DeliveryTests {
  private let image = "/api/1/publications/quay.pdf/pages/1/image.png?width=200"

  @Test func contentThatAClientHasIsNotSentAgain() async throws {
    let shelf = try await ServedShelf.shared
    let first = try await shelf.answer(image)
    let tag = try #require(first["ETag"])
    #expect(first.status == 200 && first["Content-Type"] == "image/png")
    let page = try await shelf.json("/api/1/publications/quay.pdf/pages/1")
    let standard = try await shelf.answer("/api/1/publications/quay.pdf/pages/1/image.jpg")
    #expect(standard["ETag"] == "\"\(page["hash"] as? String ?? "")\"")

    let again = try await shelf.answer(image, "If-None-Match: \(tag)")
    #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == tag)
    #expect(try await shelf.answer(image, "If-None-Match: \"other\", W/\(tag)").status == 304)
    #expect(try await shelf.answer(image, "If-None-Match: \"other\"").status == 200)
    #expect(try await shelf.answer(image, "If-Match: \"other\"").status == 412)
    #expect(try await shelf.answer(image, "If-Match: \(tag)").status == 200)
    // The next process names the same image the same.
    let other = try await ServedShelf(samples + "/quay.pdf")
    #expect(try await other.answer(image)["ETag"] == tag)
    #expect(try await other.answer(image, method: "HEAD")["ETag"] == tag)
  }

  @Test func aPartIsThatOfTheWhole() async throws {
    let shelf = try await ServedShelf.shared
    let file = try bytes(ofFile: samples + "/quay.pdf")
    let whole = try await shelf.answer("/files/quay.pdf")
    #expect(whole.body == file && whole["Accept-Ranges"] == "bytes")
    let tag = try #require(whole["ETag"])
    for (range, part) in [
      ("bytes=0-99", 0..<100), ("bytes=1000-1000", 1000..<1001),
      ("bytes=-7", file.count - 7..<file.count),
      ("bytes=\(file.count - 3)-", file.count - 3..<file.count),
    ] {
      let answer = try await shelf.answer("/files/quay.pdf", "Range: \(range)")
      #expect(answer.status == 206 && answer.body == Array(file[part]), "\(range)")
      #expect(
        answer["Content-Range"]
          == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.count)")
    }
    let beyond = try await shelf.answer("/files/quay.pdf", "Range: bytes=\(file.count)-")
    #expect(beyond.status == 416 && beyond["Content-Range"] == "bytes */\(file.count)")
    let same = try await shelf.answer("/files/quay.pdf", "Range: bytes=0-9", "If-Range: \(tag)")
    #expect(same.status == 206)
    let changed = try await shelf.answer("/files/quay.pdf", "Range: bytes=0-9", "If-Range: \"x\"")
    #expect(changed.status == 200 && changed.body == file)
    let head = try await shelf.answer("/files/quay.pdf", method: "HEAD", "Range: bytes=0-9")
    #expect(head.status == 200 && head["Content-Length"] == "\(file.count)" && head.body.isEmpty)
    let date = try #require(whole["Last-Modified"])
    #expect(try await shelf.answer("/files/quay.pdf", "If-Modified-Since: \(date)").status == 304)
  }

  @Test func textIsCompressedWhereThatIsTaken() async throws {
    let shelf = try await ServedShelf.shared
    let target = "/api/1/publications/quay.pdf/pages/2/text"
    let plain = try await shelf.answer(target)
    #expect(plain["Content-Encoding"] == nil && plain["Vary"] == "Accept-Encoding")
    let packed = try await shelf.answer(target, "Accept-Encoding: br, gzip;q=0.5")
    #expect(packed["Content-Encoding"] == "gzip" && packed["Vary"] == "Accept-Encoding")
    // Other bytes have another tag, and either is known again.
    #expect(packed["ETag"] != plain["ETag"])
    for tag in [packed["ETag"], plain["ETag"]] {
      let again = try await shelf.answer(
        target, "Accept-Encoding: gzip", "If-None-Match: \(tag ?? "")")
      #expect(again.status == 304 && again["ETag"] == tag)
    }
    let folder = try temporaryFolder()
    let path = try folder.write(packed.body, to: "text.gz")
    let unpacked = try await run("/bin/gzip", ["-dc", path])
    #expect(unpacked.status == 0 && unpacked.output == plain.body)
    #expect(
      try await shelf.answer(target, "Accept-Encoding: gzip;q=0")["Content-Encoding"] == nil)
    #expect(try await shelf.answer(image, "Accept-Encoding: gzip")["Content-Encoding"] == nil)
  }

  @Test func anImageOfAKnownContentMayBeKeptForGood() async throws {
    let shelf = try await ServedShelf.shared
    let digest = try #require(
      try await shelf.json("/api/1/publications/quay.pdf")["digest"] as? String)
    #expect(try await shelf.answer(image)["Cache-Control"] == "no-cache")
    let kept = try await shelf.answer("\(image)&digest=\(digest)")
    #expect(kept["Cache-Control"] == "public, max-age=31536000, immutable")
    let other = try await shelf.answer("\(image)&digest=\(String(digest.reversed()))")
    #expect(other["Cache-Control"] == "no-cache")
  }
}
