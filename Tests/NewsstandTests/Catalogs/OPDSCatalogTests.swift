import RectoNewsstand
import Testing

struct OPDSCatalogTests {
  private func read(_ text: String) throws(NewsstandError) -> Catalog {
    try readCatalog(Array(text.utf8), url: "https://example.org/opds/feed")
  }

  @Test func publicationsOfOPDS2AreIssues() throws {
    let catalog = try read(
      """
      {"metadata": {"title": {"fr": "Port", "en": "Harbor"}},
       "links": [{"rel": "self", "href": "feed"}, {"rel": ["next"], "href": "?page=2"}],
       "publications": [
        {"metadata": {"title": {"en": "Tides", "de": "Gezeiten"}, "identifier": "urn:x:12",
          "language": ["de", "en"], "published": "2026-11-22T00:00:00+01:00", "description": "d",
          "author": [{"name": "A"}, "B"], "subject": [{"name": "boats"}],
          "belongsTo": {"magazine": {"name": "Harbor", "issue": {"position": 12}}}},
         "links": [
          {"rel": "http://opds-spec.org/acquisition/buy", "href": "shop", "type": "text/html",
           "properties": {"price": {"value": 2.99, "currency": "EUR"}}},
          {"rel": "http://opds-spec.org/acquisition/buy", "href": "12.epub",
           "type": "application/epub+zip"},
          {"rel": "http://opds-spec.org/acquisition/buy", "href": "12.pdf", "size": 7,
           "type": "application/pdf; profile=x"},
          {"rel": "http://opds-spec.org/acquisition/sample", "href": "s.pdf"}],
         "images": [{"href": "s.jpg", "height": 200}, {"href": "l.jpg", "height": 800}]}],
       "groups": [{"metadata": {"title": "New"}, "publications": [
        {"metadata": {"title": "Tides", "identifier": "urn:x:12"},
         "links": [{"rel": "http://opds-spec.org/acquisition/open-access", "href": "x.pdf"}]},
        {"metadata": {"title": "Free"},
         "links": [{"rel": "http://opds-spec.org/acquisition/open-access", "href": "x.pdf"}]}]}]}
      """)
    #expect(catalog.format == .opds2 && catalog.title == "Harbor")
    #expect(catalog.problems.isEmpty, "\(catalog.problems)")
    #expect(catalog.next == "https://example.org/opds/feed?page=2")
    #expect(catalog.issues.map(\.id.text) == ["urn:x:12", "https://example.org/opds/x.pdf"])
    let issue = catalog.issues[0]
    #expect(issue.title == "Gezeiten" && issue.title(in: ["en"]) == "Tides")
    #expect(issue.date?.text == "2026-11-21T23:00:00Z" && issue.number == "12")
    #expect(issue.publication == "Harbor" && issue.authors == ["A", "B"])
    #expect(issue.subjects == ["boats"] && issue.price == "2.99 EUR" && !issue.isFree)
    #expect(
      issue.content == [
        IssueAsset(
          url: "https://example.org/opds/12.pdf", mediaType: "application/pdf", size: 7)
      ])
    #expect(issue.previews.count == 1 && issue.cover?.url.hasSuffix("l.jpg") == true)
    #expect(issue.thumbnail?.url.hasSuffix("s.jpg") == true)
    #expect(catalog.issues[1].isFree)
  }

  @Test func entriesOfOPDS1AreIssues() throws {
    let catalog = try read(
      """
      <?xml version="1.0"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/"
       xmlns:o="http://opds-spec.org/2010/catalog" xml:base="https://cdn.example.org/a/">
       <title>Harbor</title><link rel="next" href="2.xml"/>
       <entry><id>urn:x:12</id><title type="html">Tides &amp;amp; &lt;b&gt;boats&lt;/b&gt;</title>
        <dc:issued>2026-11</dc:issued><dc:language>en</dc:language>
        <author><name>A</name></author><category term="b" label="boats"/>
        <summary>The sea.</summary>
        <link rel="http://opds-spec.org/image" href="c.jpg" type="image/jpeg"/>
        <link rel="http://opds-spec.org/image/thumbnail" href="t.jpg" type="image/jpeg"/>
        <link rel="http://opds-spec.org/acquisition/buy" href="12.pdf" type="application/pdf"
         length="5"><o:price currencycode="EUR">2.99</o:price></link></entry>
       <entry><id>urn:x:13</id><title>Nothing to get</title></entry></feed>
      """)
    #expect(catalog.format == .opds1 && catalog.next == "https://cdn.example.org/a/2.xml")
    let issue = try #require(catalog.issues.first)
    #expect(issue.title == "Tides & boats" && issue.date?.text == "2026-11")
    #expect(issue.language == "en" && issue.authors == ["A"] && issue.subjects == ["boats"])
    #expect(issue.summary == "The sea." && issue.price == "2.99 EUR" && !issue.isFree)
    #expect(issue.cover?.url == "https://cdn.example.org/a/c.jpg")
    #expect(issue.thumbnail?.url == "https://cdn.example.org/a/t.jpg")
    // A length without a digest is a hint.
    #expect(issue.content.map(\.size) == [nil])
    #expect(catalog.problems == ["issue 2 (“Nothing to get”): it has no link to download it"])
  }

  @Test func aNavigationFeedLeadsToAcquisitionFeeds() throws {
    let entry = { (href: String, kind: String) in
      "<entry><id>\(href)</id><title>x</title><link rel='subsection' href='\(href)' "
        + "type='application/atom+xml;profile=opds-catalog;kind=\(kind)'/></entry>"
    }
    let catalog = try read(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>x</title>\(entry("new", "acquisition"))"
        + "\(entry("all", "navigation"))</feed>")
    #expect(catalog.issues.isEmpty && catalog.problems.isEmpty)
    #expect(catalog.feeds == ["https://example.org/opds/new"])
    let error = #expect(throws: NewsstandError.self) {
      _ = try read(
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>x</title>\(entry("all", "navigation"))</feed>"
      )
    }
    #expect(error?.message.contains("links only to feeds") == true)
    let newer = try read(
      #"{"metadata":{"title":"x"},"links":[],"navigation":[{"href":"new","title":"New"}]}"#)
    #expect(newer.feeds == ["https://example.org/opds/new"])
  }

  @Test func aPictureThatCannotBeUsedIsLeftForTheNext() throws {
    let older = try read(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>
       <entry><id>Tom's Boats</id><title>T</title>
        <link rel="http://opds-spec.org/image" href="data:image/png;base64,AAAA"/>
        <link rel="http://opds-spec.org/image" href="c.jpg"/>
        <link rel="http://opds-spec.org/image/thumbnail" href="data:image/png;base64,AAAA"/>
        <link rel="http://opds-spec.org/acquisition" href="a.pdf"/></entry></feed>
      """)
    let newer = try read(
      """
      {"metadata":{"title":"x"},"publications":[{"metadata":{"title":"T","identifier":"Tom's Boats"},
       "images":[{"href":"data:image/png;base64,AAAA"},{"href":"c.jpg"}],
       "links":[{"rel":"http://opds-spec.org/acquisition","href":"a.pdf","size":"12 MB"},
        {"rel":"preview","href":"data:,a"}]}]}
      """)
    for catalog in [older, newer] {
      let issue = try #require(catalog.issues.first)
      #expect(issue.id.text == "Tom~27s Boats" && issue.thumbnail == nil && issue.previews.isEmpty)
      #expect(issue.cover?.url == "https://example.org/opds/c.jpg")
      #expect(issue.content.map(\.url) == ["https://example.org/opds/a.pdf"])
      #expect(issue.content.map(\.size) == [nil])
    }
    #expect(older.problems.count == 2, "\(older.problems)")
    #expect(newer.problems.count == 3, "\(newer.problems)")
  }

  @Test func aNextPageThatIsThePageItselfIsAProblem() throws {
    let catalog = try read(
      """
      {"metadata":{"title":"x"},"links":[{"rel":"next","href":"./feed#2"}],"publications":[
       {"metadata":{"title":"T","identifier":"urn:x:1"},"links":[
        {"rel":"http://opds-spec.org/acquisition","href":"a.pdf"}]}]}
      """)
    #expect(catalog.next == nil && catalog.issues.count == 1)
    #expect(catalog.problems == ["its next page is the page itself"])
  }

  @Test(arguments: ["1e9", "1e19", "1e308", "-1"])
  func anAmountThatNothingCostsIsNoPrice(amount: String) throws {
    let catalog = try read(
      """
      {"metadata": {"title": "Harbor"}, "publications": [{"metadata": {"title": "Tides"}, "links": [
       {"rel": "http://opds-spec.org/acquisition/buy", "href": "12.pdf", "type": "application/pdf",
        "properties": {"price": {"value": \(amount), "currency": "EUR"}}}]}]}
      """)
    #expect(catalog.issues.map(\.price) == [nil])
  }
}
