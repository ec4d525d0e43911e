// The interface between Recto and a backend in a shared library.
//
// A plugin is a shared library with one exported function, `recto_plugin_entry`, and a manifest
// beside it, `NAME.recto-plugin.json`, which is all that is read to find out what the plugin is
// for. It is loaded only in a worker process that has given up the rights to files, network and
// other processes, so it must not count on any of them: a source comes as bytes.
//
// Calls are made on one thread at a time, also those of different publications. Text is UTF-8; it has no
// terminating zero if its length is given. Coordinates are points (1/72 inch) from the top
// left of the page's unrotated crop box, y down. JSON has the forms that docs/plugins.md lists, the
// same that `recto … --json` gives.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface. A host accepts only tables of its own version. Entries added at the
// end do not change the version: `size` tells which entries a table has.
#define RECTO_PLUGIN_ABI 1

// The status of a call; anything else counts as RECTO_BUG.
enum {
  RECTO_OK = 0,
  RECTO_BAD_REQUEST = 1,     // the request itself is invalid
  RECTO_NO_SUCH_PAGE = 2,    // there is no page or attachment of that index
  RECTO_UNREADABLE = 3,      // a file that the source names cannot be read
  RECTO_UNSUPPORTED = 4,     // not of a kind that the plugin knows
  RECTO_DAMAGED = 5,         // of a known kind, and broken
  RECTO_NEEDS_PASSWORD = 6,  // encrypted, and the password is missing or wrong
  RECTO_NOT_INSTALLED = 7,   // something that the plugin needs is not installed
  RECTO_LIMIT = 8,           // a limit on time, memory or size was reached
  RECTO_BUG = 9,             // a bug in the plugin
};

// Receives an answer, or the sentence of an error: bytes may be appended in any number of parts.
// Owned by the host and valid during the call. If a call fails, the appended bytes are the
// sentence: what, where, and what to do; no full stop at its end.
typedef struct recto_sink {
  void *context;
  void (*append)(void *context, const void *bytes, size_t count);
} recto_sink;

// The source of a publication. All pointers are valid until the publication is closed.
typedef struct recto_source {
  uint32_t size;         // of this struct
  const char *path;      // as the user gave it, for messages and the names of companions
  const uint8_t *bytes;  // of the file; null for a folder
  size_t count;
  const char *password;  // null if none was given
  // The layout options of a reflowable publication, as JSON; null for the publication's own layout.
  // Added after the first version of this struct: check `size` before reading it.
  const char *layout;
  size_t layout_count;
} recto_source;

// A page to draw.
typedef struct recto_paint {
  uint32_t size;  // of this struct
  int32_t page;   // its index from 0
  // Owned by the host: `height` rows of `stride` bytes from the top, four bytes a pixel: blue, green,
  // red and alpha, premultiplied. Already filled with the background: draw the page over it.
  uint8_t *pixels;
  int32_t width, height;
  size_t stride;
  // From page points to pixels: x' = xx*x + xy*y + x0, y' = yx*x + yy*y + y0. It includes
  // the scale, the rotations of the page and of the request, and the offset of the requested region.
  double xx, yx, xy, yy, x0, y0;
  int32_t draws_annotations;  // 0: leave annotations and form fields out
  int32_t is_deterministic;   // 1: gray antialiasing and no hinting
  // The whole request as JSON; `layers` is in it.
  const char *request;
  size_t request_count;
} recto_paint;

// A character by its box in page points, as wide as its advance.
typedef struct recto_character {
  double x, y, width, height;
  uint32_t scalar;  // Unicode
} recto_character;

// Characters that are drawn one after another in one font and size on one baseline.
typedef struct recto_character_run {
  double x1, y1, x2, y2;  // the baseline, from the beginning of the first to the end of the last
  double size;            // of the font, in points
  uint32_t count;         // of its characters, which follow those of the run before
  int32_t font;           // a place in the answer's `fonts`
  int32_t mark;           // the marked-content identifier, or -1
  uint32_t is_vertical;   // 1 or 0
} recto_character_run;

// The characters of a page. The plugin owns the arrays, and keeps them until its next call about the publication.
typedef struct recto_characters {
  uint32_t size;  // of this struct
  const recto_character *characters;
  size_t character_count;
  const recto_character_run *runs;
  size_t run_count;
} recto_characters;

typedef struct recto_plugin {
  uint32_t size;         // of this struct, as the plugin was compiled
  uint32_t abi_version;  // RECTO_PLUGIN_ABI, as the plugin was compiled
  void *self;            // handed to every call

  // Opens a publication and stores it in `*publication`, for the other calls until `close`.
  int32_t (*open)(void *self, const recto_source *source, void **publication, recto_sink *error);
  void (*close)(void *self, void *publication);

  // {"pageCount","format","metadata",…}: the publication as a whole.
  int32_t (*info)(void *self, void *publication, recto_sink *answer);
  // {"index","label","size","rotation","boxes",…}: one page.
  int32_t (*page)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*paint)(void *self, void *publication, const recto_paint *job, recto_sink *error);

  // The members below may be null: the plugin then lacks the capability.

  int32_t (*text)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*links)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*media)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*annotations)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*form_fields)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*images)(void *self, void *publication, int32_t page, recto_sink *answer);
  // Width and height, 32 bits each, little-endian, and as many pixels, in the form of
  // `recto_paint`; an empty answer if the page has no thumbnail.
  int32_t (*thumbnail)(void *self, void *publication, int32_t page, recto_sink *answer);
  int32_t (*outline)(void *self, void *publication, recto_sink *answer);
  int32_t (*attachments)(void *self, void *publication, recto_sink *answer);
  // The content of one attachment; RECTO_LIMIT if it is larger than `limit` bytes.
  int32_t (*attachment_data)(void *self, void *publication, int32_t index, uint64_t limit,
                             recto_sink *answer);
  int32_t (*layers)(void *self, void *publication, recto_sink *answer);
  int32_t (*fonts)(void *self, void *publication, recto_sink *answer);
  // The place at which a page begins, which has to be found again in another layout.
  int32_t (*locator)(void *self, void *publication, int32_t page, recto_sink *answer);
  // {"page":3}: the page that has the place, whose JSON is valid during the call; {} if the publication
  // does not have it.
  int32_t (*page_of_locator)(void *self, void *publication, const char *locator, size_t count,
                             recto_sink *answer);
  // The bytes of a PDF of the pages that the request names; its JSON is valid during the call.
  int32_t (*pdf)(void *self, void *publication, const char *request, size_t count,
                 recto_sink *answer);
  // The content of one of the page's media, by its index in the list of `media`; RECTO_LIMIT if it is
  // larger than `limit` bytes. Null if sources never contain media.
  int32_t (*media_data)(void *self, void *publication, int32_t page, int32_t index, uint64_t limit,
                        recto_sink *answer);
  // The page's characters as they are drawn, for a plugin whose `text` is null: Recto finds words, lines,
  // blocks and their order. The capability is `text`, as it is with that entry.
  int32_t (*text_runs)(void *self, void *publication, int32_t page, recto_sink *answer);
  // Answers a request by its name, for capabilities without a member above. `index` is the page's, or 0
  // for a request about the publication; `detail`, valid during the call, is `count` bytes of JSON with
  // the request's other parameters, 0 if it has none. RECTO_LIMIT if the answer is larger than `limit`
  // bytes; RECTO_UNSUPPORTED for a name that the plugin does not know.
  int32_t (*ask)(void *self, void *publication, const char *question, int32_t index, uint64_t limit,
                 const char *detail, size_t count, recto_sink *answer);
  // The same as `text_runs`, which is not called then, for a plugin that has the characters in memory: thousands
  // of them take long as JSON. The JSON of the answer has the other members, without `runs`.
  int32_t (*characters)(void *self, void *publication, int32_t page, recto_characters *characters,
                        recto_sink *answer);
} recto_plugin;

// Exported by the plugin under the name `recto_plugin_entry`. `host_abi_version` is the host's
// RECTO_PLUGIN_ABI. Returns the plugin's table, which must stay valid until the process ends, even if the
// versions differ: the host reports a mismatch.
typedef const recto_plugin *(*recto_plugin_entry_function)(uint32_t host_abi_version);

#ifdef __cplusplus
}
#endif
