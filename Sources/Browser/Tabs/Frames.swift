import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Frames of a page, which come by command only: at once, and as many as are needed. A browser that
/// makes them by its own clock takes three to four of its intervals for a picture, 50 to 70 ms.
extension Tab {
  /// The number of frames that are commanded one after another: a picture takes three to four.
  private static let quickFrames = 4
  /// Milliseconds between later frames, by which time the browser is mostly busy with encoding.
  private static let laterInterval: Int32 = 8

  /// Milliseconds of two frames of a screen.
  private static let timeOfTwo: Int32 = 33

  /// Has the page make a frame, and waits for it.
  func makeFrame(until deadline: Deadline) throws(PageError) {
    _ = try connection.ask("HeadlessExperimental.beginFrame", session: session, until: deadline)
  }

  /// Waits for the answer to a command that takes frames, and makes them.
  func answer(
    withFramesTo ticket: DevToolsConnection.Ticket, until deadline: Deadline
  ) throws(PageError) -> JSONValue {
    var count = 0
    while true {
      if let answer = try connection.answerReceived(to: ticket) { return answer }
      if count >= Self.quickFrames {
        try connection.handleMessage(within: Self.laterInterval, until: deadline)
        if let answer = try connection.answerReceived(to: ticket) { return answer }
      }
      count += 1
      try makeFrame(until: deadline)
    }
  }

  /// Draws two frames of the page, since callbacks of the first may change the second.
  func makeFrames(until deadline: Deadline) throws(PageError) {
    try makeWorld(until: deadline)
    for _ in 0..<2 { try makeFrame(until: deadline) }
  }

  /// Gives the page two frames, and then the time of two for what is done beside it by no clock.
  func makeFramesInTime(until deadline: Deadline) throws(PageError) {
    try makeFrames(until: deadline)
    try connection.handleMessage(within: Self.timeOfTwo, until: deadline)
  }
}
