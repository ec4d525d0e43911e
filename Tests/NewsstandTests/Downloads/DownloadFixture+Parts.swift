import Foundation
import TestSupport

@testable import RectoNewsstand

extension DownloadFixture {
  /// Leaves what an interrupted download of the first bytes of `whole` leaves.
  func leavePart(
    of asset: IssueAsset, from whole: [UInt8], count: Int, validator: String? = #""v1""#
  ) throws {
    let entry = DownloadEntry.path(id, in: folder.path)
    let file = DownloadEntry.file(asset, in: entry)
    try FileManager.default.createDirectory(atPath: entry, withIntermediateDirectories: true)
    try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: AssetDownload.part(file)))
    var journal = DownloadJournal()
    journal.validator = validator
    journal.total = whole.count
    journal.received = count
    try journal.save(AssetDownload.journal(file))
  }
}
