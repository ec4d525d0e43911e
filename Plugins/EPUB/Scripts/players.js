// Puts players into links, since a print has positions of links only. Style sheets do not see the links.

import {makeElement} from "./make-element.js";

// Those of a chapter.
const mostPlayers = 1000;

// `address` begins the addresses of the links.
export const linkPlayers = address => {
  const players = document.querySelectorAll("audio[controls], video");
  for (let index = 0; index < Math.min(players.length, mostPlayers); index++) {
    const player = players[index];
    if (player.closest("a")) continue;
    const source = player.querySelector("source[src]");
    const medium = player.src || source?.src || "";
    const type = encodeURIComponent(source?.type ?? "");
    const link = makeElement("a");
    link.setAttribute("style", "all: unset !important");
    link.setAttribute("href", `${address}${index}/${player.localName}?${type}#${medium}`);
    player.replaceWith(link);
    link.append(player);
  }
};
