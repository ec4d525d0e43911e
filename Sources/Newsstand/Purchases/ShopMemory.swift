import Glibc
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// The file with a shop's key and the customer's token, which only the user can read.
struct ShopMemory: Sendable {
  struct Content: Sendable, Hashable {
    /// The random token by which the shop knows the customer; secret.
    var account: String
    /// The shop's key; nil before its first answer.
    var key: ShopPublicKey?
    /// The beginnings of the URLs of its contents.
    var places: [String] = []
  }

  let path: String
  private let folder: String

  init(folder: String, shop: String) {
    self.folder = folder
    path = "\(folder)/\(digest(of: shop).prefix(32)).json"
  }

  /// The content; with a new token if there is none yet. Throws `badLibrary` if the file is damaged.
  func read() throws(NewsstandError) -> Content {
    guard access(path, F_OK) == 0 else {
      var random = SystemRandomNumberGenerator()
      let token = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      return Content(account: Base64URL.encode(token))
    }
    do {
      let bytes = try FileBytes(path: path)
      let json = try JSONDocument(bytes.prefix(64 << 10)).root
      var content = Content(account: try json.decode("account"))
      content.key = (json["key"]?.text).flatMap(ShopPublicKey.init)
      content.places = (json["content"]?.list ?? []).compactMap(\.text)
      return content
    } catch {
      throw NewsstandError(.badLibrary, "\(path) cannot be read: \(error)")
    }
  }

  /// Writes the file whole, or not at all. Throws `cannotWrite`, `noSpace`.
  func write(_ content: Content) throws(NewsstandError) {
    do throws(PageError) { try makeFolder(folder) } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
    guard chmod(folder, 0o700) == 0 else {
      throw NewsstandError(.cannotWrite, "\(folder) cannot be kept from other users")
    }
    var json = JSONWriter(isExact: true)
    json.object { json in
      json.member("version", 1)
      json.member("account", content.account)
      json.optional("key", content.key?.text)
      json.key("content")
      json.array(content.places) { $0.value($1) }
    }
    let fresh = "\(path).new"
    try DurableFiles.remove(fresh)
    try DurableFiles.write(json.bytes, to: fresh, mode: 0o600)
    try DurableFiles.move(fresh, to: path)
    try DurableFiles.sync(folder: folder)
  }
}
