-- Breaks the paragraphs of paragraphs.lua with LuaTeX and prints where: a line a paragraph, its
-- demerits and then, for each of its lines, how far its break is from the one before, in items.
--
-- Where LuaTeX is not TeX82: every discretionary has a price of its own, and those that the
-- hyphenator made are in the list from the start, marked so that they wait for the second pass.
--
-- Every node carries the index of its item as an attribute; the break is at the last one that a
-- line has.

local folder, output = os.getenv("ORACLE_SOURCE"), os.getenv("ORACLE_OUTPUT")
local paragraphs = dofile(folder .. "/paragraphs.lua")

local item_attribute = 1
local infinite = 10000
local regular_discretionary = 3
-- LuaTeX has an order more below fil.
local orders = { [0] = 0, 2, 3, 4 }

local function new_rule(width)
  local rule = node.new("rule")
  rule.width, rule.height, rule.depth = width, 65536, 0
  return rule
end

local function new_glue(width, stretch, shrink, order)
  local glue = node.new("glue")
  glue.width, glue.stretch, glue.shrink = width, stretch or 0, shrink or 0
  glue.stretch_order, glue.shrink_order = orders[order or 0], 0
  return glue
end

local function new_penalty(value)
  local penalty = node.new("penalty")
  penalty.penalty = value
  return penalty
end

local function new_discretionary(item)
  local disc = node.new("disc", item.detail == 1 and regular_discretionary or 0)
  disc.penalty = item.penalty
  if item.first ~= 0 then disc.pre = new_rule(item.first) end
  if item.second ~= 0 then disc.post = new_rule(item.second) end
  if item.width ~= 0 then disc.replace = new_rule(item.width) end
  return disc
end

-- TeX's penalties have no widths: a break there is made to find glue that adds up to them.
local function append_hanging(append, penalty, glue, index)
  append(new_penalty(infinite), index)
  append(new_glue(penalty.first), index)
  append(new_penalty(penalty.penalty), index)
  local rest = glue.width - penalty.first - penalty.second
  append(new_glue(rest, glue.first, glue.second, glue.detail), index + 1)
  append(new_rule(0), index + 1)
  append(new_penalty(infinite), index + 1)
  append(new_glue(penalty.second), index + 1)
end

local function node_list(items)
  local head, tail
  local function append(new, index)
    node.set_attribute(new, item_attribute, index)
    if tail then
      tail.next, new.prev = new, tail
    else
      head = new
    end
    tail = new
  end
  local index = 1
  while index <= #items do
    local item = items[index]
    -- Indices are those of Swift, from 0.
    if item.kind == "box" then
      append(new_rule(item.width), index - 1)
    elseif item.kind == "glue" then
      append(new_glue(item.width, item.first, item.second, item.detail), index - 1)
    elseif item.kind == "discretionary" then
      append(new_discretionary(item), index - 1)
    elseif item.first ~= 0 or item.second ~= 0 then
      append_hanging(append, item, items[index + 1], index - 1)
      index = index + 1
    else
      append(new_penalty(item.penalty), index - 1)
    end
    index = index + 1
  end
  return head
end

local function skip(values)
  local spec = node.new("glue_spec")
  spec.width, spec.stretch, spec.stretch_order = values[1], values[2], orders[values[3]]
  spec.shrink, spec.shrink_order = values[4], 0
  return spec
end

local function tex_parameters(parameters)
  local shape
  if #parameters.first_widths > 0 then
    shape = {}
    for line, width in ipairs(parameters.first_widths) do shape[line] = { 0, width } end
    shape[#shape + 1] = { 0, parameters.width }
  end
  return {
    pardir = "TLT",
    hsize = parameters.width,
    parshape = shape,
    pretolerance = parameters.pretolerance,
    tolerance = parameters.tolerance,
    emergencystretch = parameters.emergency_stretch,
    linepenalty = parameters.line_penalty,
    adjdemerits = parameters.adjacent_demerits,
    doublehyphendemerits = parameters.double_hyphen_demerits,
    finalhyphendemerits = parameters.final_hyphen_demerits,
    looseness = parameters.looseness,
    leftskip = skip(parameters.left_skip),
    rightskip = skip(parameters.right_skip),
    tracingparagraphs = 0, adjustspacing = 0, protrudechars = 0, lastlinefit = 0,
    hangafter = 1, hangindent = 0,
  }
end

local function breaks(paragraph)
  local items, parameters = paragraphs.make(paragraph)
  local lines, info = tex.linebreak(node_list(items), tex_parameters(parameters))
  local found = { math.tointeger(info.demerits) }
  local ends = {}
  for line in node.traverse_id(node.id("hlist"), lines) do
    local last = 0
    for part in node.traverse(line.head) do
      last = math.max(last, node.has_attribute(part, item_attribute) or 0)
    end
    ends[#ends + 1] = last
  end
  ends[#ends] = #items
  node.flush_list(lines)
  local before = 0
  for _, last in ipairs(ends) do
    found[#found + 1] = last - before
    before = last
  end
  return table.concat(found, " ")
end

-- Bad lines are wanted here and need no report.
tex.hbadness, tex.vbadness = 1000000, 1000000
tex.hfuzz, tex.vfuzz = 1073741823, 1073741823
local file = assert(io.open(output, "w"))
for paragraph = 1, paragraphs.count do file:write(breaks(paragraph), "\n") end
file:close()
