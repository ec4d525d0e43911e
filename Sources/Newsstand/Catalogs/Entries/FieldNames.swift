/// The names of an issue's fields in formats without a standard.
///
/// Names are compared in lower case, by letters and digits alone: `Release date` is `release_date`.
/// The first name that is present counts.
struct FieldNames: Sendable {
  let id: [String]
  let title: [String]
  let summary: [String]
  let content: [String]

  let publication = ["publication", "magazine", "series"]
  let number = ["number", "issuenumber", "issueno", "no"]
  let date = ["releasedate", "date", "published", "publicationdate", "issuedate"]
  let cover = ["coverurl", "cover", "coverimage", "image", "coverimageurl"]
  let thumbnail = ["thumbnailurl", "thumbnail", "thumb"]
  let size = ["size", "filesize", "length"]
  let sha256 = ["sha256"]
  let mediaType = ["type", "mediatype", "contenttype"]
  let isFree = ["free", "isfree"]
  let price = ["price"]
  let productID = ["productid", "product", "productidentifier", "iapproductid"]
  let language = ["language", "lang"]
  let authors = ["authors", "author"]
  let subjects = ["subjects", "subject", "categories", "category"]
  let contents = ["contents", "toc", "tableofcontents"]

  /// The property lists of Newsstand apps.
  static let propertyList = FieldNames(
    id: ["id", "issueid", "identifier", "name"], title: ["title", "displayname", "name"],
    summary: ["summary", "description", "info"],
    content: ["downloadurl", "content", "contenturl", "url", "download"])

  /// `info.xml`, whose names are titles.
  static let infoXML = FieldNames(
    id: ["id", "issueid", "identifier", "productid", "product", "number", "issuenumber"],
    title: ["title", "name", "issuename"], summary: ["description", "summary", "info"],
    content: ["zip", "zipurl", "zipfile", "url", "downloadurl", "download", "file", "content"])

  /// Baker's shelf.
  static let baker = FieldNames(
    id: ["name", "id"], title: ["title", "name"], summary: ["info", "summary"], content: ["url"])
}
