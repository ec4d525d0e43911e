// Interposes Poppler's function that maps the codes of a CID-keyed font that is not embedded to glyphs.
//
// Poppler 22.12 reads entries of its table that it never wrote where a font's collection is unknown
// or Adobe-Identity, so that the glyphs depend on what the process drew before. Memory that is
// allocated here is zero, as the table is in a new process.

#include <malloc.h>

#include <dlfcn.h>

#include <mutex>

#include <GfxFont.h>

namespace {

// glibc fills new memory with the complement of M_PERTURB's value, in all threads.
class ZeroedAllocations {
public:
  ZeroedAllocations() : guard(lock()) { mallopt(M_PERTURB, 0xFF); }
  ~ZeroedAllocations() { mallopt(M_PERTURB, 0); }

private:
  static std::mutex &lock() {
    static std::mutex *lock = new std::mutex; // for threads that outlive main
    return *lock;
  }

  std::lock_guard<std::mutex> guard;
};

} // namespace

extern "C" int *recto_code_to_gid_map(GfxCIDFont *self, FoFiTrueType *file, int *length)
    __asm__("_ZN10GfxCIDFont15getCodeToGIDMapEP12FoFiTrueTypePi");

__attribute__((visibility("default"))) int *recto_code_to_gid_map(
    GfxCIDFont *self, FoFiTrueType *file, int *length) {
  using Map = int *(*)(GfxCIDFont *, FoFiTrueType *, int *);
  static const auto original =
      reinterpret_cast<Map>(dlsym(RTLD_NEXT, "_ZN10GfxCIDFont15getCodeToGIDMapEP12FoFiTrueTypePi"));
  ZeroedAllocations zeroed;
  return original(self, file, length);
}
