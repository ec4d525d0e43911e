import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

struct LocateCommand: SourceCommand {
  let name = "locate"
  let summary = "Prints the locators of pages, and finds them again in another layout."
  let ownOptions = [
    pagesOption,
    Option(
      "find", value: "PLACE", "Print the page of PLACE: a locator as JSON, or a file that holds one"
    ),
    pagesJSONOption, outputOption,
  ]
  let examples = [
    "recto locate --json --pages 7 story.md | jq '.locators[0]' > place.json",
    "recto locate --page-size 300x400 --font-scale 1.5 --find place.json story.md",
  ]
  let notes = """
    A place is a Locator of the Readium architecture. In a source with fixed pages it is the page's
    number. A place that the source does not have is not an error: the answer names no page.
    """

  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    if let place = arguments["find"] { return try await find(place, arguments, session) }
    var locators: [(page: Int, locator: Locator)] = []
    let status = try await session.forEachPage(session.pages(arguments)) {
      page throws(PageError) in
      try await session.publication.locator(ofPage: page)
    } use: { page, locator in
      locators.append((page, locator))
    }
    // A thousandth of a long story is several pages.
    try answer(arguments, isExact: true) { json in
      json.object { json in
        json.key("locators")
        json.array(locators) { json, entry in
          json.object { json in
            json.member("page", entry.page)
            json.members(of: entry.locator)
          }
        }
      }
    } text: {
      locators.map { entry in
        let progression = entry.locator.progression.map { "  \(($0 * 100).formatted)%" } ?? ""
        let words = entry.locator.textHighlight.map { "  \(printable($0))" } ?? ""
        return "page \(entry.page + 1)  \(printable(entry.locator.href))\(progression)\(words)\n"
      }.joined()
    }
    return status
  }

  private func find(
    _ place: String, _ arguments: Arguments, _ session: Session
  ) async throws -> ExitStatus {
    guard arguments["pages"] == nil else {
      throw UsageError("--pages and --find cannot be used together")
    }
    let page = try await session.publication.page(of: try locator(place))
    try answer(arguments) { json in
      json.object { json in
        if let page { json.member("page", page) }
      }
    } text: {
      page.map { "page \($0 + 1)\n" } ?? ""
    }
    return .done
  }

  private func locator(_ place: String) throws(UsageError) -> Locator {
    let json: [UInt8]
    if place.hasPrefix("{") {
      json = Array(place.utf8)
    } else {
      do throws(PageError) {
        json = try FileBytes(path: place).prefix(Self.longestFile + 1)
      } catch {
        throw UsageError("--find \(place): \(error.message)")
      }
    }
    guard json.count <= Self.longestFile else {
      throw UsageError("--find: a locator has at most \(Self.longestFile >> 10) KiB")
    }
    do throws(JSONError) {
      return try Locator(jsonBytes: json)
    } catch {
      throw UsageError("--find: not a Readium Locator: \(error.description)")
    }
  }

  private static let longestFile = 256 << 10
}
