import RectoBackends
import RectoPageModel
import TestSupport
import Testing

@testable import RectoServer

/// A backend whose files have the extension `ash`, and which takes a folder with one of them.
private struct AshBackend: PageBackend {
  let info = BackendInfo(
    id: "ash", version: "1", mediaTypes: [], fileExtensions: ["ash"], capabilities: [])
  let sourceTraits: SourceTraits

  func recognizes(_ probe: SourceProbe) -> Confidence {
    probe.entries.contains { $0.hasSuffix(".ash") } ? .byContent : .none
  }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    throw PageError(.unsupported, "nothing is opened here")
  }
}

struct SourceKindsTests {
  private func kinds(_ traits: SourceTraits, _ others: any PageBackend...) -> SourceKinds {
    SourceKinds([AshBackend(sourceTraits: traits)] + others)
  }

  @Test func aFileIsAPublicationUnlessItsBackendSaysThatItIsAPart() {
    #expect(kinds(SourceTraits()).isPublication(file: "a.ASH"))
    #expect(kinds(SourceTraits(roles: [.story: ["ash"]])).isPublication(file: "a.ash"))
    #expect(!kinds(SourceTraits(roles: [.picture: ["ash"]])).isPublication(file: "a.ash"))
    #expect(!kinds(SourceTraits(roles: [.part: ["ash"]])).isPublication(file: "a.ash"))
    #expect(!kinds(SourceTraits()).isPublication(file: "a.elm"))
  }

  @Test func aStoryIsOnePublicationWithThePicturesBesideIt() {
    var story = SourceTraits(roles: [.story: ["ash"], .picture: ["elm"]])
    #expect(kinds(story).isPublication(folder: "a", entries: ["a.ash", "a.elm"]))
    #expect(!kinds(story).isPublication(folder: "a", entries: ["a.ash", "a.oak"]))
    story.roles[.story] = nil
    #expect(!kinds(story).isPublication(folder: "a", entries: ["a.ash", "a.elm"]))
  }

  @Test func itsBackendTellsWhatIsSlowToOpen() {
    let item = ShelfItem(
      id: "a", path: "/a.d/b.ash", name: "b", byteCount: 1, modified: Timestamp(seconds: 0),
      version: "1")
    #expect(kinds(SourceTraits(isSlowToOpen: true)).isSlowToOpen(item))
    #expect(!kinds(SourceTraits()).isSlowToOpen(item))
  }

  @Test func ofTheBuiltInBackendsTheseFilesArePublications() {
    let kinds = SourceKinds(builtInBackends())
    for name in [
      "a.pdf", "a.cbz", "a.cbr", "a.cb7", "a.cbt", "a.zip", "a.md", "a.markdown", "a.hpub",
    ] {
      #expect(kinds.isPublication(file: name), "\(name)")
    }
    for name in [
      "a.png", "a.tiff", "a.svg", "a.txt", "a.json", "a.yaml", "a.html", "a.tar", "a.rar", "a.7z",
    ] {
      #expect(!kinds.isPublication(file: name), "\(name)")
    }
  }

  /// A program that watches a source for changes goes by the one, and a cache by the other.
  @Test func aBackendThatHasCompanionsSaysThatItReadsFilesBesideASource() throws {
    let folder = try temporaryFolder()
    let sources = [
      ("a.md", "![A quay](quay.png)"), ("a.html", "<img src=quay.png>"), ("a.png", ""),
      ("a.pdf", "%PDF-"),
      ("a.epub", "PK"), ("a.zip", "PK"),
    ]
    for (name, content) in sources {
      let path = try folder.write(content.utf8, to: name)
      for backend in builtInBackends() where !backend.companions(ofSourceAt: path).isEmpty {
        #expect(backend.sourceTraits.readsFilesBeside, "\(backend.id), \(name)")
      }
    }
  }
}
