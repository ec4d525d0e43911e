import RectoPageModel

/// Files of a folder that is not on the disk, by name.
public struct FilesInMemory: SourceFiles {
  private let files: [String: FileBytes]

  public init(_ files: [String: [UInt8]]) { self.files = files.mapValues { FileBytes($0) } }

  public func entries(in folder: RelativePath?) -> [String] {
    folder == nil ? files.keys.sorted() : []
  }

  public func contains(_ path: RelativePath) -> Bool { files[path.text] != nil }

  public func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    guard let bytes = files[path.text] else {
      throw PageError(.notFound, "\(path.text): no such file")
    }
    return bytes
  }
}
