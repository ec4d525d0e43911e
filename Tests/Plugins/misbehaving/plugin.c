// The plugin as it should be, and the reading of the script.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "misbehaving.h"

void say_bytes(recto_sink *sink, const void *bytes, size_t count) {
  if (sink) sink->append(sink->context, bytes, count);
}

void say(recto_sink *sink, const char *text) { say_bytes(sink, text, strlen(text)); }

void say_format(recto_sink *sink, const char *format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  say(sink, text);
}

void say_page_text(recto_sink *sink, int32_t page, const char *lines) {
  say_format(sink, "{\"index\":%d,\"label\":\"\",\"size\":[100,100],\"order\":\"layout\",", page);
  say(sink, "\"blocks\":[{\"box\":[0,0,100,100],\"role\":\"paragraph\",\"lines\":[");
  char *copy = strdup(lines), *rest_of_lines;
  const char *line_comma = "";
  for (char *line = strtok_r(copy, "\n", &rest_of_lines); line;
       line = strtok_r(NULL, "\n", &rest_of_lines)) {
    say_format(sink, "%s{\"box\":[0,0,100,100],\"baseline\":[0,90,100,90],\"words\":[", line_comma);
    char *rest;
    const char *comma = "";
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
      say_format(sink, "%s{\"text\":\"%s\",\"box\":[10,10,80,80]}", comma, word);
      comma = ",";
    }
    say(sink, "]}");
    line_comma = ",";
  }
  say(sink, "]}]}");
  free(copy);
}

// Copies what follows `name` and `mark` at the beginning of a line of the script. False if no
// line begins so.
static bool find_line(const char *script, const char *name, const char *mark, char *found,
                      size_t room) {
  size_t length = strlen(name);
  for (const char *line = script; line && *line; line = strchr(line, '\n')) {
    line += strspn(line, "\n");
    if (strncmp(line, name, length) || strncmp(line + length, mark, strlen(mark))) continue;
    const char *rest = line + length + strlen(mark);
    rest += strspn(rest, " ");
    snprintf(found, room, "%.*s", (int)strcspn(rest, "\r\n"), rest);
    return true;
  }
  return false;
}

// The command with the longest name that `text` begins with; `*argument` becomes what follows.
static deed find_deed(const char *text, const char **argument) {
  static const struct command *const tables[] = {endings, answers, descriptor_attacks,
                                                 probe_commands};
  size_t longest = 0;
  deed found = NULL;
  for (size_t table = 0; table < sizeof tables / sizeof *tables; table++) {
    for (const struct command *command = tables[table]; command->name; command++) {
      size_t length = strlen(command->name);
      if (length <= longest || strncmp(text, command->name, length)) continue;
      if (text[length] && text[length] != ' ') continue;
      longest = length;
      found = command->deed;
    }
  }
  *argument = text + longest + strspn(text + longest, " ");
  return found;
}

// Does what the script says for the call `when`. Gives its status, or CARRY_ON.
static int32_t perform(const char *script, const char *when, struct call call) {
  char text[256];
  if (!script || !find_line(script, when, ":", text, sizeof text)) return CARRY_ON;
  deed deed = find_deed(text, &call.argument);
  if (deed) return deed(&call);
  say_format(call.sink, "the script has an unknown command: %s", text);
  return RECTO_BAD_REQUEST;
}

static int32_t perform_on_page(const char *script, const char *what, struct call call) {
  char when[64];
  snprintf(when, sizeof when, "page %lld%s", (long long)call.page + 1, what);
  return perform(script, when, call);
}

static int32_t open_script(void *self, const recto_source *source, void **publication,
                           recto_sink *error) {
  (void)self;
  char *script = strndup((const char *)source->bytes, source->bytes ? source->count : 0);
  *publication = script;
  int32_t status = perform(script, "open", (struct call){.sink = error, .page = -1});
  if (status == CARRY_ON) return RECTO_OK;
  free(script);
  *publication = NULL;
  return status;
}

static void close_script(void *self, void *script) {
  (void)self;
  perform(script, "close", (struct call){.page = -1});
  free(script);
}

static int32_t info(void *self, void *script, recto_sink *answer) {
  (void)self;
  int32_t status = perform(script, "info", (struct call){.sink = answer, .page = -1});
  if (status != CARRY_ON) return status;
  char pages[64] = "1";
  if (script) find_line(script, "pages", " ", pages, sizeof pages);
  say_format(answer, "{\"pageCount\":%s,\"format\":\"misbehavior\",", pages);
  say(answer, "\"capabilities\":[\"text\",\"search\",\"links\",\"outline\"]}");
  return RECTO_OK;
}

static int32_t facts(void *self, void *script, int32_t page, recto_sink *answer) {
  (void)self;
  int32_t status =
      perform_on_page(script, " facts", (struct call){.sink = answer, .page = page});
  if (status != CARRY_ON) return status;
  say_format(answer, "{\"index\":%d,\"label\":\"%d\",\"boxes\":{\"crop\":[0,0,100,100]}}", page,
             page + 1);
  return RECTO_OK;
}

static int32_t paint(void *self, void *script, const recto_paint *job, recto_sink *error) {
  (void)self;
  if (is_spoiled) {
    say(error, "the library is broken");
    return RECTO_DAMAGED;
  }
  int32_t status =
      perform_on_page(script, "", (struct call){.sink = error, .job = job, .page = job->page});
  if (status != CARRY_ON) return status;
  uint32_t color = page_color(job->page);
  for (int32_t y = 0; y < job->height; y++) {
    uint8_t *row = job->pixels + (size_t)y * job->stride;
    for (int32_t x = 0; x < job->width; x++) memcpy(row + x * 4, &color, sizeof color);
  }
  return RECTO_OK;
}

static int32_t text(void *self, void *script, int32_t page, recto_sink *answer) {
  (void)self;
  struct call call = {.sink = answer, .page = page};
  int32_t status = perform_on_page(script, " text", call);
  if (status != CARRY_ON) return status;
  // The page's text reports the result of the attempt made while painting.
  char command[256], when[64];
  snprintf(when, sizeof when, "page %d", page + 1);
  if (script && find_line(script, when, ":", command, sizeof command) &&
      strncmp(command, "try", 3) == 0) {
    return perform(script, when, call);
  }
  snprintf(when, sizeof when, "page %d", page + 1);
  say_page_text(answer, page, when);
  return RECTO_OK;
}

static int32_t links(void *self, void *script, int32_t page, recto_sink *answer) {
  (void)self;
  int32_t status =
      perform_on_page(script, " links", (struct call){.sink = answer, .page = page});
  if (status != CARRY_ON) return status;
  say(answer, "[]");
  return RECTO_OK;
}

static int32_t outline(void *self, void *script, recto_sink *answer) {
  (void)self;
  int32_t status = perform(script, "outline", (struct call){.sink = answer, .page = -1});
  if (status != CARRY_ON) return status;
  say(answer, "[]");
  return RECTO_OK;
}

static const recto_plugin plugin = {
    .size = sizeof(recto_plugin),
    .abi_version = RECTO_PLUGIN_ABI,
    .open = open_script,
    .close = close_script,
    .info = info,
    .page = facts,
    .paint = paint,
    .text = text,
    .links = links,
    .outline = outline,
};

__attribute__((visibility("default"))) const recto_plugin *recto_plugin_entry(uint32_t host);

const recto_plugin *recto_plugin_entry(uint32_t host) {
  (void)host;
  return &plugin;
}
