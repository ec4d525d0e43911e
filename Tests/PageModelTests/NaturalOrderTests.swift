import Testing

@testable import RectoPageModel

/// The order of files and folders by their names.
@Suite struct NaturalOrderTests {
  @Test(arguments: [
    ["page1.png", "page2.png", "page10.png"],
    ["Scan.png", "Scan 1.png", "Scan 2.png", "Scan 10.png"],
    ["Scan.jpeg", "scan (1).jpg", "Scan (2).jpeg"],
    ["cover.jpg", "cover-back.jpg", "cover_1.jpg"],
    ["chapter 1.png", "chapter 1.1.png", "chapter 1.2.png", "chapter 2.png"],
    ["a/2.png", "a b/1.png"],
    ["a/1.png", "a.png", "a 1.png"],
    ["p.jpg", "p.png"],
    ["Vol. 2", "Vol. 10"], ["Vol.2", "Vol.10"], ["1 b", "1.5 a"],
    [".hidden", "a", "A.png", "b"],
  ])
  func namesAreSortedAsPeopleNumberThem(names: [String]) {
    #expect(NaturalOrder.sort(names.reversed()) == names)
    #expect(NaturalOrder.sort(names) == names)
  }
}
