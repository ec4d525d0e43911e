// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import RectoPageModel
import RectoPipeline

@c @implementation
public func recto_begin_list(
  _ publication: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ page: Int64,
  _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  let name = name.flatMap { String(validatingCString: $0) }
  return ask(publication, options) { open, requestOptions throws(PageError) in
    guard let kind = RequestKind.lists.first(where: { $0.name == name }) else {
      let names = RequestKind.lists.map(\.name).joined(separator: ", ")
      throw PageError(
        .badRequest, "there is no list \(name ?? "without a name"): the lists are \(names)")
    }
    guard kind.isAboutPage else {
      guard page == -1 else {
        throw PageError(.badRequest, "\(kind.name) is a list of the publication: page must be -1")
      }
      return JSONAnswer(try await open.list(kind, requestOptions))
    }
    return try await countingFromZero(page, of: open) { index throws(PageError) in
      JSONAnswer(try await open.list(kind, ofPage: index, requestOptions))
    }
  }
}

@c @implementation
public func recto_begin_attachment(
  _ publication: OpaquePointer!, _ index: Int64, _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, options) { open, requestOptions throws(PageError) in
    let count = try await open.attachments(requestOptions).count
    guard index >= 0, index < count else {
      throw PageError(.badRequest, noSuch("attachment", Int(index), of: count, from: 0))
    }
    return FileAnswer(try await open.attachmentData(at: Int(index), requestOptions))
  }
}

@c @implementation
public func recto_begin_medium(
  _ publication: OpaquePointer!, _ page: Int64, _ index: Int64,
  _ options: UnsafePointer<recto_request_options>!
) -> OpaquePointer! {
  ask(publication, page, options) { open, page, requestOptions throws(PageError) in
    let count = try await open.media(ofPage: page, requestOptions).count
    guard index >= 0, index < count else {
      throw PageError(.badRequest, noSuch("medium", Int(index), of: count, from: 0))
    }
    return FileAnswer(try await open.mediaData(ofPage: page, at: Int(index), requestOptions))
  }
}

@c @implementation
public func recto_get_bytes(
  _ request: OpaquePointer!, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ length: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    let file: FileAnswer = try answer(of: request)
    guard let bytes, let length else { throw .badRequest("the pointer for the bytes is NULL") }
    bytes.pointee = UnsafeRawPointer(file.content.bytes.baseAddress)
    length.pointee = file.content.bytes.count
  }
}
