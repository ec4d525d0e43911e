import Foundation
import TestSupport
import Testing

@testable import RectoServer

struct ObservationTests {
  @Test func eachRequestIsALineOfTheLog() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n".utf8), to: "story.md")
    let log = folder.path("access.log")
    let shelf = try await ServedShelf("--access-log", log, folder.path("story.md"))
    _ = try await shelf.answer("/healthz", "User-Agent: lines\tof \"quotes\"")
    _ = try await shelf.answer("/api/1/publications/nothing")
    #expect(try await shelf.stop() == 0)
    let lines = String(decoding: try bytes(ofFile: log), as: UTF8.self).split(separator: "\n")
    let entries = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(entries.map { $0["status"] as? Int } == [200, 404])
    #expect(entries.map { $0["client"] as? String } == ["127.0.0.1", "127.0.0.1"])
    #expect(entries.last?["route"] as? String == "/api/1/publications/{id}")
    #expect(entries.allSatisfy { $0["ms"] is Double && $0["bytes"] is Int })
  }

  @Test func figuresAreInPrometheusForm() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "story.md")
    let shelf = try await ServedShelf(folder.path("story.md"))
    let image = "/api/1/publications/story.md/pages/0/image.png"
    for _ in 0..<3 { _ = try await shelf.answer(image) }
    _ = try await shelf.answer("/whatever/somebody/asks?for=1")
    let text = try await shelf.answer("/metrics").text
    for line in [
      "recto_http_requests_total{route=\"/api/1/publications/{id}/pages/{page}/image.{format}\",status=\"200\"} 3",
      "recto_http_requests_total{route=\"other\",status=\"404\"} 1",
      "recto_render_seconds_count 1", "recto_publications 1", "recto_publications_open 1",
      "recto_cache_hits_total{store=\"memory\"} 2", "recto_worker_endings_total 0",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)\n\(text)")
    }
    // Every sample belongs to a figure that was declared, and is a number.
    var declared: Set<Substring> = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("# TYPE") {
        #expect(declared.insert(words[2]).inserted, "\(line)")
      } else if !line.hasPrefix("#") {
        let name = line.prefix { $0 != "{" && $0 != " " }
        let base = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) }
        #expect(
          declared.contains(name)
            || base.map { declared.contains(name.dropLast($0.count)) } == true,
          "\(line)")
        #expect(Double(words[words.count - 1]) != nil, "\(line)")
      }
    }
  }

  @Test(.startsProcesses) func requestsForNothingLeaveTheMetricsAsTheyAre() async throws {
    let shelf = try await ServedShelf(samples + "/quay.pdf")
    _ = try await shelf.answer("/metrics")
    for word in ["api", "pages", "iiif", "opds"] {
      for depth in 1...8 {
        let path = Array(repeating: word, count: depth).joined(separator: "/")
        #expect(try await shelf.answer("/api/\(path)/\(depth)").status == 404)
      }
    }
    let text = try await shelf.answer("/metrics").text
    let routes = text.split(separator: "\n").filter { $0.hasPrefix("recto_http_requests_total") }
    #expect(routes.count == 2, "\(routes)")
  }
}
