import RectoPageModel

/// The pages of the files of a folder or an archive: those of a TIFF, and one of any other file.
struct PagePlaces {
  /// Bytes that are read from an archive to count pages; unpacking takes a second for as many.
  static let mostUnpacked = 256 << 20

  let files: [String]
  /// The index of each file's first page, and at the end the number of all pages. A list of all pages
  /// would grow with what damaged files state.
  private let starts: [Int]
  private(set) var warnings: [PageWarning] = []

  /// Reads the files that are TIFF until `mostBytes` were read: a file beyond that, and one that
  /// cannot be read, counts as one page. `head` gives a file's first bytes, which tell its format;
  /// the name tells it where they are nil, since reading them takes as long as reading the file.
  init(
    _ files: [String], mostBytes: Int = .max, head: (String) -> [UInt8]?,
    read: (String) throws(PageError) -> FileBytes
  ) {
    self.files = files
    var starts = [0]
    var left = mostBytes
    var unread: [String] = []
    for file in files {
      var count = 1
      let isTIFF =
        head(file).map { PictureFormat(signature: $0) == .tiff }
        ?? PictureFormat.tiff.fileExtensions.contains(FileName(file).fileExtension)
      if isTIFF {
        if left <= 0 {
          unread.append(file)
        } else if let image = try? read(file) {
          left -= image.count
          count = image.pageCount
        }
      }
      starts.append(starts[starts.count - 1] + count)
    }
    self.starts = starts
    guard let first = unread.first else { return }
    let names = first.printable + (unread.count > 1 ? " and \(unread.count - 1) further files" : "")
    warnings.append(
      PageWarning(
        code: "uncounted-pages",
        message: "\(names) may have pages beyond the first, which are not shown: pages are "
          + "counted in the first \(mostBytes >> 20) MiB of TIFF files only"))
  }

  var count: Int { starts[starts.count - 1] }

  func firstPage(ofFile index: Int) -> Int? {
    files.indices.contains(index) ? starts[index] : nil
  }

  /// The file that a page is in, and its index there.
  subscript(page: Int) -> (file: String, frame: Int) {
    var (low, high) = (0, files.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] > page { high = middle } else { low = middle + 1 }
    }
    return (files[low], page - starts[low])
  }
}

extension FileBytes {
  /// The pages of a TIFF; 1 for any other file, and for a TIFF that cannot be read.
  fileprivate var pageCount: Int {
    guard format == .tiff, let header = try? ImageHeader(self) else { return 1 }
    return header.pageCount
  }
}
