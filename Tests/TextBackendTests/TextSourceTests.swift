import Glibc
import RectoPageModel
import TestSupport
import Testing

@testable import RectoTextBackend

@Suite struct TextSourceTests {
  private func folder(_ names: [String: String]) throws -> (TemporaryFolder, Source) {
    let folder = try temporaryFolder()
    for (name, text) in names { try folder.write(Array(text.utf8), to: name) }
    let entries = try folderEntries(of: folder.path)
    return (folder, Source(path: folder.path, content: .folder(entries: entries)))
  }

  private func confidence(_ entries: [String]) -> Int {
    TextRecognition.confidence(
      SourceProbe(Source(path: "a", content: .folder(entries: entries)))
    ).value
  }

  private func confidence(file name: String, _ text: String) -> Int {
    let bytes = FileBytes(Array(text.utf8))
    return TextRecognition.confidence(SourceProbe(Source(path: name, content: .file(bytes)))).value
  }

  @Test func aFolderIsRecognizedByItsLayoutOrItsOneStory() {
    #expect(confidence(["layout.json", "1.png", "2.png"]) == 100)
    #expect(confidence(["layout.yml"]) == 100)
    #expect(confidence(["story.md", "1.png", "2.png"]) == 75)
    #expect(confidence(["story.txt", "1.png"]) == 30)
    #expect(confidence(["a.md", "b.md"]) == 0)
    #expect(confidence(["README.md", "1.png"]) == 0)
    #expect(confidence(["1.png"]) == 0)
  }

  private func confidence(_ source: Source) -> Int {
    TextRecognition.confidence(SourceProbe(source)).value
  }

  @Test func aReadMeWithItsPicturesIsABook() throws {
    let (folderOfShots, shots) = try folder([
      "README.md": "# Screens\n\n| ![t](a.png) | ![](b.png) |\n", "a.png": "x", "b.png": "x",
      "c.png": "x",
    ])
    #expect(confidence(shots) == 75)
    #expect(try TextSource(shots).kind == .story(try RelativePath("README.md")))
    #expect(try TextSource(shots).leftOut == ["c.png"])
    let (folderAbove, below) = try folder(["README.md": "![](img/a%20b.png)", "img/a b.png": "x"])
    #expect(confidence(below) == 75)
    #expect(try TextSource(below).leftOut == [])
    #expect(folderOfShots.path != folderAbove.path)
  }

  @Test func aReadMeBesidePageImagesIsNotABook() throws {
    var files = ["README.md": "Scanned by hand; the cover is [here](001.png)."]
    for page in 1...9 { files["00\(page).png"] = "x" }
    let (folder, scans) = try folder(files)
    #expect(confidence(scans) == 0)
    #expect(throws: PageError.self) { try TextSource(scans) }
    #expect(try folder.entries().count == 10)
  }

  @Test func aReadMeAloneIsABook() throws {
    let (folder, source) = try folder(["README.md": "x", "main.c": "x"])
    #expect(confidence(source) == 30)
    #expect(try TextSource(source).kind == .story(try RelativePath("README.md")))
    #expect(try folder.entries().count == 2)
  }

  @Test func theFilesThatAStoryDoesNotHaveAreKnown() throws {
    let (story, source) = try folder([
      "article.md": "![](a.png) and <img src=\"b c.png\">", "a.png": "x", "b c.png": "x",
      "d.JPG": "x", "head.html": "<p>", "issue.pdf": "x", "style.css": "x", "README.md": "x",
    ])
    #expect(confidence(source) == 75)
    #expect(try TextSource(source).leftOut == ["d.JPG", "head.html", "issue.pdf"])
    let (made, layout) = try folder(["layout.json": "{}", "a.md": "x", "b.png": "x"])
    #expect(try TextSource(layout).leftOut == [])
    #expect(story.path != made.path)
  }

  @Test func aFileIsRecognizedByItsNameOrItsKeys() {
    #expect(confidence(file: "a.md", "x") == 75)
    #expect(confidence(file: "a.TXT", "x") == 75)
    #expect(confidence(file: "a.md", "\0") == 30)
    #expect(confidence(file: "a.json", "{\"pages\": []}") == 60)
    #expect(confidence(file: "a.json", "{\"name\": 1}") == 0)
    #expect(confidence(file: "a.yaml", "stories:\n  a: b.md") == 60)
    #expect(confidence(file: "a.png", "x") == 0)
  }

  @Test func theLayoutGoesBeforeStories() throws {
    let (folder, source) = try folder(["layout.json": "{}", "a.md": "x", "b.md": "y"])
    let path = try RelativePath("layout.json")
    #expect(try TextSource(source).kind == .layout(path))
    #expect(try folder.entries().count == 3)
  }

  @Test func aFolderWithSeveralStoriesAndNoLayoutIsRefused() throws {
    let (folder, source) = try folder(["a.md": "x", "b.md": "y"])
    #expect(throws: PageError.self) { try TextSource(source) }
    #expect(try folder.entries().count == 2)
  }

  @Test func aSingleFileIsReadWithoutItsNeighbors() throws {
    let source = try TextSource(
      Source(path: "/somewhere/a.md", content: .file(FileBytes(Array("# A".utf8)))))
    #expect(source.kind == .story(try RelativePath("a.md")))
    #expect(source.files.entries == ["a.md"])
    #expect(throws: PageError.self) { try source.files.read(RelativePath("b.md"), limit: 9) }
  }

  @Test(arguments: ["/etc/passwd", "../a", "a/../../b", "", "http://a/b", "data:x", "a\0b", "."])
  func aPathThatLeadsElsewhereIsRefused(path: String) {
    #expect(throws: InvalidPath.self) { try RelativePath(path) }
  }

  @Test func pathsAreFromTheFileThatNamesThem() throws {
    let story = try RelativePath("text/en/story.md")
    #expect(try RelativePath("../art/./a.png", from: story.folder).text == "text/art/a.png")
    #expect(try RelativePath("a//b").text == "a/b")
  }

  @Test func noLinkIsFollowedBelowTheFolder() throws {
    let (outside, _) = try folder(["secret.md": "secret", "deep/secret.md": "secret"])
    let (folder, source) = try folder(["story.md": "x", "sub/a.md": "inside"])
    #expect(symlink(outside.path("secret.md"), folder.path("link.md")) == 0)
    #expect(symlink(outside.path("deep"), folder.path("linked")) == 0)
    #expect(mkfifo(folder.path("pipe.md"), 0o600) == 0)
    let files = try TextSource(source).files
    #expect(try files.read(RelativePath("sub/a.md"), limit: 99).prefix(9) == Array("inside".utf8))
    for (path, part) in [
      ("link.md", "link.md: cannot be read: it is a symbolic link"), ("linked/secret.md", "linked"),
      ("none.md", "none.md: no such file"), ("sub", "not a regular file"),
      ("pipe.md", "not a regular file"),
    ] {
      #expect(!files.contains(try RelativePath(path)))
      let error = #expect(throws: PageError.self) {
        try files.read(RelativePath(path), limit: 99)
      }
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
    #expect(throws: PageError.self) { try files.read(RelativePath("sub/a.md"), limit: 3) }
  }
}
