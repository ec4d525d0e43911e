-- Pseudo-random paragraphs, the same as those of OracleParagraph.swift: whole numbers only, and
-- every number drawn in the same order.
--
-- Prices of discretionaries are not negative: LuaTeX 1.15 keeps 16 bits of them, without the sign.

local point = 65536
local infinite = 10000

local Numbers = {}
Numbers.__index = Numbers

function Numbers.new(paragraph)
  local self = setmetatable({ state = (paragraph * 2654435761 + 12345) & 0xFFFFFFFF }, Numbers)
  if self.state == 0 then self.state = 1 end
  for _ = 1, 8 do self:next() end
  return self
end

-- Marsaglia's xorshift with 32 bits.
function Numbers:next()
  local x = self.state
  x = x ~ ((x << 13) & 0xFFFFFFFF)
  x = x ~ (x >> 17)
  x = x ~ ((x << 5) & 0xFFFFFFFF)
  self.state = x
  return x
end

function Numbers:below(limit) return (self:next() >> 4) % limit end
function Numbers:one_of(choices) return choices[self:below(#choices) + 1] end
-- A length from `least` points on, `span` points wide.
function Numbers:length(least, span) return least * point + self:below(span * point) end

local function add(items, kind, width, first, second, detail, penalty)
  items[#items + 1] = {
    kind = kind, width = width or 0, first = first or 0, second = second or 0,
    detail = detail or 0, penalty = penalty or 0,
  }
end

local function add_glue(items, width, stretch, shrink, order)
  add(items, "glue", width, stretch, shrink, order)
end

local function add_penalty(items, penalty, line_end, line_start)
  add(items, "penalty", 0, line_end, line_start, 0, penalty)
end

-- `detail` is 1 for a hyphen that only the second pass takes.
local function add_discretionary(items, numbers, manner)
  local choice = numbers:below(8)
  if choice < 6 then
    add(items, "discretionary", 0, 218453, 0, 1, manner.hyphen_penalty)
  elseif choice == 6 then
    add(items, "box", 218453)
    add(items, "discretionary", 0, 0, 0, 0, manner.hyphen_penalty)
  else
    local replacement = numbers:length(0, 8)
    local pre = numbers:length(0, 8)
    local post = numbers:below(2) == 0 and 0 or numbers:length(1, 5)
    add(items, "discretionary", replacement, pre, post, numbers:below(2), numbers:below(400))
  end
end

local function add_word(items, numbers, manner)
  local pieces = 1 + numbers:below(manner.most_pieces)
  for piece = 1, pieces do
    if piece > 1 then add_discretionary(items, numbers, manner) end
    if numbers:below(400) == 0 then
      add(items, "box", numbers:length(40, 260))
    else
      add(items, "box", numbers:length(3, 15))
    end
  end
end

local function add_space(items, numbers, manner)
  local choice = numbers:below(manner.plain_spaces + 12)
  local width, stretch, shrink = manner.space, manner.stretch, manner.shrink
  if choice == 0 then
    add_penalty(items, infinite)
    add_glue(items, 0, point, 0, 1)
    add_penalty(items, -infinite)
  elseif choice == 1 then
    add_penalty(items, infinite)
    add_glue(items, width, stretch, shrink)
  elseif choice == 2 then
    add_penalty(items, numbers:below(1001) - 500)
    add_glue(items, width, stretch, shrink)
  elseif choice == 3 then
    add_penalty(items, 5000 + numbers:below(5000))
    add_glue(items, width, stretch, shrink)
  elseif choice == 4 then
    add_glue(items, width, stretch * 3, shrink, numbers:below(3) == 0 and 1 or 0)
  elseif choice == 5 then
    add_glue(items, width, stretch, shrink)
    add_glue(items, numbers:length(0, 4), 0, 0)
  elseif choice == 6 or choice == 7 then
    local line_end = -numbers:below(3 * point)
    local line_start = -numbers:below(4 * point)
    add_penalty(items, numbers:below(3) * 25, line_end, line_start)
    add_glue(items, width, stretch, shrink)
  elseif choice == 8 then
    add_glue(items, width, stretch, shrink, numbers:below(20) == 0 and 2 or 0)
  elseif choice == 9 then
    if numbers:below(6) == 0 then
      add_penalty(items, -infinite)
      if numbers:below(2) == 0 then add_penalty(items, -infinite) end
    else
      add_penalty(items, numbers:below(200))
    end
  elseif choice == 10 then
    add(items, "discretionary", 0, 218453, 0, 1, manner.hyphen_penalty)
    add_glue(items, width, stretch, shrink)
  elseif choice == 11 then
    add_glue(items, width + point, stretch * 3, shrink // 3)
  else
    add_glue(items, width, stretch, shrink)
  end
end

local function skips(numbers)
  local none = { 0, 0, 0, 0 }
  local choice = numbers:below(9)
  if choice == 4 then
    return none, { 0, numbers:length(10, 40), 0, 0 }
  elseif choice == 5 then
    return none, { 0, point, 1, 0 }
  elseif choice == 6 then
    local stretch = numbers:length(10, 40)
    return { 0, stretch, 0, 0 }, { 0, stretch, 0, 0 }
  elseif choice == 7 then
    return { 5 * point, point, 0, 0 }, { 3 * point, 30 * point, 0, point }
  elseif choice == 8 then
    return { 0, point, 2, 0 }, { 0, point, 2, 0 }
  end
  return none, none
end

local function make(paragraph)
  local numbers = Numbers.new(paragraph)
  local parameters = {
    width = numbers:length(80, 321),
    pretolerance = numbers:one_of({ -1, 50, 100, 100, 200, 1000, 10000 }),
    tolerance = numbers:one_of({ 50, 200, 200, 500, 1000, 2000, 9999, 10000 }),
    emergency_stretch = numbers:one_of({ 0, 0, 0, 5, 20, 50 }) * point,
    line_penalty = numbers:one_of({ 10, 10, 0, 100, 200 }),
    adjacent_demerits = numbers:one_of({ 10000, 10000, 0, 500 }),
    double_hyphen_demerits = numbers:one_of({ 10000, 10000, 0, 100000 }),
    final_hyphen_demerits = numbers:one_of({ 5000, 5000, 0, 50000 }),
    looseness = numbers:one_of({ 0, 0, 0, 0, 0, 0, 1, -1, 2, -2 }),
    first_widths = {},
  }
  parameters.left_skip, parameters.right_skip = skips(numbers)
  if numbers:below(4) == 0 then
    for line = 1, 1 + numbers:below(6) do
      parameters.first_widths[line] = numbers:length(60, 340)
    end
  end
  local manner = {
    hyphen_penalty = numbers:one_of({ 50, 50, 50, 0, 200, 1000, 10 }),
    most_pieces = 1 + numbers:below(5),
    plain_spaces = numbers:one_of({ 4, 60, 60, 200, 1000 }),
    space = numbers:length(2, 3),
    stretch = numbers:length(0, 3),
    shrink = numbers:length(0, 2),
  }
  local fill = numbers:below(6)
  local words = 1 + numbers:below(numbers:one_of({ 10, 60, 120, 120, 200 }))
  local items = {}
  add(items, "box", numbers:below(2) * 15 * point)
  for word = 1, words do
    if word > 1 then add_space(items, numbers, manner) end
    add_word(items, numbers, manner)
  end
  add_penalty(items, infinite)
  if fill == 0 then
    add_glue(items, 0, 0, 0)
  elseif fill == 1 then
    add_glue(items, 20 * point, point, 0, 1)
  else
    add_glue(items, 0, point, 0, 1)
  end
  return items, parameters
end

return { count = 2000, make = make }
