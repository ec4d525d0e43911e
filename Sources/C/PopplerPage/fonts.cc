// Interposes Poppler's constructor of a page's resources, so that the pages of a document share their fonts.
//
// Poppler 22.12 makes every font again for each page and for each form on it, and each time reads the
// embedded font's encoding and its map to Unicode, which takes up to half of the time of a page of text.
// Here the fonts are kept by name and reference for as long as the document is open.
//
// Poppler draws no letters of a font whose embedded file FreeType cannot open. Here that font is made as if it
// had no file, so that a system font replaces it. Nor does Poppler draw letters of a font that the page's
// content names and its resources lack; Helvetica replaces that one.
//
// A composite font whose name is only a number, as printer drivers write it, gets the name in its font file,
// which tells whether it is bold.

#include "fonts.h"

#include <dlfcn.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <Gfx.h>
#include <GfxFont.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include "GlibObjects.h"
#include "complaints.h"

namespace {

// The PostScript name of a font's file, which may be empty; nothing where FreeType cannot open it.
std::optional<std::string> statedName(const std::vector<unsigned char> &file) {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return std::nullopt;
  std::optional<std::string> result;
  if (FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face) == 0) {
    const char *name = FT_Get_Postscript_Name(face);
    result = name ? name : "";
  }
  FT_Done_FreeType(library); // with its faces
  return result;
}

// True for a name such as "CIDFont+F1", which only tells fonts of one document apart.
bool isNumbered(const std::string &name) {
  size_t letters = name.rfind('+') == std::string::npos ? 0 : name.rfind('+') + 1;
  size_t digits = name.find_first_of("0123456789", letters);
  return digits != std::string::npos && digits - letters <= 2 &&
         name.find_first_not_of("0123456789", digits) == std::string::npos;
}

// The dictionary of a font without its embedded file, or null if it states none (ISO 32000-2, 9.8 and 9.9).
Object withoutFile(const Object &font, XRef *xref) {
  Object descriptor = font.dictLookup("FontDescriptor");
  if (!descriptor.isDict()) return Object(objNull);
  Object bare(descriptor.getDict()->copy(xref));
  for (const char *name : {"FontFile", "FontFile2", "FontFile3"}) bare.dictRemove(name);
  Object result(font.getDict()->copy(xref));
  result.dictSet("FontDescriptor", std::move(bare));
  return result;
}

// The same of a composite font (9.7), whose only descendant has the file.
Object withoutDescendantsFile(const Object &font, XRef *xref) {
  Object descendants = font.dictLookup("DescendantFonts");
  if (!descendants.isArray()) return Object(objNull);
  Object descendant = descendants.arrayGet(0);
  Object bare = descendant.isDict() ? withoutFile(descendant, xref) : Object(objNull);
  if (bare.isNull()) return bare;
  Object list(new Array(xref));
  list.arrayAdd(std::move(bare));
  Object result(font.getDict()->copy(xref));
  result.dictSet("DescendantFonts", std::move(list));
  return result;
}

// The font with the name that its embedded file states, if it is a composite one without a name; else itself.
std::shared_ptr<GfxFont> named(
    const std::shared_ptr<GfxFont> &font, XRef *xref, const char *tag, Ref reference, const Object &dictionary) {
  Ref embedded;
  if (!font->isCIDFont() || !font->getName() || !isNumbered(*font->getName()) || !font->getEmbeddedFontID(&embedded))
    return font;
  auto file = font->readEmbFontFile(xref);
  std::optional<std::string> name = file ? statedName(*file) : std::nullopt;
  if (!name || name->empty() || isNumbered(*name)) return font;
  Object copy(dictionary.getDict()->copy(xref));
  copy.dictSet("BaseFont", Object(objName, name->c_str()));
  std::shared_ptr<GfxFont> result = GfxFont::makeFont(xref, tag, reference, copy.getDict());
  return result && result->isOk() ? result : font;
}

// NULL where the font is damaged.
std::shared_ptr<GfxFont> makeFont(XRef *xref, const char *tag, Ref reference, const Object &dictionary) {
  unsigned complaints = recto::complaintCount();
  std::shared_ptr<GfxFont> font = GfxFont::makeFont(xref, tag, reference, dictionary.getDict());
  if (!font || !font->isOk()) return nullptr;
  // Poppler complains of a file that it cannot identify, and takes it.
  Ref embedded;
  if (recto::complaintCount() == complaints || !font->getEmbeddedFontID(&embedded))
    return named(font, xref, tag, reference, dictionary);
  auto file = font->readEmbFontFile(xref);
  if (file && statedName(*file)) return named(font, xref, tag, reference, dictionary);
  Object bare = font->isCIDFont() ? withoutDescendantsFile(dictionary, xref) : withoutFile(dictionary, xref);
  if (bare.isNull()) return font;
  std::shared_ptr<GfxFont> replacement = GfxFont::makeFont(xref, tag, reference, bare.getDict());
  return replacement && replacement->isOk() ? replacement : font;
}

class DocumentFonts {
public:
  // The font under `tag` of a page's resources; made where it is not known. NULL where it is damaged.
  std::shared_ptr<GfxFont> font(XRef *xref, const char *tag, Ref reference, const Object &dictionary) {
    auto key = std::make_tuple(reference.num, reference.gen, std::string(tag));
    auto known = fonts.find(key);
    if (known != fonts.end()) return known->second;
    std::shared_ptr<GfxFont> font = makeFont(xref, tag, reference, dictionary);
    if (!font) return nullptr;
    // A document with more fonts than this is rare, or wants the memory.
    if (fonts.size() >= mostFonts) fonts.clear();
    fonts.emplace(std::move(key), font);
    return font;
  }

private:
  static constexpr size_t mostFonts = 256;

  std::map<std::tuple<int, int, std::string>, std::shared_ptr<GfxFont>> fonts;
};

// The fonts of each open document. A document is used by one thread at a time, several documents by
// several.
class OpenDocuments {
public:
  void add(XRef *xref) {
    std::lock_guard<std::mutex> guard(lock);
    documents[xref] = std::make_shared<DocumentFonts>();
  }

  void remove(XRef *xref) {
    std::lock_guard<std::mutex> guard(lock);
    documents.erase(xref);
  }

  std::shared_ptr<DocumentFonts> find(XRef *xref) {
    std::lock_guard<std::mutex> guard(lock);
    auto found = documents.find(xref);
    return found == documents.end() ? nullptr : found->second;
  }

private:
  std::mutex lock;
  std::map<XRef *, std::shared_ptr<DocumentFonts>> documents;
};

OpenDocuments &openDocuments() {
  static OpenDocuments *documents = new OpenDocuments; // for threads that outlive main
  return *documents;
}

// Poppler's dictionary of fonts, whose own constructor is of no use here.
struct FontList {
  std::vector<std::shared_ptr<GfxFont>> fonts;
};
static_assert(sizeof(FontList) == sizeof(GfxFontDict), "GfxFontDict is a list of fonts and nothing else");

// The fonts of a page's resources; NULL where Poppler has to make them, since one has no reference
// to be known by.
std::unique_ptr<FontList> sharedFonts(XRef *xref, Dict *resources) {
  std::shared_ptr<DocumentFonts> own = openDocuments().find(xref);
  if (!own) return nullptr;
  Object list = resources->lookup("Font");
  if (!list.isDict() || list.dictGetLength() == 0) return nullptr;
  auto result = std::make_unique<FontList>();
  for (int i = 0; i < list.dictGetLength(); i++) {
    const Object &reference = list.dictGetValNF(i);
    if (!reference.isRef()) return nullptr;
    Object dictionary = list.dictGetVal(i);
    if (!dictionary.isDict()) return nullptr;
    auto font = own->font(xref, list.dictGetKey(i), reference.getRef(), dictionary);
    result->fonts.push_back(std::move(font));
  }
  return result;
}

// The field of resources that holds their fonts, which are theirs to delete.
struct ResourcesFonts {
  FontList *fonts;
};

// Helvetica, with an identifier that no font of a document has.
std::shared_ptr<GfxFont> makeHelvetica() {
  Object font(new Dict(static_cast<XRef *>(nullptr)));
  for (auto [key, name] : {std::pair("Type", "Font"), std::pair("Subtype", "Type1"), std::pair("BaseFont", "Helvetica"),
                           std::pair("Encoding", "WinAnsiEncoding")})
    font.dictSet(key, Object(objName, name));
  return GfxFont::makeFont(nullptr, "Helvetica", Ref{-2, 0}, font.getDict());
}

} // namespace

std::shared_ptr<GfxFont> GfxResources::lookupFont(const char *name) {
  using Lookup = std::shared_ptr<GfxFont> (*)(GfxResources *, const char *);
  static const auto original = reinterpret_cast<Lookup>(dlsym(RTLD_NEXT, "_ZN12GfxResources10lookupFontEPKc"));
  std::shared_ptr<GfxFont> stated = original(this, name);
  if (stated) return stated;
  // Threads read different documents, and a font is of one thread at a time.
  static thread_local const std::shared_ptr<GfxFont> helvetica = makeHelvetica();
  return helvetica;
}

extern "C" void recto_resources_construct(GfxResources *self, XRef *xref, Dict *dictionary, GfxResources *next)
    __asm__("_ZN12GfxResourcesC1EP4XRefP4DictPS_");

__attribute__((visibility("default"))) void recto_resources_construct(
    GfxResources *self, XRef *xref, Dict *dictionary, GfxResources *next) {
  using Construct = void (*)(GfxResources *, XRef *, Dict *, GfxResources *);
  static const auto original =
      reinterpret_cast<Construct>(dlsym(RTLD_NEXT, "_ZN12GfxResourcesC1EP4XRefP4DictPS_"));
  std::unique_ptr<FontList> fonts = dictionary ? sharedFonts(xref, dictionary) : nullptr;
  if (!fonts) return original(self, xref, dictionary, next);
  Object rest(dictionary->copy(xref));
  rest.dictRemove("Font");
  original(self, xref, rest.getDict(), next);
  reinterpret_cast<ResourcesFonts *>(self)->fonts = fonts.release();
}

void recto::shareFonts(PopplerDocument *document) {
  XRef *xref = documentOf(document)->getXRef();
  openDocuments().add(xref);
  // Before the document is gone, and another one may have its address.
  g_object_weak_ref(
      G_OBJECT(document), [](gpointer xref, GObject *) { openDocuments().remove(static_cast<XRef *>(xref)); }, xref);
}
