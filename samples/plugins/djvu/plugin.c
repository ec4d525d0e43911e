// A Recto plugin for DjVu, the format of scanned books, through DjVuLibre's C interface.

#include "djvu.h"

static const recto_plugin plugin = {
    .size = sizeof(recto_plugin),
    .abi_version = RECTO_PLUGIN_ABI,
    .open = book_open,
    .close = book_close,
    .info = book_info,
    .page = page_facts,
    .paint = page_paint,
    .text = page_text,
    .links = page_links,
    .outline = book_outline,
};

__attribute__((visibility("default"))) const recto_plugin *recto_plugin_entry(uint32_t host);

const recto_plugin *recto_plugin_entry(uint32_t host) {
  (void)host;  // the host compares
  return &plugin;
}
