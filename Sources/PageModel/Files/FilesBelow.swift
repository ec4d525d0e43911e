/// The files of one folder of a publication, as a publication of their own.
package struct FilesBelow: SourceFiles {
  private let files: any SourceFiles
  private let folder: RelativePath

  package init(_ files: any SourceFiles, folder: RelativePath) {
    self.files = files
    self.folder = folder
  }

  package func entries(in folder: RelativePath?) -> [String] {
    files.entries(in: folder.map(path) ?? self.folder)
  }

  package func contains(_ path: RelativePath) -> Bool { files.contains(self.path(path)) }

  package func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    try files.read(self.path(path), limit: limit)
  }

  private func path(_ below: RelativePath) -> RelativePath {
    RelativePath(components: folder.components + below.components)
  }
}
