import RectoPageModel
import TestSupport
import Testing

@testable import RectoTextBackend

/// Pictures beside a story that is a file of the disk.
@Suite struct StoryPictureTests {
  @Test(arguments: [
    ("![A buoy](buoy.png)", ["buoy.png"]),
    ("![](pictures/a%20b.JPG 'title')", ["pictures/a b.JPG"]),
    ("![](<a b.webp>)", ["b.webp", "a b.webp"]), ("![x][1]\n\n[1]: tide.svg", ["tide.svg"]),
    (#"<img src="map.pdf" alt="">"#, ["map.pdf"]),
    ("![](./x.tif)\n![](x.tif)", ["x.tif", "x.tif"]),
    ("![](../up.png) ![](/etc/a.png) ![](https://a.example/b.png)", []),
    ("nothing.pngs, no.txt, or x.md", []), ("", []),
  ])
  func theNamesOfPicturesAreFound(story: String, names: [String]) {
    #expect(StoryPictures.named.names(in: Array(story.utf8)).map(\.text) == names)
  }

  @Test func aStoryNamesItsCompanionsAndOthersNone() throws {
    let folder = try temporaryFolder()
    let story = try folder.write(Array("![](a.png) ![](a.png) ![](b/c.jpg)".utf8), to: "s.md")
    let backend = TextBackend()
    #expect(
      backend.companions(ofSourceAt: story) == [folder.path("a.png"), folder.path("b/c.jpg")])
    let text = try folder.write(Array("![](a.png)".utf8), to: "s.txt")
    #expect(backend.companions(ofSourceAt: text) == [])
    #expect(backend.companions(ofSourceAt: folder.path("none.md")) == [])
  }

  @Test func aStoryOfManyNamesFitsIntoAnOrder() throws {
    let folder = try temporaryFolder()
    let names = (0..<100_000).map { "![](picture\($0).png)\n" }.joined()
    let story = try folder.write(Array(names.utf8), to: "s.md")
    let companions = TextBackend().companions(ofSourceAt: story)
    #expect(companions.reduce(0) { $0 + $1.utf8.count } < 24 << 10)
    #expect(companions.count > 100)
  }
}
