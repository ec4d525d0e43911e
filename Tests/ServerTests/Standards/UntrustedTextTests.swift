import RectoPageModel
import RectoPipeline
import Testing

@testable import RectoServer

struct UntrustedTextTests {
  @Test(arguments: ["en", "de-AT", "zh-Hant-TW", "es-419", "sl-rozaj", "de-1996", "EN-us"])
  func aLanguageIsTaken(tag: String) {
    #expect(LanguageTag(tag)?.text == tag)
  }

  @Test(arguments: [
    "", "e", "english", "en_US", "en-", "-en", "en-USA1", "x-klingon", "en\" onload=", "日本語",
  ])
  func whatIsNoLanguageIsLeftOut(tag: String) {
    #expect(LanguageTag(tag) == nil)
  }

  @Test func onlyAddressesOfTheWebAreHandedOn() {
    #expect(WebAddress("javascript:alert(1)") == nil)
    #expect(WebAddress("data:text/html,x") == nil)
    #expect(WebAddress("file:///etc/passwd") == nil)
    #expect(WebAddress("//example.org/") == nil)
    #expect(WebAddress("http:///path") == nil)
    #expect(WebAddress("https://" + String(repeating: "a", count: 3_000)) == nil)
    #expect(WebAddress(" HTTPS://example.org/a")?.text == "https://example.org/a")
  }

  @Test func anAddressIsMadeAURI() {
    #expect(
      WebAddress("https://example.org/a b?q=<ü>&r=50%&s=%41#x")?.text
        == "https://example.org/a%20b?q=%3C%C3%BC%3E&r=50%25&s=%41#x")
  }

  @Test func xmlHoldsWhatItCanAndReplacesTheRest() {
    var xml = XMLWriter()
    xml.element("a", ["href": "x?a=1&b=\"2\"", "none": nil]) { xml in
      xml.element("b", [:], "<\u{0}\u{FFFE}\u{1F600}>")
      xml.element("c")
    }
    #expect(
      xml.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a href="x?a=1&amp;b=&quot;2&quot;">
          <b>&lt;\u{FFFD}\u{FFFD}\u{1F600}&gt;</b>
          <c/>
        </a>

        """)
  }
}
