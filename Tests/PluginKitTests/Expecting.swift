import RectoPageModel
import Testing

/// `body` throws this very error.
func expect(
  _ code: PageError.Code, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  let error = #expect(throws: PageError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  #expect(error?.message == sentence, sourceLocation: sourceLocation)
}
