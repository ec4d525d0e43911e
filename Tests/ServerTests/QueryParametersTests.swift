import RectoHTTP
import Testing

@testable import RectoServer

struct QueryTests {
  private func query(_ text: String) throws -> QueryParameters {
    QueryParameters(try #require(HTTPTarget("/?\(text)")).query)
  }

  @Test func valuesAreReadByName() throws {
    let query = try query("page=3&scale=1.5&box=1,2.5,3,4&whole&case=0&q=a+b")
    #expect(try query.text("q") == "a b")
    #expect(try query.integer("page", in: 0...9) == 3)
    #expect(try query.number("scale", in: 0...2) == 1.5)
    #expect(try query.numbers("box", count: 4) == [1, 2.5, 3, 4])
    #expect(try query.flag("whole") && !query.flag("case") && !query.flag("regex"))
    #expect(try query.text("other") == nil && query.integer("other", in: 0...9) == nil)
  }

  @Test func anItemThatIsThereTwiceIsABadRequest() throws {
    let query = try query("page=3&page=3")
    let error = #expect(throws: ServerError.self) { try query.integer("page", in: 0...9) }
    #expect(error?.status == .badRequest)
  }

  @Test(arguments: ["page=10", "page=-1", "page=%2B3", "page=3.0", "page=", "page=three"])
  func otherNumbersAreBadRequests(text: String) throws {
    let query = try query(text)
    let error = #expect(throws: ServerError.self) { try query.integer("page", in: 0...9) }
    #expect(error?.status == .badRequest)
  }

  @Test func theBoundsOfNumbersAreExact() throws {
    let query = try query("scale=0")
    let error = #expect(throws: ServerError.self) { try query.number("scale", in: 0.01...1_000) }
    #expect(error?.detail == "scale must be a number from 0.01 to 1000")
  }

  @Test(arguments: ["box=1,2,3", "box=1,2,3,4,5", "box=1,,3,4", "box=1,2,3,x"])
  func otherCountsOfNumbersAreBadRequests(text: String) throws {
    let query = try query(text)
    #expect(throws: ServerError.self) { try query.numbers("box", count: 4) }
  }
}
