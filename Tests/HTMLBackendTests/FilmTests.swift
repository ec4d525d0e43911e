import Foundation
import RectoPageModel
import TestSupport
import Testing

/// Films are shown as they look before they are played.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct FilmTests {
  private let bluePixel: [UInt8] = [253, 0, 0]

  private func fixture(_ body: String) throws -> Fixture {
    try Fixture([
      "page1.html": Array(Fixture.document(body, style: "body { margin: 0 }").utf8),
      "blue.webm": try #require(film), "green.svg": Array(green.utf8),
    ])
  }

  /// The color in the middle of the film, which stands at the top left.
  private func color(_ body: String) throws -> [UInt8] {
    let (size, bytes) = try fixture(body).pixels()
    let start = (18 * size.width + 24) * 4
    return Array(bytes[start..<start + 3])
  }

  private func isBlue(_ color: [UInt8]) -> Bool {
    color[0] > 240 && color[1] < 16 && color[2] < 16
  }

  @Test(arguments: [
    "<video src=blue.webm width=64 height=48></video>",
    "<video width=64 height=48 muted autoplay loop><source src=blue.webm type=video/webm></video>",
    "<video src=blue.webm width=64 height=48></video><script>film = document.querySelector('video');"
      + "film.onloadeddata = () => { film.currentTime = 0.7 }</script>",
  ])
  func aFilmShowsItsFirstFrame(_ film: String) throws {
    let color = try color(film)
    #expect(isBlue(color), "\(color)")
  }

  @Test func aFilmHasItsOwnSize() throws {
    let fixture = try fixture("<video src=blue.webm></video>")
    let media = try #require(try fixture.page() as? any MediaPage).media()
    #expect(media.map(\.box) == [Rect(x: 0, y: 0, width: 48, height: 36)])
  }

  @Test(arguments: ["", "muted autoplay"]) func aPosterIsShownInPlaceOfAFrame(_ how: String) throws
  {
    let color = try color(
      "<video src=blue.webm poster=green.svg width=64 height=48 \(how)></video>")
    #expect(color[1] > 240 && color[0] < 16, "\(color)")
  }

  @Test func aFilmThatIsNotThereFailsNothing() throws {
    let fixture = try fixture("<video src=gone.webm width=64 height=48></video><p>Under it</p>")
    #expect(try fixture.words().map(\.text) == ["Under", "it"])
  }

  private let green = """
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="#0f0"/>
    </svg>
    """

  /// Half a second of blue in VP8, and half a second of red.
  private let film = Data(
    base64Encoded: """
      GkXfowEAAAAAAABQQoYBAAAAAAAAAQFC9wEAAAAAAAABAULyAQAAAAAAAAEEQvMBAAAAAAAAAQhCggEAAAAAAAAEd2VibUKH\
      AQAAAAAAAAECQoUBAAAAAAAAAQIYU4BnAQAAAAAAAUMVSalmAQAAAAAAACAq17EBAAAAAAAAAw9CQESJAQAAAAAAAAhAj0AA\
      AAAAABZUrmsBAAAAAAAAU64BAAAAAAAAStcBAAAAAAAAAQFzxQEAAAAAAAABAYMBAAAAAAAAAQGGAQAAAAAAAAVWX1ZQOOAB\
      AAAAAAAAFLABAAAAAAAAAUC6AQAAAAAAAAEwH0O2dQEAAAAAAACs5wEAAAAAAAABAKMBAAAAAAAARIEAAICQAwCdASpAADAA\
      Pm02mEkkIyKhIqgAgA2JZwB2AAAqNMY4fBmAAP75Hdv//kB//kB//kB//ID//iF3sgMAAAAAowEAAAAAAABMgQH0gPADAJ0B\
      KkAAMAA+bTaYSSQjIqEiqACADYlnANT2gH4AABUaYxw+DMAA/vCbQ//yC5YXXI1//yA/5Af8gP/498UNirDIAAAAAA==
      """
  ).map { Array($0) }
}
