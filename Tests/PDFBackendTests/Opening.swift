import RectoPDFBackend
import RectoPageModel
import TestSupport

func open(_ bytes: [UInt8], password: String? = nil) throws(PageError) -> any Publication {
  try PDFBackend().open(
    Source(path: "fixture.pdf", content: .file(FileBytes(bytes))),
    options: OpenOptions(password: password))
}

func open(_ fixture: PDFFixture) throws(PageError) -> any Publication {
  try open(fixture.bytes)
}

/// The first page of a fixture that has one.
func page(_ fixture: PDFFixture) throws(PageError) -> any Page {
  try open(fixture).page(at: 0)
}

/// The error that was thrown.
func pageError(_ body: () throws(PageError) -> Void) -> PageError? {
  do throws(PageError) {
    try body()
    return nil
  } catch { return error }
}

func open(folder path: String) throws(PageError) -> any Publication {
  try PDFBackend().open(
    Source(path: path, content: .folder(entries: ["a.pdf"])), options: OpenOptions())
}
