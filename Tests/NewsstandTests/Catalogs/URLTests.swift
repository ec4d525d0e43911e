import RectoNewsstand
import Testing

/// References resolved by way of catalogs, since that is how they come in.
struct URLTests {
  private func resolved(_ reference: String, _ base: String) throws -> String? {
    try readCatalog(
      Array(#"[{"name":"a","url":"\#(reference)"}]"#.utf8), url: base
    ).issues.first?.content.first?.url
  }

  /// The examples of RFC 3986, 5.4, without those of other schemes; fragments name no file.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("https://b/c", "https://b/c"), ("ä b%zz%20", "http://a/b/c/%C3%A4%20b%25zz%20"),
    ("http://[::1]:8080/x", "http://[::1]:8080/x"),
  ])
  func referencesMeanWhatTheStandardSays(example: (reference: String, url: String)) throws {
    #expect(try resolved(example.reference, "http://a/b/c/d;p?q") == example.url)
  }

  /// Plain references are taken as they are. With a fragment, which is dropped, none is plain.
  @Test func theShortWayAndTheLongWayLeadToTheSameURL() throws {
    let pieces = [
      "a", "B9", "-", "_", "/", "//", ".", "..", "https://", "http://", "HTTP://", "x.org", "?",
      "%41", "é", ":80", ":", "@", "~", " ",
    ]
    for base in ["http://a/b/c/d;p?q", "https://a.example", "file:///srv/b/c", ""] {
      for first in pieces {
        for second in pieces + [""] {
          for third in ["", "a", "..", "x.org/y.pdf", ":80/"] {
            let reference = first + second + third
            let short = try? resolved(reference, base)
            #expect(short == (try? resolved(reference + "#f", base)), "\(reference) in \(base)")
          }
        }
      }
    }
  }

  @Test func aRelativeURLNeedsACatalogWithAnAddress() throws {
    #expect(throws: NewsstandError.self) { _ = try resolved("g", "") }
    #expect(try resolved("https://a/g", "") == "https://a/g")
  }
}
