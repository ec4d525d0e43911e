// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import RectoPageModel

@c @implementation
public func recto_wait(
  _ request: OpaquePointer!, _ seconds: Double, _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    let request: Request = try find(request)
    guard !seconds.isNaN else { throw .badRequest("the seconds to wait are not a number") }
    try request.wait(seconds: seconds)
  }
}

@c @implementation
public func recto_request_descriptor(_ request: OpaquePointer!) -> Int32 {
  call { (try? find(request, as: Request.self))?.pollable() ?? -1 }
}

@c @implementation
public func recto_cancel(_ request: OpaquePointer!) {
  call { (try? find(request, as: Request.self))?.cancel() }
}

@c @implementation
public func recto_request_free(_ request: OpaquePointer!) {
  call { take(request, as: Request.self)?.cancel() }
}

/// A request for what `prepare` says is to be made. Where that fails, so does the request.
func begin(
  _ prepare: () throws(Failure) -> @Sendable () async throws(PageError) -> any Answer
) -> OpaquePointer {
  call {
    let request: Request
    do throws(Failure) {
      request = Request(try prepare())
    } catch {
      request = Request(failure: error)
    }
    return Registry.make().add(request)
  }
}

/// The answer of a request that is done. Throws `BAD_REQUEST` where it is one to something else.
func answer<Wanted: Answer>(
  of handle: OpaquePointer?, as type: Wanted.Type = Wanted.self
) throws(Failure) -> Wanted {
  let request: Request = try find(handle)
  guard let answer = try request.answer() as? Wanted else {
    throw .badRequest("the request did not ask for that")
  }
  return answer
}

/// Writes the struct of an answer to the caller's.
func give<Value>(
  _ request: OpaquePointer?, in pointer: UnsafeMutablePointer<Value>?,
  _ error: UnsafeMutablePointer<recto_error>?
) -> recto_status {
  attempt(error) { () throws(Failure) in
    let answer: StructAnswer<Value> = try answer(of: request)
    try put(answer.value, in: pointer)
  }
}
