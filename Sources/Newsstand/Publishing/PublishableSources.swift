import RectoPageModel
import RectoPipeline

/// The publications of a folder that are to be issues, with their descriptions.
struct PublishableSources {
  struct Item: Sendable, Hashable {
    /// The name of the file or folder.
    var name: String
    var path: String
    /// Its description, where there is one.
    var descriptionPath: String?

    var isFolder: Bool { RectoPageModel.isFolder(path) }

    /// The name without what tells the format.
    var title: String {
      guard !isFolder, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
        return name
      }
      return String(name[..<dot])
    }
  }

  /// In natural order of their names.
  let items: [Item]

  private static let descriptionName = "issue.json"
  private static let descriptionSuffix = ".issue.json"

  /// Files that belong to something else as often as they are something: pictures, pages, data.
  private static let partialTypes: Set = [
    "text/plain", "text/html", "text/css", "application/xhtml+xml", "application/json",
  ]

  /// The ends of names of files that are being written: of downloads, copies and editors.
  private static let unfinishedEnds = [
    ".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", "~",
  ]

  /// The items of a folder, without hidden names, unfinished files, descriptions, and the published
  /// files; single pictures, plain texts, pages of HTML and JSON only if they have a description.
  ///
  /// Throws `notFound` if there is no such folder.
  init(_ folder: String, output: String, types: MediaTypes) throws(NewsstandError) {
    let names: [String]
    do throws(PageError) {
      names = try folderEntries(of: folder)
    } catch {
      throw NewsstandError(.notFound, "\(folder): \(error.message)")
    }
    let known = Set(names)
    items = NaturalOrder.sort(names).compactMap { name in
      let path = "\(folder)/\(name)"
      guard name != Self.descriptionName, !name.hasSuffix(Self.descriptionSuffix),
        !Self.unfinishedEnds.contains(where: name.lowercased().hasSuffix),
        absolutePath(path) != absolutePath(output)
      else { return nil }
      var item = Item(name: name, path: path)
      let beside = [name, item.title].map { $0 + Self.descriptionSuffix }.first(
        where: known.contains)
      if let beside {
        item.descriptionPath = "\(folder)/\(beside)"
      } else if item.isFolder, allNames(inFolder: path).contains(Self.descriptionName) {
        item.descriptionPath = "\(path)/\(Self.descriptionName)"
      }
      let type = types.type(ofFile: name)
      let isPartial = type.hasPrefix("image/") || Self.partialTypes.contains(type)
      return isPartial && item.descriptionPath == nil && !item.isFolder ? nil : item
    }
  }
}

extension PublishableSources.Item {
  /// Its description. Throws `badContent` for one that cannot be read.
  func description() throws(NewsstandError) -> IssueDescription {
    guard let descriptionPath else { return IssueDescription() }
    let bytes: [UInt8]
    do throws(PageError) {
      let file = try FileBytes(path: descriptionPath)
      guard file.count <= IssueDescription.maximumBytes else {
        throw PageError(.limit, "it is larger than \(IssueDescription.maximumBytes >> 20) MiB")
      }
      bytes = file.prefix(file.count)
    } catch {
      throw NewsstandError(.badContent, "\(descriptionPath): \(error.message)")
    }
    do throws(NewsstandError) {
      return try IssueDescription(bytes)
    } catch {
      throw NewsstandError(.badContent, "\(descriptionPath): \(error.message)")
    }
  }
}
