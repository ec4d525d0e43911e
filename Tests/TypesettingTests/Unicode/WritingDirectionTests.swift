import RectoPageModel
import RectoTypesetting
import Testing

struct WritingDirectionTests {
  @Test(arguments: ["ar", "he", "fa-IR", "ur", "yi", "az-Arab", "dv"])
  func languagesOfRightToLeftScriptsRunFromTheRight(tag: String) {
    #expect(ReadingDirection(ofLanguage: tag) == .rightToLeft)
  }

  @Test(arguments: ["en", "ja", "az", "ar-Latn", "", "no language"])
  func otherLanguagesRunFromTheLeft(tag: String) {
    #expect(ReadingDirection(ofLanguage: tag) == .leftToRight)
  }
}
