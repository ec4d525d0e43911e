import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPreview

/// A request about a publication, which is open.
struct PublicationCall: Sendable {
  let call: RequestContext
  let context: ServerContext
  let item: ShelfItem
  let layout: LayoutOptions
  let publication: OpenPublication

  /// A number of the path.
  func index(_ name: String) throws(ServerError) -> Int { try call.parameters.index(name) }

  /// Asks a worker when it is its turn.
  func reading<Value: Sendable>(
    _ priority: RequestOptions.Priority = .visible, _ cost: WorkCost = .page,
    _ body: () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    try await context.scheduler.run(priority, cost, body)
  }

  /// A list of the publication, or of the page in the path, in an object: `{"formFields":[…]}`.
  func list(_ kind: RequestKind) async throws -> HTTPResponse {
    let page = kind.isAboutPage ? try index("page") : 0
    let list = try await reading { () async throws(PageError) in
      try await publication.list(kind, ofPage: page)
    }
    let words = kind.name.split(separator: "_")
    let member = words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
    return call.answer(
      Array("{\"\(member)\":".utf8) + list + [UInt8(ascii: "}")], type: "application/json")
  }

  /// `{"warnings":[…]}`: those that have shown so far, of pages that were read.
  func warnings() async throws -> HTTPResponse {
    let info = try await publication.info
    return call.json { json in
      json.object { json in
        json.key("warnings")
        json.array(info.warnings) { $0.value($1) }
      }
    }
  }

  /// One page as `recto text --format json` gives it.
  func text(ofPage index: Int) async throws -> HTTPResponse {
    let includesGlyphs = try call.query.flag("glyphs")
    let document = try await reading { () async throws(PageError) in
      try await publication.textDocument(ofPage: index, includesGlyphs: includesGlyphs)
    }
    return call.json { $0.value(document) }
  }

  /// `{"locator":{…}}`: the place at which a page begins.
  func locator() async throws -> HTTPResponse {
    guard let page = try call.query.integer("page", in: 0...Int(Int32.max)) else {
      throw ServerError.badRequest("page is missing: give the index of the page, from 0")
    }
    let locator = try await reading { () async throws(PageError) in
      try await publication.locator(ofPage: page)
    }
    // A thousandth of a long book is several pages.
    return call.json(isExact: true) { json in
      json.object { $0.member("locator", locator) }
    }
  }

  /// The JSON of `recto preflight --json`, with a built-in profile.
  func preflight() async throws -> HTTPResponse {
    let name = try call.query.text("profile") ?? PreflightProfile.tablet.name
    guard let profile = PreflightProfile.builtIn.first(where: { $0.name == name }) else {
      throw ServerError.badRequest(
        "profile must be \(PreflightProfile.builtIn.map(\.name).joined(separator: ", "))")
    }
    let findings = try await reading(.export, .pages(publication.pageCount)) {
      () async throws(PageError) in
      do {
        return try await Preflight(profile: profile).findings(in: publication)
      } catch let error as PageError {
        throw error
      } catch {
        throw PageError.cancelled
      }
    }
    return call.json { json in
      json.value(PreflightReport(source: item.id, profile: profile.name, findings: findings))
    }
  }
}
