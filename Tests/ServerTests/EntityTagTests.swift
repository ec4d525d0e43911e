import Testing

@testable import RectoServer

struct EntityTagTests {
  private let tag = EntityTag(of: [1, 2, 3])

  @Test func aWeakTagNamesTheContentButNotItsBytes() {
    let list = EntityTagList("\"other\", W/\"\(tag.value)\"")
    #expect(list.contains(tag))
    #expect(!list.containsStrongly(tag))
    #expect(EntityTagList("\"\(tag.value)\"").containsStrongly(tag))
  }

  @Test func anAsteriskNamesEveryContent() {
    #expect(EntityTagList(" * ").contains(tag) && EntityTagList("*").containsStrongly(tag))
    #expect(!EntityTagList("").contains(tag) && !EntityTagList("\"*\"").contains(tag))
  }

  @Test func anUnfinishedTagIsInvalid() {
    #expect(!EntityTagList("\"\(tag.value)").contains(tag))
  }
}
