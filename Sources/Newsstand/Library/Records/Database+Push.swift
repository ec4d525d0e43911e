import RectoPluginKit

/// The browsers that get messages, and the key that signs these.
extension Database {
  func pushReaders() throws(NewsstandError) -> [PushReader] {
    try rows("SELECT endpoint, key, auth FROM pushReaders ORDER BY added, endpoint") {
      try? PushReader(endpoint: $0.text(0), key: $0.text(1), auth: $0.text(2))
    }.compactMap(\.self)
  }

  /// Adds it, or takes the place of the one with its endpoint.
  func put(_ reader: PushReader, at time: Double) throws(NewsstandError) {
    try run(
      "INSERT OR REPLACE INTO pushReaders (endpoint, key, auth, added) VALUES (?, ?, ?, ?)",
      .text(reader.endpoint), .text(Base64URL.encode(reader.key)),
      .text(Base64URL.encode(reader.auth)), .real(time))
  }

  func removePushReader(_ endpoint: String) throws(NewsstandError) {
    try run("DELETE FROM pushReaders WHERE endpoint = ?", .text(endpoint))
  }

  /// Nil before a browser asked for it.
  func pushKey() throws(NewsstandError) -> P256Key? {
    try rows("SELECT key FROM pushKeys") { $0.text(0) }.first.flatMap(Base64URL.decode)
      .flatMap { P256Key($0) }
  }

  /// Browsers know the sender by it: it is made once.
  func put(_ key: P256Key) throws(NewsstandError) {
    try run("DELETE FROM pushKeys")
    try run("INSERT INTO pushKeys (key) VALUES (?)", .text(Base64URL.encode(key.bytes)))
  }
}
