import RectoJSON
import RectoPageModel
import RectoPluginKit

extension Tab {
  /// Has style sheets for screens apply to all that is loaded from now on, in print too.
  public func emulateScreen(until deadline: Deadline) throws(PageError) {
    _ = try connection.ask("Emulation.setEmulatedMedia", session: session, until: deadline) {
      $0.member("media", "screen")
    }
  }

  /// The document cut into sheets of paper, as a tagged PDF with an outline of its headings.
  ///
  /// `size` is that of a sheet in points; margins are the document's own (`@page`). Throws `limit`
  /// when the deadline passes.
  public func printToPDF(size: Size, until deadline: Deadline) throws(PageError) -> [UInt8] {
    let answer = try connection.ask("Page.printToPDF", session: session, until: deadline) { json in
      json.member("paperWidth", size.width / 72)
      json.member("paperHeight", size.height / 72)
      for side in ["marginTop", "marginBottom", "marginLeft", "marginRight"] {
        json.key(side)
        json.value(0)
      }
      json.member("printBackground", true)
      json.member("generateTaggedPDF", true)
      json.member("generateDocumentOutline", true)
    }
    let text: String = try DevToolsConnection.read { () throws(JSONError) in
      try answer.decode("data")
    }
    guard let bytes = Base64.decode(text) else {
      throw PageError(.bug, "the browser's PDF is not base 64")
    }
    return bytes
  }
}
