// The strings of a page, and the marks of its content.

#include "RecorderCalls.h"

#include <memory>
#include <string>

#include <Dict.h>
#include <Object.h>
#include <goo/GooString.h>

#include "Versions.h"
#include "glyph_ink.h"

namespace recto {

void Recorder::beginTextObject(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->beginTextObject(p.state); });
}

void Recorder::endTextObject(GfxState *state) {
  add(state, CallKind::state, [](Player &p) { p.device->endTextObject(p.state); });
}

void Recorder::beginString(GfxState *, const GooString *codes) {
  string.reset(released(codes->copy()));
  isOpen = false;
  characters.clear();
  others.clear();
  scalars.clear();
}

void Recorder::drawChar(GfxState *, double x, double y, double dx, double dy, double originX, double originY,
                        CharCode code, int bytes, const Unicode *unicode, int length) {
  bool isUsual = dy == 0 && originX == 0 && originY == 0 && bytes == 1 && length == 1;
  characters.push_back({x, y, dx, code, isUsual ? unicode[0] : unusual});
  if (isUsual) return;
  others.push_back({dy, originX, originY, bytes, static_cast<int>(scalars.size()), length});
  scalars.insert(scalars.end(), unicode, unicode + length);
}

void Recorder::endString(GfxState *state) {
  matchText(state);
  match(state);
  list.count(string ? sizeof(GooString) + static_cast<size_t>(string->getLength()) : 0);
  std::shared_ptr<GooString> codes(isOpen ? nullptr : string.release());
  Characters drawn = {list.copy(characters), characters.size(), list.copy(others), list.copy(scalars)};
  bool isFilled = codes && state->getRender() == 0;
  recto_glyph_ink ink;
  recto_note_glyph_ink(&ink);
  Call *call = list.add(player, patterns > 0 ? CallKind::paint : CallKind::showText, [codes, drawn](Player &p) {
    if (codes) p.device->beginString(p.state, codes.get());
    drawn.draw(p);
    p.device->endString(p.state);
  });
  recto_note_glyph_ink(nullptr);
  string.reset();
  if (!call) return;
  // Others than filled ones change the clip, or are drawn with lines.
  call->bounds = isFilled ? clipOf(state) : Bounds::everywhere();
  call->pixels = fillReach;
  if (isFilled && ink.is_whole)
    call->bounds = call->bounds.met(player.onPage(ink).grown(fillReach * player.pixel));
}

void Recorder::Characters::draw(Player &p) const {
  const Other *other = others;
  for (const Character *c = first; c < first + count; c++) {
    if (c->scalar != unusual) {
      p.device->drawChar(p.state, c->x, c->y, c->dx, 0, 0, 0, c->code, 1, &c->scalar, 1);
    } else {
      p.device->drawChar(p.state, c->x, c->y, c->dx, other->dy, other->originX, other->originY, c->code, other->bytes,
                         scalars + other->first, other->count);
      other++;
    }
  }
}

void Recorder::incCharCount(int count) {
  if (patterns > 0) return;
  set(CallKind::mark, [count](Player &p) { p.device->incCharCount(count); });
}

void Recorder::beginActualText(GfxState *state, const GooString *text) {
  if (patterns > 0) return;
  matchText(state);
  add(state, CallKind::mark, [text = std::shared_ptr<GooString>(text->copy())](Player &p) {
    p.device->beginActualText(p.state, text.get());
  });
}

void Recorder::endActualText(GfxState *state) {
  if (patterns > 0) return;
  matchText(state);
  add(state, CallKind::mark, [](Player &p) { p.device->endActualText(p.state); });
}

// Readers ask for the identifier alone.
void Recorder::beginMarkedContent(const char *name, Dict *properties) {
  if (patterns > 0) return;
  auto kept = std::make_shared<Object>();
  if (properties) {
    *kept = Object(new Dict(objects));
    Object id = properties->lookup("MCID");
    if (id.isInt()) kept->dictAdd("MCID", std::move(id));
  }
  list.count(2 * sizeof(Dict));
  set(CallKind::mark, [name = std::string(name), kept](Player &p) {
    p.device->beginMarkedContent(name.c_str(), kept->isDict() ? kept->getDict() : nullptr);
  });
}

void Recorder::endMarkedContent(GfxState *state) {
  if (patterns > 0) return;
  add(state, CallKind::mark, [](Player &p) { p.device->endMarkedContent(p.state); });
}

} // namespace recto
