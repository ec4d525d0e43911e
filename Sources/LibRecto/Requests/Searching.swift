// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import RectoJSON
import RectoPageModel
import RectoPipeline

@c @implementation
public func recto_begin_search(
  _ publication: OpaquePointer!, _ query: UnsafePointer<CChar>!,
  _ pointer: UnsafePointer<recto_search_options>!
) -> OpaquePointer! {
  begin { () throws(Failure) in
    let publication = try find(publication, as: PublicationHandle.self).publication
    let given = try options(pointer, recto_search_options())
    let search = try TextSearch(string(query, "the query"), given)
    let requestOptions = try RequestOptions(priority: given.priority, timeLimit: given.time_limit)
    let count = publication.open.pageCount
    guard given.first_page >= 0, given.page_count >= 0 else {
      throw .badRequest("first_page and page_count must not be negative")
    }
    let first = min(Int(given.first_page), count)
    let end = given.page_count == 0 ? count : first + min(Int(given.page_count), count - first)
    return { () async throws(PageError) in
      guard given.first_page < count else {
        throw PageError(.noSuchPage, noSuch("page", Int(given.first_page), of: count, from: 0))
      }
      defer { withExtendedLifetime(publication) {} }
      return try await Findings(search, in: publication.open, first..<end, requestOptions).answer
    }
  }
}

@c @implementation
public func recto_get_hits(
  _ request: OpaquePointer!, _ hits: UnsafeMutablePointer<recto_hits>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: hits, error) }

extension TextSearch {
  fileprivate init(_ query: String?, _ given: recto_search_options) throws(Failure) {
    let known =
      RECTO_SEARCH_REGEX | RECTO_SEARCH_CASE | RECTO_SEARCH_ACCENTS
      | RECTO_SEARCH_WHOLE_WORDS
    guard given.flags & ~UInt32(known) == 0 else {
      throw .badRequest("the search has flags that are not known")
    }
    func has(_ flag: Int) -> Bool { given.flags & UInt32(flag) != 0 }
    var options = Options()
    options.isRegex = has(Int(RECTO_SEARCH_REGEX))
    options.isCaseSensitive = has(Int(RECTO_SEARCH_CASE))
    options.isMarkSensitive = has(Int(RECTO_SEARCH_ACCENTS))
    options.wholeWords = has(Int(RECTO_SEARCH_WHOLE_WORDS))
    options.regexSeconds =
      try limit(given.regex_limit, in: 0.01...86_400, "regex_limit") ?? options.regexSeconds
    do throws(PageError) {
      try self.init(query ?? "", options: options)
    } catch {
      throw Failure(error)
    }
  }
}

/// The hits of a search, and the pages that it could not read.
private struct Findings {
  let search: TextSearch
  var hits: [TextSearch.Hit] = []
  var failures: [(page: Int, error: PageError)] = []

  init(
    _ search: TextSearch, in open: OpenPublication, _ pages: Range<Int>,
    _ requestOptions: RequestOptions
  ) async throws(PageError) {
    self.search = search
    let isWhole = pages == 0..<open.pageCount
    let found = open.hits(of: search, on: isWhole ? nil : Array(pages), requestOptions)
      .makeAsyncIterator()
    while let page = try await found.next() {
      switch page.result {
      case .success(let ofPage): hits += ofPage
      case .failure(let error): failures.append((page.page, error))
      }
    }
  }

  var answer: StructAnswer<recto_hits> {
    let (hits, query) = (hits, search.query)
    return StructAnswer { memory in
      var result = recto_hits()
      result.hit_count = hits.count
      result.texts = memory.strings(hits.map(\.text))
      result.befores = memory.strings(hits.map(\.before))
      result.afters = memory.strings(hits.map(\.after))
      let quads = hits.flatMap(\.parts).flatMap { part in part.quads.map { (part.page, $0) } }
      result.quad_starts = memory.array(
        starts(of: hits.map { hit in hit.parts.reduce(0) { $0 + $1.quads.count } }))
      result.quad_count = quads.count
      result.quads = memory.array(quads.reduce(into: [Double]()) { $0.append($1.1) })
      result.quad_pages = memory.array(quads.map { Int64($0.0) })
      result.failure_count = failures.count
      result.failed_pages = memory.array(failures.map { Int64($0.page) })
      result.failures = memory.strings(failures.map { Failure($0.error).message })
      return result
    } json: { json in
      json.object { json in
        json.member("query", query)
        json.key("hits")
        json.array(hits) { $0.value($1) }
      }
    }
  }
}
