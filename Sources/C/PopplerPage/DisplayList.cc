#include "DisplayList.h"

#include <algorithm>
#include <new>

namespace recto {

Bounds Bounds::met(const Bounds &other) const {
  return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
          std::min(bottom, other.bottom)};
}

void Bounds::include(const Bounds &other) {
  left = std::min(left, other.left);
  top = std::min(top, other.top);
  right = std::max(right, other.right);
  bottom = std::max(bottom, other.bottom);
}

Player::~Player() {
  while (state && state->hasSaves()) state = state->restore();
  delete state;
}

Bounds Player::onPage(const recto_glyph_ink &ink) const {
  Bounds result;
  if (ink.left > ink.right) return result;
  for (double x : {ink.left, ink.right}) {
    for (double y : {ink.top, ink.bottom}) {
      result.include(fromDevice[0] * x + fromDevice[2] * y + fromDevice[4],
                     fromDevice[1] * x + fromDevice[3] * y + fromDevice[5]);
    }
  }
  return result;
}

DisplayList::~DisplayList() { clear(); }

void DisplayList::clear() {
  for (Call *call : calls) call->~Call();
  calls = {};
  rules = {};
  chunks.clear();
  free = end = nullptr;
  used = others = 0;
}

void *DisplayList::allocate(size_t size) {
  constexpr size_t alignment = alignof(std::max_align_t);
  size = (size + alignment - 1) / alignment * alignment;
  if (full) return nullptr;
  if (static_cast<size_t>(end - free) < size) {
    size_t length = std::max(size, chunkBytes);
    if (bytes() + length > mostBytes) {
      full = true;
      return nullptr;
    }
    chunks.emplace_back(new char[length]);
    free = chunks.back().get();
    end = free + length;
    used += length;
  }
  void *place = free;
  free += size;
  return place;
}

void DisplayList::beginAnnotations() { annotations = std::min(annotations, calls.size()); }

// Finds what lies between saving and restoring the state, and can be left out as a whole: groups that begin in
// it are painted in it.
void DisplayList::findBlocks() {
  struct Block {
    Call *save;
    int groups;
    bool isWhole, isRead;
    Bounds bounds;
  };
  std::vector<Block> open;
  Block outermost = {nullptr, 0, true, false, {}};
  for (uint32_t index = 0; index < calls.size(); index++) {
    Call *call = calls[index];
    Block &block = open.empty() ? outermost : open.back();
    switch (call->kind) {
    case CallKind::save: open.push_back({call, 0, true, false, {}}); break;
    case CallKind::restore: {
      if (open.empty()) break;
      const Block inner = open.back();
      open.pop_back();
      inner.save->end = index;
      inner.save->isWhole = inner.isWhole && inner.groups == 0;
      inner.save->isRead = inner.isRead;
      inner.save->bounds = inner.bounds;
      Block &outer = open.empty() ? outermost : open.back();
      outer.bounds.include(inner.bounds);
      outer.groups += inner.groups;
      outer.isWhole = outer.isWhole && inner.isWhole;
      outer.isRead = outer.isRead || inner.isRead;
      break;
    }
    case CallKind::beginGroup: block.groups++; break;
    case CallKind::finishGroup: block.isWhole = --block.groups >= 0 && block.isWhole; break;
    case CallKind::showText:
      block.isRead = true;
      [[fallthrough]];
    case CallKind::paint:
      block.bounds.include(call->pixels > largestReach ? Bounds::everywhere() : call->bounds);
      break;
    case CallKind::mark: block.isRead = true; break;
    default: break;
    }
  }
  hasBlocks = true;
}

void DisplayList::draw(Player &player) {
  if (!hasBlocks) findBlocks();
  const Bounds near = player.seen.grown(largestReach * player.pixel);
  for (size_t index = 0; index < calls.size(); index++) {
    Call *call = calls[index];
    if (call->kind == CallKind::paint || call->kind == CallKind::showText) {
      if (!call->bounds.touches(player.seen.grown(call->pixels * player.pixel))) continue;
    } else if (call->kind == CallKind::save && call->isWhole && !call->bounds.touches(near)) {
      call->play(player);
      index = call->end;
    }
    calls[index]->play(player);
  }
}

void DisplayList::read(Player &player, const std::function<void()> &beginsAnnotations) {
  if (!hasBlocks) findBlocks();
  for (size_t index = 0; index < calls.size(); index++) {
    if (index == annotations) beginsAnnotations();
    Call *call = calls[index];
    switch (call->kind) {
    case CallKind::save:
      // The annotations begin outside of all blocks.
      if (call->end && !call->isRead) {
        index = call->end;
        break;
      }
      [[fallthrough]];
    case CallKind::restore:
    case CallKind::text:
    case CallKind::mark:
    case CallKind::showText: call->play(player); break;
    default: break;
    }
  }
}

} // namespace recto
