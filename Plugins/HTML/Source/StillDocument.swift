import RectoPageModel

/// Recognizes, by its bytes, a document without scripts and animations.
///
/// Such a page needs no clock and may reuse another page's tab, so that it loads in a fraction of
/// the time. If a script is missed, it does not run.
enum StillDocument {
  /// True if the document contains no script, no frame, and nothing else that changes by itself or
  /// looks different without scripts. If in doubt, false.
  static func isStill(_ document: FileBytes) -> Bool {
    document.withBytes { bytes in
      !bytes.indices.contains { place in
        switch bytes[place] {
        // UTF-16 and UTF-32 encode markup in other bytes.
        case 0: true
        // Names of elements may have a prefix in XML.
        case Ascii.less, Ascii.colon: movingThings.contains { begins($0, in: bytes, at: place + 1) }
        case Ascii.o, Ascii.capitalO: isHandler(bytes, at: place)
        case Ascii.r, Ascii.capitalR: begins(refresh, in: bytes, at: place)
        case Ascii.s, Ascii.capitalS: begins(scripting, in: bytes, at: place)
        default: false
        }
      }
    }
  }

  private enum Ascii {
    static let less = UInt8(ascii: "<")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let o = UInt8(ascii: "o")
    static let capitalO = UInt8(ascii: "O")
    static let r = UInt8(ascii: "r")
    static let capitalR = UInt8(ascii: "R")
    static let s = UInt8(ascii: "s")
    static let capitalS = UInt8(ascii: "S")
    static let lowerCase: UInt8 = 0x20
  }

  /// The beginnings of element names after "<".
  private static let movingThings: [[UInt8]] = [
    "script", "noscript", "iframe", "frame", "fencedframe", "object", "embed", "applet", "portal",
    "animate", "set", "marquee", "progress", "video", "audio", "!entity", "!attlist",
    "?xml-stylesheet",
  ].map { Array($0.utf8) }
  /// The value in a `meta` element that loads another document.
  private static let refresh = Array("refresh".utf8)
  /// The feature of media queries (Media Queries 5). Style sheets in other files are not searched
  /// for it.
  private static let scripting = Array("scripting".utf8)

  /// True for the name in any case of ASCII letters.
  private static func begins(
    _ name: [UInt8], in bytes: UnsafeRawBufferPointer, at place: Int
  ) -> Bool {
    guard bytes.count - place >= name.count else { return false }
    return name.indices.allSatisfy {
      bytes[place + $0] | Ascii.lowerCase == name[$0] | Ascii.lowerCase
    }
  }

  /// True for event handler attributes such as "onload=".
  private static func isHandler(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    guard begins([Ascii.o, UInt8(ascii: "n")], in: bytes, at: place),
      place == 0 || !isLetter(bytes[place - 1])
    else { return false }
    let name = bytes[(place + 2)...].prefix(while: isLetter)
    return !name.isEmpty
      && bytes[name.endIndex...].first { $0 > Ascii.lowerCase } == Ascii.equals
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | Ascii.lowerCase)
  }
}
