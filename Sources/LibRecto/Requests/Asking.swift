// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import RectoPageModel
import RectoPipeline

extension RequestOptions {
  /// The turn and the time that a caller asks for.
  init(priority: Int32, timeLimit: Double) throws(Failure) {
    guard let priority = Priority(rawValue: Int(priority)) else {
      throw .badRequest("there is no priority \(priority)")
    }
    self.init(priority, seconds: try limit(timeLimit, in: 0.01...86_400, "time_limit"))
  }

  init(_ pointer: UnsafePointer<recto_request_options>?) throws(Failure) {
    let given = try options(pointer, recto_request_options())
    try self.init(priority: given.priority, timeLimit: given.time_limit)
  }
}

/// A request that asks something of a publication.
func ask(
  _ handle: OpaquePointer?, _ pointer: UnsafePointer<recto_request_options>?,
  _ make:
    @escaping @Sendable (OpenPublication, RequestOptions) async throws(PageError) -> any Answer
) -> OpaquePointer {
  begin { () throws(Failure) in
    let publication = try find(handle, as: PublicationHandle.self).publication
    let requestOptions = try RequestOptions(pointer)
    return { () async throws(PageError) in
      // The engine lives as long as a request waits.
      defer { withExtendedLifetime(publication) {} }
      return try await make(publication.open, requestOptions)
    }
  }
}

/// A request about a page. The error for a page that is not there counts from 0, as its caller does.
func ask(
  _ handle: OpaquePointer?, _ page: Int64, _ pointer: UnsafePointer<recto_request_options>?,
  _ make:
    @escaping @Sendable (OpenPublication, Int, RequestOptions) async throws(PageError) -> any Answer
) -> OpaquePointer {
  ask(handle, pointer) { open, requestOptions throws(PageError) in
    try await countingFromZero(page, of: open) { index throws(PageError) in
      try await make(open, index, requestOptions)
    }
  }
}

/// The result of `make` for a page; other messages of Recto count pages from 1.
func countingFromZero<Value>(
  _ page: Int64, of open: OpenPublication, _ make: (Int) async throws(PageError) -> Value
) async throws(PageError) -> Value {
  do throws(PageError) {
    return try await make(Int(page))
  } catch  where error.code == .noSuchPage {
    throw PageError(.noSuchPage, noSuch("page", Int(page), of: open.pageCount, from: 0))
  }
}

@c @implementation
public func recto_begin_info(
  _ publication: OpaquePointer!, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, options) { open, _ throws(PageError) in
    infoAnswer(try await open.info, of: open)
  }
}

@c @implementation
public func recto_get_info(
  _ request: OpaquePointer!, _ info: UnsafeMutablePointer<recto_info>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: info, error) }

@c @implementation
public func recto_begin_page(
  _ publication: OpaquePointer!, _ page: Int64, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, page, options) { open, page, requestOptions throws(PageError) in
    pageAnswer(try await open.facts(ofPage: page, requestOptions))
  }
}

@c @implementation
public func recto_get_page(
  _ request: OpaquePointer!, _ page: UnsafeMutablePointer<recto_page>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: page, error) }

@c @implementation
public func recto_begin_text(
  _ publication: OpaquePointer!, _ page: Int64, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, page, options) { open, page, requestOptions throws(PageError) in
    textAnswer(try await open.textDocument(ofPage: page, includesGlyphs: true, requestOptions))
  }
}

@c @implementation
public func recto_get_text(
  _ request: OpaquePointer!, _ text: UnsafeMutablePointer<recto_text>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: text, error) }

@c @implementation
public func recto_begin_links(
  _ publication: OpaquePointer!, _ page: Int64, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, page, options) { open, page, requestOptions throws(PageError) in
    linksAnswer(try await open.links(ofPage: page, requestOptions))
  }
}

@c @implementation
public func recto_get_links(
  _ request: OpaquePointer!, _ links: UnsafeMutablePointer<recto_links>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: links, error) }

@c @implementation
public func recto_begin_outline(
  _ publication: OpaquePointer!, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, options) { open, requestOptions throws(PageError) in
    outlineAnswer(try await open.outline(requestOptions))
  }
}

@c @implementation
public func recto_get_outline(
  _ request: OpaquePointer!, _ outline: UnsafeMutablePointer<recto_outline>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: outline, error) }

@c @implementation
public func recto_begin_articles(
  _ publication: OpaquePointer!, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, options) { open, requestOptions throws(PageError) in
    articlesAnswer(try await open.articles(requestOptions))
  }
}

@c @implementation
public func recto_get_articles(
  _ request: OpaquePointer!, _ articles: UnsafeMutablePointer<recto_articles>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: articles, error) }

@c @implementation
public func recto_begin_markdown(
  _ publication: OpaquePointer!, _ firstPage: Int64, _ pageCount: Int64,
  _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, options) { open, requestOptions throws(PageError) in
    guard firstPage >= 0, pageCount >= 0 else {
      throw PageError(.badRequest, "first_page and page_count must not be negative")
    }
    let count = open.pageCount
    guard firstPage > 0 || pageCount > 0 else {
      return markdownAnswer(try await open.markdown(requestOptions))
    }
    let (end, overflows) = firstPage.addingReportingOverflow(max(pageCount, 1))
    guard !overflows, end <= Int64(count) else {
      let page = Int(overflows ? firstPage : end - 1)
      throw PageError(.noSuchPage, noSuch("page", page, of: count, from: 0))
    }
    let last = pageCount == 0 ? count : Int(end)
    return markdownAnswer(
      try await open.markdown(ofPages: Array(Int(firstPage)..<last), requestOptions))
  }
}

@c @implementation
public func recto_get_markdown(
  _ request: OpaquePointer!, _ markdown: UnsafeMutablePointer<recto_markdown>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status { give(request, in: markdown, error) }
