import RectoPageModel

extension PageError {
  /// The number of an error's code on the wire, one of `recto_plugin.h` where it has them, with that of its
  /// remedy in the upper four bits.
  var wireStatus: UInt8 {
    let code = Self.order.firstIndex(of: code).map { $0 + 1 } ?? 9
    let remedy = remedy.flatMap(Self.remedies.firstIndex(of:)).map { $0 + 1 } ?? 0
    return UInt8(remedy << 4 | code)
  }

  /// The error of a status and a sentence that came over the wire, as untrusted as it is.
  init(wireStatus: UInt8, message: [UInt8]) {
    let (number, remedy) = (Int(wireStatus & 0xF) - 1, Int(wireStatus >> 4) - 1)
    let code = Self.order.indices.contains(number) ? Self.order[number] : .bug
    let text = String(decoding: message.prefix(Self.longestMessage), as: UTF8.self)
    self.init(
      code,
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })),
      remedy: Self.remedies.indices.contains(remedy) ? Self.remedies[remedy] : nil)
  }

  /// Bytes of a sentence that is shown to people.
  private static let longestMessage = 2000

  private static let order: [Code] = [
    .badRequest, .noSuchPage, .unreadable, .unsupported, .damaged, .needsPassword, .notInstalled,
    .limit, .bug, .notFound, .cannotWrite, .busy,
  ]

  /// The remedies of errors that are found in a worker.
  private static let remedies: [Remedy] = [.time, .memory]
}
