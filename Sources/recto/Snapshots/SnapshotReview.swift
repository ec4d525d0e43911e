import Glibc
import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPluginKit
import RectoSnapshots

/// Serves the report of a check on this machine, and records the pages that are approved in it.
actor SnapshotReview {
  private let folder: GoldenFolder
  private let report: SnapshotReport
  private var approved: Set<Int> = []
  /// Only the report's page knows it, so no other page can approve.
  private let token: String

  init(_ report: SnapshotReport, in folder: GoldenFolder) {
    self.report = report
    self.folder = folder
    var numbers = SystemRandomNumberGenerator()
    token = String(numbers.next(), radix: 36) + String(numbers.next(), radix: 36)
  }

  /// True if every page is good now, and none is gone.
  var isSettled: Bool {
    report.gone.isEmpty
      && report.outcomes.indices.allSatisfy { report.outcomes[$0].isGood || approved.contains($0) }
  }

  /// Serves until the task is cancelled. `onStart` is told the address.
  ///
  /// Throws `cannotWrite` if the port cannot be used.
  func serve(
    port: Int, onStart: @Sendable (String) throws(PageError) -> Void
  ) async throws(PageError) {
    var configuration = HTTPConfiguration()
    configuration.port = port
    let server: HTTPServer
    do throws(HTTPError) {
      server = try HTTPServer(configuration) { [self] request in await answer(request) }
    } catch {
      throw PageError(.cannotWrite, "the review cannot be served: \(error.message)")
    }
    try onStart(server.url)
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    await server.stop()
  }

  /// `GET /` is the report, `POST /approve` records `{"token","page"}`, the outcome's number.
  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch (request.method, request.target.segments) {
    case (.get, [""]), (.head, [""]):
      let page = HTMLReport(report, approval: .served(token: token)).bytes
      var response = HTTPResponse(page, type: "text/html; charset=utf-8")
      response.headers["Cache-Control"] = "no-store"
      return response
    case (.post, ["approve"]): return approve(request.body)
    case (_, [""]), (_, ["approve"]):
      return HTTPResponse(
        "Only GET / and POST /approve are supported here.", status: .methodNotAllowed)
    default: return HTTPResponse("There is nothing here.", status: .notFound)
    }
  }

  private func approve(_ body: [UInt8]) -> HTTPResponse {
    let number: Int
    do throws(JSONError) {
      let order = try JSONDocument(body).root
      guard try order.decode("token") as String == token else {
        return HTTPResponse("The review was restarted: reload the page.", status: .forbidden)
      }
      number = try order.integer("page", in: 0...max(0, report.outcomes.count - 1))
    } catch {
      return HTTPResponse("The request is invalid: \(error).", status: .badRequest)
    }
    guard report.outcomes.indices.contains(number), !report.outcomes[number].isGood else {
      return HTTPResponse("There is nothing to approve.", status: .badRequest)
    }
    let outcome = report.outcomes[number]
    guard outcome.recording != nil || !outcome.superseded.isEmpty else {
      return HTTPResponse("The page could not be rendered.", status: .badRequest)
    }
    do throws(PageError) {
      try folder.record(outcome)
    } catch {
      return HTTPResponse(error.message, status: .internalServerError)
    }
    approved.insert(number)
    return HTTPResponse("Approved.")
  }
}
