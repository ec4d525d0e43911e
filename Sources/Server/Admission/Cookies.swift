import RectoHTTP

extension HTTPRequest {
  /// The value of a cookie; nil where the request has none of that name.
  func cookie(_ name: String) -> String? {
    (headers["Cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("\(name)=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}

extension RequestContext {
  /// The header of a cookie for this server only, which scripts cannot read and other sites cannot
  /// have sent. It lasts until the browser ends where no age is given.
  func setCookie(_ name: String, _ value: String, maximumAge: Int? = nil) -> String {
    let isSecure = base.hasPrefix("https:") ? "; Secure" : ""
    let age = maximumAge.map { "; Max-Age=\($0)" } ?? ""
    return "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict\(isSecure)\(age)"
  }
}
