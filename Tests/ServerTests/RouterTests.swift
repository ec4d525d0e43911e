import Foundation
import RectoBackends
import RectoNewsstand
import RectoPipeline
import TestSupport
import Testing

@testable import RectoServer

struct RouterTests {
  @Test(
    arguments: [
      ("/", [""], [:]),
      ("/files/{id}", ["files", "quay.pdf"], ["id": "quay.pdf"]),
      (
        "/text/{id}/{page:index}.{form}", ["text", "a", "12.alto.xml"],
        ["id": "a", "page": "12", "form": "alto.xml"]
      ),
      (
        "/pages/{page:index}/image.{format:image}", ["pages", "0", "image.jpg"],
        ["page": "0", "format": "jpg"]
      ),
    ] as [(String, [String], [String: String])])
  func aPatternNamesThePartsOfItsPaths(pattern: String, path: [String], parts: [String: String])
    throws
  {
    let parameters = try #require(RoutePattern(pattern).parameters(of: path))
    for (name, text) in parts { #expect(parameters[name] == text) }
  }

  @Test(arguments: [
    ("/files/{id}", ["files"]), ("/files/{id}", ["files", "a", "b"]),
    ("/files/{id}", ["file", "a"]),
    ("/pages/{page:index}", ["pages", "one"]), ("/pages/{page:index}", ["pages", "-1"]),
    ("/pages/{page:index}", ["pages", "0x1"]), ("/pages/{page:index}", ["pages", "1234567890"]),
    ("/image.{format:image}", ["image.gif"]), ("/image.{format:image}", ["image."]),
    ("/store/{path...}", ["store"]), ("/{page:index}.{form}", ["12"]),
  ])
  func aPatternLeavesOtherPaths(pattern: String, path: [String]) {
    #expect(RoutePattern(pattern).parameters(of: path) == nil)
  }

  @Test func theRestOfAPathIsOnePart() throws {
    let parameters = try #require(
      RoutePattern("/store/{path...}").parameters(of: ["store", "issues", "a/b"]))
    #expect(parameters.rest == ["issues", "a/b"])
  }

  @Test func aPatternsTextShowsNoKinds() {
    #expect(RoutePattern("/a/{n:index}/{f:image}.x/{rest...}").text == "/a/{n}/{f}.x/{rest...}")
  }

  /// The routes of a server with a library, by their patterns.
  private func routes() async throws -> [String: Route] {
    let folder = try temporaryFolder()
    let recto = Recto(backends: builtInBackends(), isolation: .inProcess)
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.newsstand = try await Newsstand(folder: folder.path("library"), recto: recto)
    let server = try RectoServer(recto, sources: [], configuration)
    let routes = Router(RectoServer.services(server.context)).routes
    await server.stop(grace: .zero)
    await configuration.newsstand?.close()
    return Dictionary(uniqueKeysWithValues: routes.map { ($0.pattern.text, $0) })
  }

  @Test func theDescriptionOfTheAPIHasItsRoutesAndNoOthers() async throws {
    let routes = try await routes()
    let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json))
    let paths = try #require((document as? [String: Any])?["paths"] as? [String: [String: Any]])
    for (path, methods) in paths {
      let route = try #require(routes["/api/1\(path)"], "\(path) is not a route")
      let allowed = Set(route.allowedMethods.split(separator: ", "))
      #expect(allowed.contains("GET") == (methods["get"] != nil), "\(path)")
      #expect(allowed.contains("POST") == (methods["post"] != nil), "\(path)")
    }
    let described = Set(paths.keys.map { "/api/1\($0)" }).union(["/api/1/openapi.json"])
    let missing = routes.keys.filter { $0.hasPrefix("/api/") && !described.contains($0) }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  /// A request for an open publication may name a layout, and the parts of its path.
  @Test func theDescriptionHasTheParametersOfEachPath() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json))
        as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    func names(_ operation: [String: Any]?) -> Set<String> {
      let parameters = operation?["parameters"] as? [[String: Any]] ?? []
      return Set(
        parameters.compactMap { parameter in
          (parameter["name"] ?? parameter["$ref"]) as? String
        }.map { $0.replacing("#/components/parameters/", with: "") })
    }
    let layout = names(paths["/publications/{id}"]?["get"]).subtracting(["id"])
    #expect(layout.contains("page-size"))
    for (path, methods) in paths {
      let parts = Set(path.matches(of: /{(\w+)}/).map { String($0.output.1) })
      let takesLayout = path.hasPrefix("/publications/{id}") && !path.hasSuffix("/password")
      for (method, operation) in methods {
        let missing = parts.union(takesLayout ? layout : []).subtracting(names(operation))
        #expect(missing.isEmpty, "\(method) \(path): \(missing.sorted())")
      }
    }
  }
}
