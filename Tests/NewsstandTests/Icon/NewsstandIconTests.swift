import Foundation
import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@testable import RectoNewsstand

struct NewsstandIconTests {
  private let test: TestNewsstand

  init() throws { test = try TestNewsstand() }

  private static let size = 128

  /// The number of pixels near the red of sash and badge, in a part of the icon.
  private func red(_ icon: [UInt8], _ columns: Range<Int>, _ rows: Range<Int>) throws -> Int {
    let picture = try PNGPicture(icon, pixelLimit: 1 << 20)
    #expect(picture.size == PixelSize(width: Self.size, height: Self.size))
    return rows.reduce(0) { sum, row in
      sum
        + columns.count { column in
          let at = (row * Self.size + column) * 4
          let (r, g, b) = (
            picture.samples[at], picture.samples[at + 1], picture.samples[at + 2]
          )
          return picture.samples[at + 3] > 200 && r > 180 && g < 60 && b < 70
        }
    }
  }

  private func sash(_ icon: [UInt8]) throws -> Int { try red(icon, 64..<128, 64..<128) }
  private func badge(_ icon: [UInt8]) throws -> Int { try red(icon, 64..<128, 0..<42) }

  @Test func theSashComesWithTheIssueAndGoesWhenItIsRead() async throws {
    try test.source.write(try picture(Color(red: 30, green: 60, blue: 200)), to: "issue.png")
    let id = try test.offer("one", file: "issue.png")
    let newsstand = try await test.open()
    let empty = try await newsstand.icon(size: Self.size)
    #expect(try sash(empty) == 0 && badge(empty) == 0)
    test.downloads.hold(true)
    try await newsstand.begin(id)
    #expect(try await newsstand.icon(size: Self.size) == empty)
    try await newsstand.cancel(id)
    test.downloads.hold(false)
    try await newsstand.download(id)
    let new = try await newsstand.icon(size: Self.size)
    #expect(try sash(new) > 300 && badge(new) > 200)
    _ = try await newsstand.open(id)
    let read = try await newsstand.icon(size: Self.size)
    #expect(try sash(read) == 0 && badge(read) == 0 && read != empty)
  }

  @Test func theBadgeCountsAndTheSashIsTheLatestIssues() async throws {
    try test.source.write(try picture(Color(red: 30, green: 60, blue: 200)), to: "issue.png")
    let old = try test.offer("old", file: "issue.png", date: 1_000)
    let new = try test.offer("new", file: "issue.png", date: 2_000)
    let newsstand = try await test.open()
    for id in [old, new] { try await newsstand.download(id) }
    try await newsstand.markRead(new)
    let icon = try await newsstand.icon(size: Self.size)
    #expect(try sash(icon) == 0 && badge(icon) > 200)
  }

  @Test(arguments: [0, 15, 2049])
  func aSizeThatNoIconHasIsRefused(size: Int) async throws {
    let newsstand = try await test.open()
    await #expect(throws: NewsstandError.self) { _ = try await newsstand.icon(size: size) }
  }
}
