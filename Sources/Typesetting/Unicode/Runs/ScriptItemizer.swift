import CRectoUnicode

/// Divides text into runs of one script (UAX 24).
///
/// Common and inherited characters, unassigned code points and lone surrogates take the script
/// before them, at the beginning of the text the one that follows; a closing bracket takes that of
/// its opener.
public struct ScriptItemizer {
  private var brackets = BracketStack()

  public init() {}

  /// Replaces `runs` by those of a text; they cover it without a gap. Calls `uscript_getScript` for
  /// characters beyond ASCII.
  public mutating func itemize(_ text: Span<UInt16>, into runs: inout [ScriptRun]) {
    runs.removeAll(keepingCapacity: true)
    guard !text.isEmpty else { return }
    if let tag = Self.plainScript(of: text) {
      runs.append(ScriptRun(range: 0..<text.count, tag: tag))
      return
    }
    brackets.removeAll()
    var current: UInt16?
    var start = 0
    var position = 0
    while position < text.count {
      let here = position
      let scalar = text.scalar(at: &position)
      guard let script = script(of: scalar, current), script != current else { continue }
      if let current {
        runs.append(ScriptRun(range: start..<here, tag: unicode_script_tag(current)))
        start = here
      } else {
        brackets.resolve(script)
      }
      current = script
    }
    let tag = current.map(unicode_script_tag) ?? ScriptRun.common
    runs.append(ScriptRun(range: start..<text.count, tag: tag))
  }

  /// The character's own script or, for a closing bracket, that of its opener; nil for what goes
  /// with its neighbors.
  private mutating func script(of scalar: UInt32, _ current: UInt16?) -> UInt16? {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A: return ScriptCode.latin
    case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: break
    case 0..<0x80: return nil
    default:
      let script = unicode_script(scalar)
      guard script == ScriptCode.common || script == ScriptCode.inherited else {
        return script == ScriptCode.unknown ? nil : script
      }
    }
    let bracket = unicode_bracket_of(scalar)
    if bracket.closer != 0 { brackets.open(closer: bracket.closer, script: current) }
    return bracket.opener != 0 ? brackets.close(scalar) : nil
  }

  /// The tag of all of a text that is Latin or has no letters: units before the first letters that
  /// are neither, and general punctuation. nil for other text.
  private static func plainScript(of text: Span<UInt16>) -> UInt32? {
    var hasLetters = false
    for index in text.indices {
      let unit = text[index]
      if unit < 0x80 {
        hasLetters = hasLetters || (0x61...0x7A).contains(unit | 0x20)
        continue
      }
      switch unit {
      case 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x02B8: hasLetters = true
      case 0x80...0xBF, 0xD7, 0xF7, 0x0300...0x036F, 0x2010...0x2027, 0x2030...0x205E: break
      default: return nil
      }
    }
    return hasLetters ? ScriptRun.latin : ScriptRun.common
  }
}

/// ICU's numbers of scripts (UScriptCode), which never change.
private enum ScriptCode {
  static let common: UInt16 = 0
  static let inherited: UInt16 = 1
  static let latin: UInt16 = 25
  static let unknown: UInt16 = 103
}

/// A stretch of text in one script.
public struct ScriptRun: Sendable, Hashable {
  /// UTF-16 units.
  public var range: Range<Int>
  /// The ISO 15924 tag with its first letter in the highest byte, which is an `hb_script_t`:
  /// `0x4C61746E` is `Latn`. Text without any letter is `Zyyy`.
  public var tag: UInt32

  public static let latin: UInt32 = 0x4C61_746E
  public static let common: UInt32 = 0x5A79_7979
}

/// Brackets that are open, with the script in which they were opened.
struct BracketStack {
  /// Deeper brackets take the script around them; UAX 9 has a limit of 63 (BD16).
  private static let depth = 63

  private var entries: [(closer: UInt32, script: UInt16?)] = []

  mutating func open(closer: UInt32, script: UInt16?) {
    if entries.count < Self.depth { entries.append((closer, script)) }
  }

  /// Brackets that were opened before any letter belong to the first script that follows.
  mutating func resolve(_ script: UInt16) {
    for index in entries.indices where entries[index].script == nil {
      entries[index].script = script
    }
  }

  /// Closes the bracket that `closer` matches and returns its opener's script; nil if it matches
  /// none. Brackets opened in between and never closed are dropped.
  mutating func close(_ closer: UInt32) -> UInt16? {
    guard let index = entries.lastIndex(where: { $0.closer == closer }) else { return nil }
    let script = entries[index].script
    entries.removeSubrange(index...)
    return script
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
