import Glibc
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// Downloads that find everything in a folder: for a process that is to do little else than install.
struct FolderDownloads: IssueDownloading {
  let source: String

  func download(
    _ assets: [IssueAsset], for id: IssueID, priority: DownloadPriority, namedBy: String?,
    pass: ContentPass?,
    progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(NewsstandError) -> [DownloadedFile] {
    var files: [DownloadedFile] = []
    for asset in assets {
      let path = "\(source)/\(asset.url.split(separator: "/").last ?? "")"
      guard let bytes = try? FileBytes(path: path) else {
        throw NewsstandError(.notFound, "there is no \(path)")
      }
      var hash = SHA256()
      bytes.withBytes { hash.update($0) }
      files.append(DownloadedFile(path: path, bytes: bytes.count, sha256: hash.digest().hex))
    }
    progress(DownloadProgress(received: files.reduce(0) { $0 + $1.bytes }))
    return files
  }

  func discard(_ id: IssueID) {}
}

/// A store with one issue.
struct OneIssue: IssueOffering {
  let issue: Issue

  func issues() -> [Issue] { [issue] }
  func issue(withID id: IssueID) -> Issue? { issue.id == id ? issue : nil }
  func facts() -> StoreFacts {
    StoreFacts(url: "", title: nil, issueCount: 1, age: nil, error: nil, problems: [])
  }
  func refresh() {}
  func cover(of issue: Issue) -> [UInt8]? { nil }
}
