import RectoPageModel
import TestSupport
import Testing

/// The results of work that is done beside a page are in it. By the browser's clock that work takes
/// no time: of thirty pages with a database, nineteen lacked them.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PendingWorkTests {
  private static let scripts = [
    """
    const opening = indexedDB.open("tide", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("tide");
    opening.onsuccess = () => {
      const change = opening.result.transaction("tide", "readwrite");
      change.objectStore("tide").put("Second", 1);
      change.oncomplete = () => opening.result.transaction("tide").objectStore("tide").get(1)
        .onsuccess = event => add(event.target.result);
    }
    """,
    """
    const code = new Blob(["onmessage = event => postMessage(event.data + 'ond')"]);
    const worker = new Worker(URL.createObjectURL(code));
    worker.onmessage = event => add(event.data);
    worker.postMessage("Sec");
    """,
    """
    const code = new Blob(["postMessage('Second')"]);
    new Worker(URL.createObjectURL(code)).onmessage = event => add(event.data);
    """,
    "document.createElement('canvas').toBlob(blob => add(blob.size > 0 ? 'Second' : 'None'));",
    "new Blob(['Second']).text().then(add);",
    """
    const reader = new FileReader();
    reader.onload = () => add(reader.result);
    reader.readAsText(new Blob(["Second"]));
    """,
    """
    onload = async () => {
      const kept = await caches.open("tide");
      await kept.put("a", new Response("Second"));
      add(await (await kept.match("a")).text());
    };
    """,
    """
    crypto.subtle.digest("SHA-256", new Uint8Array(1 << 20))
      .then(digest => setTimeout(() => add(digest.byteLength === 32 ? "Second" : "None"), 100));
    """,
  ]

  @Test(arguments: scripts)
  func resultsAreOnThePage(script: String) throws {
    let body = """
      <p>First</p><script>const add = text => document.body.append(text); \(script)</script>
      """
    let names = (10..<20).map { "page\($0).html" }
    let page = Fixture.document(body)
    let fixture = try Fixture(Dictionary(uniqueKeysWithValues: names.map { ($0, page) }))
    for index in names.indices {
      #expect(try fixture.words(index).map(\.text) == ["First", "Second"])
    }
  }

  @Test func aWorkerThatNeverAnswersHoldsNothingUp() throws {
    let fixture = try Fixture(
      body: """
        <p>First</p><script>
        new Worker(URL.createObjectURL(new Blob([""]))).postMessage(1);
        setTimeout(() => document.body.append("Second"), 100);
        </script>
        """)
    #expect(try fixture.words().map(\.text) == ["First", "Second"])
  }
}
