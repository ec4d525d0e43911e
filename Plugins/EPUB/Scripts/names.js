// Whatever has a name is linked to, since the browser keeps the places of those names only.

import {makeElement} from "./make-element.js";

// Elements with names of a chapter, and its links.
const mostNames = 20000;

export const keepNames = () => {
  // The browser leaves out links to names that are not here, such as those of another part.
  const [own] = location.href.split("#");
  for (const link of Array.from(document.links).slice(0, mostNames)) {
    const [address, name] = link.href.split("#");
    if (!name || address !== own) continue;
    let read = name;
    try { read = decodeURIComponent(name); } catch { /* as it stands */ }
    if (!document.getElementById(read) && !document.getElementsByName(read).length)
      link.setAttribute("href", `${own}?#${name}`);
  }
  const names = makeElement("div");
  names.hidden = true;
  // The attribute gives way to any display that a book states for its blocks.
  names.style.setProperty("display", "none", "important");
  const all = document.querySelectorAll("[id], a[name]");
  for (let index = 0; index < Math.min(all.length, mostNames); index++) {
    // The attributes, since fields of a form hide its properties. A link may have two names.
    const written = [all[index].getAttribute("id")];
    if (all[index].localName === "a") written.push(all[index].getAttribute("name"));
    for (const name of new Set(written.filter(Boolean))) {
      const link = makeElement("a");
      link.setAttribute("href", "#" + encodeURIComponent(name));
      names.append(link);
    }
  }
  document.body.append(names);
};
