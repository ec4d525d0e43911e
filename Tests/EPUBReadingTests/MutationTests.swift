import RectoEPUBReading
import RectoPageModel
import Testing

/// Books with bytes changed at random places: each opens or is refused, and none ends the process.
@Suite struct MutationTests {
  /// A generator that gives the same numbers each time (Knuth's MMIX).
  private struct Places: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 16 ^ state << 32
    }
  }

  private var sound: [String: [UInt8]] {
    var made = HandMadeBook()
    made.spineAttributes = #"toc="ncx" page-progression-direction="rtl""#
    made.metadata += #"<meta property="rendition:layout">pre-paginated</meta>"#
    made.manifest = """
      <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml" media-overlay="s"/>
      <item id="s" href="s.smil" media-type="application/smil+xml"/>
      <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
      """
    made.add("s.smil", #"<smil><par><text src="c1.xhtml"/><audio src="a.mp3"/></par></smil>"#)
    made.add(
      "toc.ncx", #"<ncx><navMap><navPoint><content src="c1.xhtml"/></navPoint></navMap></ncx>"#)
    made.addNavigation(
      #"<li><a href="c1.xhtml#a%20b">One</a><ol><li><span>x</span></li></ol></li>"#)
    made.files["OPS/book.opf"] = Array(made.package.utf8)
    made.files["META-INF/container.xml"] = Array(made.container.utf8)
    return made.files
  }

  @Test(arguments: [
    "OPS/book.opf", "OPS/nav.xhtml", "OPS/toc.ncx", "OPS/s.smil", "META-INF/container.xml",
  ])
  func aChangedBookOpensOrIsRefused(file: String) throws {
    let sound = sound
    let original = try #require(sound[file])
    var places = Places(state: UInt64(original.count))
    var opened = 0
    for _ in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &places) {
        let place = Int.random(in: 0..<bytes.count, using: &places)
        switch Int.random(in: 0..<4, using: &places) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &places)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
        default:
          bytes[place] = [0x22, 0x3C, 0x3E, 0x26, 0x2F, 0x25].randomElement(using: &places) ?? 0
        }
        if bytes.isEmpty { bytes = [0x3C] }
      }
      var made = HandMadeBook()
      made.files = sound
      made.files[file] = bytes
      if let book = try? made.book() {
        opened += 1
        #expect(!book.spine.isEmpty)
      } else {
        #expect(made.refusal()?.message.isEmpty == false)
      }
    }
    #expect(opened > 0)
  }
}
