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
  let number = ["number", "issuenumber", "issueno", "no", "issue"]
  let date = [
    "releasedate", "date", "published", "publicationdate", "issuedate", "publishdate", "pubdate",
    "publisheddate", "releasedon",
  ]
  let cover = [
    "coverurl", "cover", "coverimage", "coverimageurl", "coverpath", "covericon", "image",
    "imageurl", "imagepath",
  ]
  let thumbnail = ["thumbnailurl", "thumbnail", "thumb", "thumbnailpath"]
  let size = ["size", "filesize", "length"]
  let sha256 = ["sha256"]
  let mediaType = ["type", "mediatype", "contenttype"]
  let isFree = ["free", "isfree"]
  let price = ["price", "cost"]
  let productID = [
    "productid", "product", "productidentifier", "iapproductid", "inapppurchaseid", "sku",
  ]
  let language = ["language", "lang"]
  let authors = ["authors", "author"]
  let subjects = ["subjects", "subject", "categories", "category"]
  let contents = ["contents", "toc", "tableofcontents"]

  /// The property lists of Newsstand apps.
  static let propertyList = FieldNames(
    id: ["id", "issueid", "identifier", "name"], title: ["title", "displayname", "name"],
    summary: ["summary", "description", "info"],
    content: [
      "downloadurl", "content", "contenturl", "url", "download", "path", "downloadpath",
      "contentpath",
    ])

  /// The subscription of a whole catalog, by names as `NamedFields.key` gives them.
  static let subscriptionProduct: Set = [
    "subscriptionproductid", "subscriptionproduct", "subscriptionid", "subscriptionsku",
  ]
  static let subscriptionPrice: Set = ["subscriptionprice", "subscriptioncost"]

  /// `info.xml`, whose names are titles.
  static let infoXML = FieldNames(
    id: ["id", "issueid", "identifier", "productid", "product", "number", "issuenumber"],
    title: ["title", "name", "issuename", "issuetitle"],
    summary: ["description", "summary", "info", "text", "desc"],
    content: [
      "zip", "zipurl", "zipfile", "zippath", "url", "downloadurl", "download", "file", "filepath",
      "path", "content", "contenturl", "contentpath", "link", "href",
    ])

  /// Baker's shelf.
  static let baker = FieldNames(
    id: ["name", "id"], title: ["title", "name"], summary: ["info", "summary"], content: ["url"])
}
