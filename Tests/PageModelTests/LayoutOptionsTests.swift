import RectoJSON
import RectoPageModel
import Testing

@Suite struct LayoutOptionsTests {
  private func refusal(_ options: LayoutOptions) -> PageError.Code? {
    do throws(PageError) {
      try options.check()
      return nil
    } catch {
      return error.code
    }
  }

  private func sized(_ width: Double, _ height: Double, margin: Double? = nil) -> LayoutOptions {
    LayoutOptions(pageSize: Size(width: width, height: height), margin: margin)
  }

  @Test func validLayoutsAreAccepted() {
    for options in [
      LayoutOptions(), sized(36, 14_400), sized(14_400, 36), sized(36, 36, margin: 17.9),
      LayoutOptions(fontScale: 0.25), LayoutOptions(fontScale: 5), LayoutOptions(margin: 0),
      LayoutOptions(margin: 7199), LayoutOptions(theme: "sepia"), LayoutOptions(theme: "夜"),
      LayoutOptions(theme: String(repeating: "a", count: 64)), LayoutOptions(excerpt: "."),
      LayoutOptions(excerpt: "text/1.xhtml"),
      LayoutOptions(excerpt: String(repeating: "a", count: 4096)),
    ] { #expect(refusal(options) == nil, "\(options)") }
  }

  @Test func anImpossiblePageIsABadRequest() {
    for options in [
      sized(35.9, 100), sized(100, 14_400.1), sized(.nan, 100), sized(100, .infinity),
      sized(-100, 100), sized(0, 0), LayoutOptions(fontScale: 0.24), LayoutOptions(fontScale: 5.1),
      LayoutOptions(fontScale: .nan), LayoutOptions(fontScale: -1), LayoutOptions(margin: -0.1),
      LayoutOptions(margin: .nan), LayoutOptions(margin: .infinity), LayoutOptions(margin: 7200),
      sized(100, 200, margin: 50), sized(200, 100, margin: 50), LayoutOptions(theme: ""),
      LayoutOptions(theme: "a\u{1B}[2J"), LayoutOptions(theme: String(repeating: "a", count: 65)),
      LayoutOptions(excerpt: ""), LayoutOptions(excerpt: "a\n"),
      LayoutOptions(excerpt: String(repeating: "a", count: 4097)),
    ] { #expect(refusal(options) == .badRequest, "\(options)") }
  }

  @Test func aMarginIsCheckedOnThePageThatThereIs() {
    let options = LayoutOptions(margin: 210)
    #expect(throws: Never.self) { try options.checkMargin(on: Size(width: 421, height: 500)) }
    #expect(throws: PageError.self) { try options.checkMargin(on: Size(width: 420, height: 500)) }
  }

  @Test func theFormHasOnlyWhatIsAskedFor() {
    func form(_ options: LayoutOptions) -> String {
      String(decoding: JSONWriter.bytes(of: options), as: UTF8.self)
    }
    #expect(form(LayoutOptions()) == #"{"fontScale":1}"#)
    var all = sized(360, 540, margin: 24)
    all.theme = "night"
    all.excerpt = "1.xhtml"
    #expect(
      form(all)
        == #"{"pageSize":[360,540],"fontScale":1,"margin":24,"theme":"night","excerpt":"1.xhtml"}"#)
    #expect(all.withoutExcerpt.excerpt == nil && all.withoutExcerpt.theme == "night")
  }
}
