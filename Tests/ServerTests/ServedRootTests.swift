import TestSupport
import Testing

@testable import RectoServer

struct ServedRootTests {
  @Test func onlyWhatIsBelowTheFolderIsInIt() throws {
    let folder = try temporaryFolder()
    try folder.write([1], to: "shelf/issue.pdf")
    try folder.write([1], to: "shelf-private/secret.pdf")
    let root = try ServedRoot(folder.path("shelf"))
    #expect(root.contains(root.path) && root.contains(root.path + "/issue.pdf"))
    #expect(!root.contains(root.path + "-private/secret.pdf"))
    #expect(try ServedRoot("/").contains("/shelf"))
  }
}
