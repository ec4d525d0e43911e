import RectoPageModel

extension PageError {
  /// The number of an error's code on the wire; those of `recto_plugin.h`, where it has them.
  var wireStatus: UInt8 { UInt8(Self.order.firstIndex(of: code).map { $0 + 1 } ?? 9) }

  /// The error of a status and a sentence that came over the wire, as untrusted as it is.
  init(wireStatus: UInt8, message: [UInt8]) {
    let code =
      Self.order.indices.contains(Int(wireStatus) - 1) ? Self.order[Int(wireStatus) - 1] : .bug
    let text = String(decoding: message.prefix(Self.longestMessage), as: UTF8.self)
    self.init(
      code,
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })))
  }

  /// Bytes of a sentence that is shown to people.
  private static let longestMessage = 2000

  private static let order: [Code] = [
    .badRequest, .noSuchPage, .unreadable, .unsupported, .damaged, .needsPassword, .notInstalled,
    .limit, .bug, .notFound, .cannotWrite, .busy,
  ]
}
