import RectoPageModel
import Testing

struct BoundedCacheTests {
  @Test func newEntriesDoNotPushOutThoseInUse() {
    var cache = BoundedCache<String, Int>(capacity: 8)
    cache["used"] = 1
    for number in 0..<1_000 {
      cache["new \(number)"] = number
      let used = cache["used"]
      #expect(used == 1 && cache.count <= 8)
    }
  }

  @Test func theHalfThatWasUsedLastIsKept() {
    var cache = BoundedCache<Int, Int>(capacity: 8)
    for number in 0..<100 {
      cache[number] = number
      #expect((max(0, number - 3)...number).allSatisfy(cache.contains))
    }
    #expect(!cache.contains(0) && cache.count <= 8)
  }

  @Test func anEntryIsSetAgainAndRemoved() {
    var cache = BoundedCache<Int, String>(capacity: 4)
    for number in 0..<3 { cache[number] = "first" }
    cache[0] = "second"
    let again = cache[0]
    #expect(again == "second" && cache.count == 3)
    cache[0] = nil
    #expect(!cache.contains(0) && cache.count == 2)
    cache.removeAll { key, _ in key == 1 }
    #expect(!cache.contains(1) && cache.contains(2) && cache.count == 1)
  }
}
