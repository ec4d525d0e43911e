import Foundation
import RectoNewsstand
import TestSupport
import Testing

/// The catalogs of the Newsstand apps of old.
struct NewsstandAppCatalogTests {
  private func read(_ bytes: [UInt8]) throws(NewsstandError) -> Catalog {
    try readCatalog(bytes, url: "https://example.org/mag/list")
  }

  private let entries: [[String: Any]] = [
    [
      "ID": "harbor-12", "Title": "Tides",
      "Release date": Date(timeIntervalSince1970: 1_795_305_600),
      "Cover URL": "c.png", "Download URL": "https://cdn.example.org/12.zip", "Free": false,
    ],
    [
      "Name": "harbor-11", "Title": "Bröte 🚢", "Date": "2026-10-01 00:00:00", "Cover": "d.png",
      "Content": "11.zip",
    ],
    ["Name": "10", "Title": "Bad", "Content": "file:///10.zip"],
  ]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func propertyListsAreRead(format: PropertyListSerialization.PropertyListFormat) throws {
    for root: Any in [entries, ["Title": "Harbor", "Issues": entries]] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: root, format: format, options: 0)
      let catalog = try read([UInt8](data))
      #expect(catalog.format == .propertyList)
      #expect(catalog.issues.map(\.id.text) == ["harbor-12", "harbor-11"])
      #expect(catalog.issues.map(\.title) == ["Tides", "Bröte 🚢"])
      #expect(catalog.issues.map { $0.date?.text } == ["2026-11-22", "2026-10-01T00:00:00Z"])
      #expect(catalog.issues.map(\.isFree) == [false, true])
      #expect(
        catalog.issues.map { $0.content.first?.url } == [
          "https://cdn.example.org/12.zip", "https://example.org/mag/11.zip",
        ])
      #expect(catalog.issues.map { $0.cover?.url.suffix(5) } == ["c.png", "d.png"])
      #expect(catalog.problems.count == 1 && catalog.problems[0].hasPrefix("issue 3 (“Bad”): "))
      #expect(catalog.title == (root is [String: Any] ? "Harbor" : nil))
    }
  }

  /// Every cut and every changed byte of a binary list gives a catalog or a sentence.
  @Test func aDamagedBinaryPropertyListIsNeverMoreThanAnError() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: entries, format: .binary, options: 0)
    let whole = [UInt8](data)
    for length in 0..<whole.count { _ = try? read(Array(whole[..<length])) }
    for index in 8..<whole.count {
      for value: UInt8 in [0, 0x7F, 0x80, 0xAF, 0xDF, 0xFF] {
        var changed = whole
        changed[index] = value
        do throws(NewsstandError) {
          _ = try read(changed)
        } catch {
          #expect(error.code == .badCatalog)
        }
      }
    }
  }

  /// Among them the least number that an integer holds, which has no absolute value.
  @Test(arguments: [-0x1p63, 0x1p63, -0x1p1000, .infinity, .nan])
  func aDateBeyondAllCalendarsIsNone(seconds: Double) throws {
    var bytes = Array("bplist00".utf8)
    // An array of one dictionary, in which each of four keys has its value.
    bytes += [0xA1, 1, 0xD4, 2, 3, 4, 5, 6, 6, 6, 7]
    let starts = [8, 10, 19, 22, 28, 36, 41, 43]
    for key in ["ID", "Title", "Content", "Date"] {
      bytes += [0x50 | UInt8(key.utf8.count)] + Array(key.utf8)
    }
    bytes += [0x51, UInt8(ascii: "a"), 0x33]
    bytes += withUnsafeBytes(of: seconds.bitPattern.bigEndian) { Array($0) }
    let table = bytes.count
    bytes += starts.map { UInt8($0) } + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [starts.count, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
    let catalog = try read(bytes)
    #expect(catalog.issues.map(\.title) == ["a"] && catalog.issues.map(\.date) == [nil])
  }

  @Test func infoXMLIsReadUnderTheNamesThatPublishersGive() throws {
    let catalog = try read(
      Array(
        """
        <Magazine><name>Harbor</name><description>Boats</description><price>9.99 EUR</price>
         <subscription_product>org.example.year</subscription_product><issues>
         <issue><number>12</number><name>Tides</name><date>2026-11-22</date><price>2.99 EUR</price>
          <product_id>org.example.12</product_id><cover>c/12.jpg</cover><zip>z/12.zip</zip></issue>
         <issue id="h-11"><number>11</number><title>Ropes</title><price>0.00</price>
          <coverURL>c/11.jpg</coverURL><url>z/11.zip</url></issue>
         <issue><number>10</number><name>Sand</name><zip>ftp://x/10.zip</zip></issue>
        </issues></Magazine>
        """.utf8))
    #expect(catalog.format == .infoXML && catalog.title == "Harbor" && catalog.summary == "Boats")
    #expect(catalog.subscriptionProductID == "org.example.year")
    #expect(catalog.issues.map(\.id.text) == ["org.example.12", "h-11"])
    #expect(catalog.issues.map(\.title) == ["Tides", "Ropes"])
    #expect(catalog.issues.map(\.publication) == ["Harbor", "Harbor"])
    #expect(catalog.issues.map(\.number) == ["12", "11"])
    #expect(catalog.issues.map(\.isFree) == [false, true])
    #expect(catalog.issues[0].content.first?.url == "https://example.org/mag/z/12.zip")
    #expect(catalog.problems.count == 1 && catalog.problems[0].hasPrefix("issue 3 (“Sand”): "))
  }

  @Test func theShelfOfBakerAppsIsRead() throws {
    let catalog = try read(
      Array(
        """
        [{"name": "a-study", "title": "A Study", "info": "Holmes", "date": "2012-06-14 00:00:00",
          "cover": "c.png", "url": "a.hpub", "product_id": "com.example.a"},
         {"name": "free", "title": "Free", "url": "f.hpub", "product_id": ""}]
        """.utf8))
    #expect(catalog.format == .bakerShelf && catalog.problems.isEmpty)
    #expect(catalog.issues.map(\.id.text) == ["a-study", "free"])
    #expect(catalog.issues[0].summary == "Holmes" && catalog.issues[0].productID == "com.example.a")
    #expect(catalog.issues[0].date?.text == "2012-06-14T00:00:00Z")
    #expect(catalog.issues.map(\.isFree) == [false, true])
  }
}
