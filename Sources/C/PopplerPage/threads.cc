#include "CRectoPopplerPage.h"

#include <map>
#include <new>
#include <set>
#include <vector>

#include <Catalog.h>

#include "GlibObjects.h"
#include "copies.h"

namespace {

// More beads than a magazine of a thousand pages has.
constexpr size_t mostBeads = 100'000;

class ThreadReader {
public:
  explicit ThreadReader(PDFDoc *document) : document(document), table(document->getXRef()) {}

  std::vector<recto_bead> beads;

  void read() {
    Object catalog = table->getCatalog();
    if (!catalog.isDict()) return;
    Object threads = catalog.dictLookup("Threads");
    if (!threads.isArray()) return;
    for (int i = 0; i < threads.arrayGetLength() && beads.size() < mostBeads; i++) {
      Object thread = threads.arrayGet(i);
      if (thread.isDict()) read(thread.dictLookupNF("F"), i);
    }
  }

private:
  // The beads of a thread lead to one another, and the last one to the first (ISO 32000-2, 12.4.3).
  void read(const Object &first, int thread) {
    if (!first.isRef()) return;
    for (Ref at = first.getRef(); seen.insert({at.num, at.gen}).second && beads.size() < mostBeads;) {
      Object bead = table->fetch(at);
      if (!bead.isDict()) return;
      add(bead, thread);
      const Object &next = bead.dictLookupNF("N");
      if (!next.isRef()) return;
      at = next.getRef();
    }
  }

  void add(Object &bead, int thread) {
    Object rectangle = bead.dictLookup("R");
    const Object &page = bead.dictLookupNF("P");
    if (!page.isRef() || !rectangle.isArray() || rectangle.arrayGetLength() != 4) return;
    double numbers[4];
    for (int i = 0; i < 4; i++) {
      Object number = rectangle.arrayGet(i);
      if (!number.isNum()) return;
      numbers[i] = number.getNum();
    }
    int index = pageIndex(page.getRef());
    if (index >= 0) beads.push_back({index, thread, {numbers[0], numbers[1], numbers[2], numbers[3]}});
  }

  int pageIndex(Ref page) {
    auto known = pages.find(page.num);
    if (known == pages.end()) known = pages.emplace(page.num, document->findPage(page) - 1).first;
    return known->second;
  }

  PDFDoc *document;
  XRef *table;
  std::set<std::pair<int, int>> seen;
  std::map<int, int> pages;
};

} // namespace

recto_bead *recto_document_beads(PopplerDocument *document, size_t *count) {
  *count = 0;
  try {
    ThreadReader reader(recto::documentOf(document));
    reader.read();
    return recto::copyForCaller(reader.beads, count);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
