import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// The web app manifest of a server with a library: the installed app has the newsstand's icon,
/// with the latest cover, and, with one store, its name.
struct NewsstandManifest: Sendable {
  /// Pixels on a side, as browsers want them.
  private static let sizes = [192, 512]

  private let newsstand: Newsstand
  private let call: RequestContext

  init(_ newsstand: Newsstand, _ call: RequestContext) {
    self.newsstand = newsstand
    self.call = call
  }

  func response() async throws -> HTTPResponse {
    let name = await name()
    return call.json(type: "application/manifest+json") { json in
      json.object { json in
        json.member("id", ".")
        json.member("name", name)
        json.member("short_name", name)
        json.member("description", "Publications to read")
        json.member("start_url", ".")
        json.member("scope", ".")
        json.member("display", "standalone")
        json.member("background_color", "#faf9f7")
        json.member("theme_color", "#faf9f7")
        json.key("icons")
        json.array(Self.sizes) { json, size in
          json.object { json in
            json.member("src", "api/1/newsstand/icon.png?size=\(size)")
            json.member("sizes", "\(size)x\(size)")
            json.member("type", "image/png")
          }
        }
      }
    }
  }

  /// The only store's name, else that of the program.
  private func name() async -> String {
    guard let stores = try? await newsstand.stores(), stores.count == 1,
      let facts = try? await newsstand.facts(ofStore: stores[0])
    else { return "Recto" }
    return (try? await newsstand.storeNames())?[stores[0]] ?? facts.title ?? "Recto"
  }
}
