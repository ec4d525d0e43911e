import RectoPageModel

/// Books of other formats that are read as the EPUB that they could have been.
public enum OtherBooks {
  /// The libraries that they are read with.
  public static var libraries: String { "mobi-\(MobiBook.libraryVersion)" }

  /// True where a file that begins with these bytes is such a book.
  public static func arePresent(in head: [UInt8]) -> Bool {
    MobiBook.isPresent(in: head) || FictionBook.isPresent(in: head)
  }

  /// A book's files, the name of its format, and a warning if it is damaged; nil for a file of any other
  /// kind.
  static func files(
    _ bytes: FileBytes
  ) throws(PageError) -> (files: MemoryFiles, format: String, warning: String?)? {
    let head = bytes.prefix(4096)
    if MobiBook.isPresent(in: head) { return (try MobiBook.files(bytes), "Mobipocket", nil) }
    guard FictionBook.isPresent(in: head) else { return nil }
    let (files, warning) = try FictionBook.files(bytes)
    return (files, "FictionBook 2", warning)
  }
}
