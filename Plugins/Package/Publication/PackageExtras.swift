import RectoPageModel

extension PackagePublication: AttachmentsPublication {
  /// The attachments of all parts; those of a file that is listed more than once come once.
  func attachments() throws(PageError) -> [Attachment] {
    var all: [Attachment] = []
    for part in files { all += try part.carrier?.attachments() ?? [] }
    return all
  }

  func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    var rest = index
    for part in files {
      guard let carrier = part.carrier else { continue }
      let count = try carrier.attachments().count
      if (0..<count).contains(rest) {
        return try carrier.attachmentData(at: rest, limit: limit)
      }
      rest -= count
    }
    throw PageError.noSuchAttachment(index)
  }

  /// The first part of each file.
  private var files: [Part] {
    var seen: Set<String> = []
    return parts.filter { seen.insert($0.path.text).inserted }
  }
}

extension Part {
  fileprivate var carrier: (any AttachmentsPublication)? {
    publication as? any AttachmentsPublication
  }
}

extension PackagePublication: FontsPublication {
  /// The fonts of all parts, each once.
  func fonts() throws(PageError) -> [FontUse] {
    var seen: Set<FontUse> = []
    var all: [FontUse] = []
    for part in parts {
      let fonts = try (part.publication as? any FontsPublication)?.fonts() ?? []
      all += fonts.filter { seen.insert($0).inserted }
    }
    return all
  }
}
