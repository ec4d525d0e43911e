import RectoHTTP

extension HTTPRequest {
  /// The value of a cookie; nil if the request has none of that name.
  func cookie(_ name: String) -> String? {
    (headers["Cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("\(name)=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}

extension RequestContext {
  /// The value of `Set-Cookie` for a cookie that scripts cannot read and that browsers do not send
  /// with requests from other sites. Without an age, it lasts until the browser ends.
  func setCookie(_ name: String, _ value: String, maximumAge: Int? = nil) -> String {
    let isSecure = base.hasPrefix("https:") ? "; Secure" : ""
    let age = maximumAge.map { "; Max-Age=\($0)" } ?? ""
    return "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict\(isSecure)\(age)"
  }
}
