import RectoBrowser
import TestSupport
import Testing

@testable import RectoHTMLBackend

/// Scripts of pages are modules in files, and one function in the page.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PageFunctionTests {
  private static let count = """
    // How often `next` was called.
    export let count = 0;
    export const next = () => {
      count += 1;
      return count;
    };
    """
  private static let greet = """
    import {count, next} from "./count.js";

    export default ({name}) => {
      next();
      return [name, next(), count];
    };
    """

  /// A second call starts from the beginning, and a text arrives as it was given.
  @Test func aFunctionIsMadeOfModules() throws {
    let fixture = try Fixture(body: "")
    let page = try #require(try fixture.page() as? HTMLPage).publication.load(0)
    let function = PageFunction(Array(Self.count.utf8), Array(Self.greet.utf8))
    let name = "\"a\\\n\u{2028}</script>${b}`"
    for _ in 0..<2 {
      let answer = try page.evaluate(function.call { $0.member("name", name) })
      let values = try answer.elements { value in value }
      try #require(values.count == 3)
      #expect(try values[0].string() == name)
      #expect(try values[1].integer() == 2)
      #expect(try values[2].integer() == 2)
    }
  }
}
