import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct ProofTests {
  private let quay = samples + "/quay.pdf"

  @Test func theProofOfAPDFHasItsPagesWithAllThatLiesOnThem() async throws {
    let proof = try await MadeProof(quay)
    #expect(proof.result.errors == "")
    #expect(proof.json["title"] as? String == "Quay, issue 14")
    #expect(proof.json["source"] as? String == "quay.pdf")
    #expect(proof.editions.compactMap { $0["key"] as? String } == ["own"])
    #expect(proof.pages.compactMap { $0["label"] as? String }.prefix(3) == ["Cover", "i", "1"])
    #expect(try await proof.pages.map(words) == textWords(quay))
    for page in proof.pages {
      #expect(page["size"] as? [Double] == [420, 560])
      #expect((page["boxes"] as? JSON)?.keys.sorted() == ["art", "bleed", "crop", "media", "trim"])
      for name in ["picture", "thumbnail"] {
        let picture = try #require(page[name] as? JSON)
        let image = try decodeJPEG(try proof.bytes(of: try #require(picture["path"] as? String)))
        #expect(picture["size"] as? [Int] == [image.width, image.height])
      }
    }
    let links = try await runRecto(["links", "--json", quay])
    let all = try JSONSerialization.jsonObject(with: Data(links.output)) as? JSON
    #expect(
      proof.pages.flatMap { $0["links"] as? [JSON] ?? [] }.count
        == (all?["links"] as? [JSON])?.count)
    #expect((proof.editions[0]["outline"] as? [JSON])?.count ?? 0 > 2)
  }

  @Test func theScriptsForBrowsersSayTheSame() async throws {
    let proof = try await MadeProof(quay, "--pages", "1-3", "--spread")
    let frame = try proof.data("proof", "takeProof")
    #expect(frame["view"] as? String == "spreads")
    #expect(frame["editions"] as? [String] == ["own"])
    let edition = try proof.data("own", "takeEdition")
    #expect(edition as NSDictionary == proof.editions[0] as NSDictionary)
    #expect(proof.pages.compactMap { $0["index"] as? Int } == [0, 1, 2])
  }

  @Test func theCoverLiesAloneAndTheOthersFaceEachOther() async throws {
    let proof = try await MadeProof(quay, "--device", "none")
    let spreads = try #require(proof.editions[0]["spreads"] as? [[Any]])
    #expect(spreads.map { $0.map { $0 as? Int } }.prefix(3) == [[nil, 0], [1, 2], [3, 4]])
    #expect((proof.json["devices"] as? [JSON])?.isEmpty == true)
  }

  @Test func pagesThatAreReadFromRightToLeftFaceEachOtherTheOtherWay() async throws {
    let folder = try temporaryFolder()
    for page in 1...3 {
      try folder.write(
        bytes(ofFile: "\(samples)/quay-pages/page\(page).png"), to: "in/page\(page).png")
    }
    try folder.write(
      Array("<ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>".utf8),
      to: "in/ComicInfo.xml")
    let proof = try await MadeProof(folder.path("in"))
    #expect(proof.json["direction"] as? String == "rtl")
    let spreads = try #require(proof.editions[0]["spreads"] as? [[Any]])
    #expect(spreads.map { $0.map { $0 as? Int } } == [[0, nil], [2, 1]])
  }

  @Test func textThatFlowsIsLaidOutForEachDevice() async throws {
    let folder = try temporaryFolder()
    let story = "# Tide\n\n" + String(repeating: "The sea comes and goes. ", count: 400)
    let path = try folder.write(Array(story.utf8), to: "story.md")
    let proof = try await MadeProof(
      path, "--device", "phone,e-reader", "--device", "desktop-spread")
    #expect(
      proof.editions.compactMap { $0["key"] as? String } == [
        "own", "phone", "e-reader", "desktop-spread",
      ])
    let sizes = proof.editions.compactMap { ($0["pages"] as? [JSON])?.first?["size"] as? [Double] }
    // A device that shows two pages halves its screen; what it covers is taken away.
    #expect(sizes.dropFirst() == [[390, 763], [632, 840], [720, 900]])
    for edition in proof.editions {
      let pages = try #require(edition["pages"] as? [JSON])
      // Folios are numbers.
      #expect(pages.flatMap(words).count { $0.contains(where: \.isLetter) } == 2001)
    }
    let devices = try #require(proof.json["devices"] as? [JSON])
    #expect(
      devices.compactMap { $0["edition"] as? String } == ["phone", "e-reader", "desktop-spread"])
  }

  @Test func aLayoutAndPagesOfHTMLHaveProofsToo() async throws {
    let layout = try await MadeProof(samples + "/quay-layout", "--device", "none", "--pages", "3")
    #expect(try await words(of: layout.pages[0]) == textWords(samples + "/quay-layout")[2])
    let html = try await MadeProof(samples + "/quay-html", "--device", "none", "--pages", "2")
    #expect(words(of: html.pages[0]).contains("issue"))
  }

  @Test func mediaOfAPageStandInItsProof() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(
      Array(
        "<!doctype html><title>Film</title><video src='film.mp4' width='200' height='100'></video>"
          .utf8), to: "film.html")
    let proof = try await MadeProof(path, "--device", "none")
    let media = try #require((proof.pages[0]["media"] as? [JSON])?.first)
    #expect(media["kind"] as? String == "video")
    #expect((media["box"] as? [Double])?[2] == 150)
  }

  @Test func devicesOfAFileStandBesideTheBuiltInOnes() async throws {
    let folder = try temporaryFolder()
    let file = try folder.write(
      Array(#"{"devices":[{"name":"kiosk","size":[1080,1920],"scale":1}]}"#.utf8),
      to: "devices.json")
    let proof = try await MadeProof(quay, "--pages", "1", "--devices", file)
    let names = (proof.json["devices"] as? [JSON] ?? []).compactMap { $0["name"] as? String }
    #expect(names.first == "kiosk" && names.contains("tablet"))
    let only = try await MadeProof(quay, "--pages", "1", "--devices", file, "--device", "kiosk")
    #expect((only.json["devices"] as? [JSON])?.count == 1)
  }

  @Test func textOfASourceStaysText() async throws {
    let folder = try temporaryFolder()
    let title = #"</script><script>alert("1")</script>"#
    let path = try folder.write(
      Array("---\ntitle: '\(title)'\n---\n\n# <img src=x onerror=alert(2)>\n\nText.\n".utf8),
      to: "story.md")
    let proof = try await MadeProof(path, "--device", "none")
    #expect(proof.json["title"] as? String == title)
    #expect(try proof.data("proof", "takeProof")["title"] as? String == title)
    // The page for browsers is the same whatever is shown in it.
    let other = try await MadeProof(quay, "--pages", "1")
    #expect(try proof.bytes(of: "index.html") == other.bytes(of: "index.html"))
  }

  @Test func aPageThatFailsIsShownAsItsSentence() async throws {
    let folder = try temporaryFolder()
    for page in 1...4 {
      let bytes = try bytes(ofFile: "\(samples)/quay-pages/page\(page).png")
      try folder.write(page == 3 ? Array(bytes.prefix(300)) : bytes, to: "in/page\(page).png")
    }
    let proof = try await MadeProof(folder.path("in"), status: 65)
    #expect(proof.result.errorLines.count == 1)
    #expect(proof.result.errors.contains("page 3: "))
    #expect(proof.pages.count == 4)
    let sentence = try #require(proof.pages[2]["failure"] as? String)
    #expect(proof.result.errors.hasSuffix("page 3: \(sentence)\n"))
    #expect(proof.pages[2]["picture"] == nil)
    #expect(proof.pages.filter { $0["picture"] != nil }.count == 3)
  }
}
