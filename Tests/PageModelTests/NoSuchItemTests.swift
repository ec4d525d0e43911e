import RectoPageModel
import Testing

struct NoSuchItemTests {
  @Test func peopleCountFromOne() {
    #expect(noSuch("page", 41, of: 40, from: 1) == "there is no page 41: the last is 40")
    #expect(noSuch("page", 0, of: 40, from: 1) == "there is no page 0: the first is 1")
  }

  @Test func programsCountFromZero() {
    #expect(noSuch("spread", 40, of: 40, from: 0) == "there is no spread 40: the last is 39")
    #expect(noSuch("spread", -1, of: 40, from: 0) == "there is no spread -1: the first is 0")
  }

  @Test(arguments: [0, 1]) func anEmptyListHasNoLastItem(first: Int) {
    #expect(noSuch("article", 7, of: 0, from: first) == "there is no article 7: there are none")
  }

  @Test(arguments: [Int.max, .min, -1, 40]) func anyIndexOfAPageCanBeNamed(index: Int) {
    let error = PageError.noPage(at: index, of: 40)
    #expect(error.code == .noSuchPage)
    #expect(
      error.message.hasPrefix(
        index < 0 ? "there is no page \(index + 1): the first is 1" : "there is no page"))
  }
}
