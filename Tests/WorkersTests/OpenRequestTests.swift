import RectoPageModel
import Testing

@testable import RectoWorkers

/// The message that tells a worker to open its source.
@Suite struct OpenOrderTests {
  private func read(_ options: OpenOptions) throws -> OpenOptions {
    try OpenRequest(wire: OpenRequest(options: options).wireBytes).options
  }

  @Test func passwordLayoutAndTimeArrive() throws {
    let layout = LayoutOptions(
      pageSize: Size(width: 100.1, height: 14_400), fontScale: 1 / 3, margin: 0.1, theme: "night")
    for options in [
      OpenOptions(), OpenOptions(password: ""), OpenOptions(password: "pä\"ss\u{0}\n"),
      OpenOptions(layout: layout), OpenOptions(password: "p", layout: layout),
      OpenOptions(callSeconds: 0.1),
    ] { #expect(try read(options) == options) }
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"callSeconds":"10"}"#, #"{"callSeconds":10,"password":1}"#,
    #"{"callSeconds":10,"layout":[]}"#, #"{"callSeconds":10,"layout":{"fontScale":0.2}}"#,
    #"{"callSeconds":10,"layout":{"pageSize":[100,100],"margin":50}}"#,
    #"{"callSeconds":10,"layout":{"pageSize":[1,1]}}"#,
  ])
  func anOrderThatMakesNoSenseIsABugAndNothingIsOpened(text: String) {
    let error = #expect(throws: PageError.self) { try OpenRequest(wire: Array(text.utf8)) }
    #expect(error?.code == .bug)
  }
}
