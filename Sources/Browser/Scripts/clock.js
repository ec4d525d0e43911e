// Gives each document a clock of its own for timers and dates, since the start of a document and the number of frames
// depend on the machine even on the browser's virtual clock. The clock stands still until everything has loaded, and
// then advances in steps until its end. This script runs in each new document before the document's own scripts.

import "./observers.js";
import {pending} from "./pending-work.js";
import "./random.js";
import "./transitions.js";

// Milliseconds that every page has.
const shortestLife = 500;
// Milliseconds of a step.
const step = 10;
// The maximum number of steps, in total, for which the clock stands still while work outside of the page is pending.
// That work takes no time on the browser's clock, and some of it never ends.
const mostHeld = 1200;

// The browser's own functions, which a page may replace.
const RealDate = Date;
const later = setTimeout;
const measure = Element.prototype.getBoundingClientRect;

// Milliseconds since the clock began.
let now = 0;
// The number of steps for which the clock has stood still.
let held = 0;
// The pending callbacks, by their number.
const waiting = new Map();
let numbers = 0;

// Takes dates and `performance.now` from the clock, which starts at `began`.
const replaceDates = began => {
  performance.now = () => now;
  window.Date = new Proxy(RealDate, {
    construct: (date, given, target) =>
      Reflect.construct(date, given.length ? given : [began + now], target),
    apply: () => new RealDate(began + now).toString(),
    get: (date, name) =>
      name === "now" ? () => began + now : Reflect.get(date, name),
  });
};

const call = (work, given) => {
  try {
    // A page may give a timer a text, which runs as its own script.
    // oxlint-disable-next-line no-eval
    if (typeof work === "function") work.apply(window, given); else (0, eval)(String(work));
  } catch (error) { reportError(error); }
};

const wait = (work, delay, every, given) => {
  waiting.set(++numbers, { due: now + delay, work, every, given });
  return numbers;
};

// Converts to 32 bits as browsers do (Web IDL, 3.2.4): a delay that is too large becomes the least.
const milliseconds = (value, least) => Math.max(least, Number(value) | 0);

// Calls timers, frames and idle callbacks by the clock.
const replaceTimers = () => {
  window.setTimeout = (work, delay, ...given) => wait(work, milliseconds(delay, 1), 0, given);
  window.setInterval = (work, delay, ...given) => {
    const every = milliseconds(delay, 4);
    return wait(work, every, every, given);
  };
  window.clearTimeout = window.clearInterval = number => { waiting.delete(Number(number)); };
  window.requestAnimationFrame = work => {
    // The time of a frame, as a fraction, may be a little below its number.
    const due = Math.floor(now * 60 / 1000 + 1.001) * 1000 / 60;
    return wait(() => work(now), due - now, 0, []);
  };
  window.cancelAnimationFrame = window.clearTimeout;
  window.requestIdleCallback = work =>
    wait(() => work({ didTimeout: false, timeRemaining: () => 10 }), 1, 0, []);
  window.cancelIdleCallback = window.clearTimeout;
};

const callAllUntil = end => {
  while (true) {
    let first = null, number = 0;
    for (const [key, entry] of waiting)
      if (entry.due <= end && (first === null || entry.due < first.due))
        [number, first] = [key, entry];
    if (first === null) break;
    now = Math.max(now, first.due);
    if (first.every) first.due += first.every; else waiting.delete(number);
    call(first.work, first.given);
  }
  now = end;
};

const measureRoot = () => {
  if (document.documentElement) measure.call(document.documentElement);
};

const unfold = root => {
  for (const folded of root.querySelectorAll("details")) {
    folded.removeAttribute("name");
    folded.open = true;
  }
  for (const element of root.querySelectorAll("*"))
    if (element.shadowRoot) unfold(element.shadowRoot);
};

// Opens what folds, and asks for the fonts of all that is shown: the clock waits for files, and
// stands still after that.
const finish = life => {
  now = life;
  unfold(document);
  measureRoot();
};

// Advances the clock by steps until its end, and stands still while work outside of the page is pending.
const pass = life => {
  const passLater = () => { later(() => pass(life), step); };
  if (pending > 0 && ++held < mostHeld) {
    passLater();
    return;
  }
  callAllUntil(Math.floor(now / step + 1) * step);
  const isWaiting = () =>
    Array.from(waiting.values()).some(entry => !entry.every && entry.due <= life);
  if (now < shortestLife || (now < life && isWaiting())) passLater(); else finish(life);
};

// Starts the clock when all has loaded, or after the time that every page has.
const startWhenLoaded = life => {
  let begun = false;
  const start = () => {
    if (begun) return;
    begun = true;
    later(() => {
      // A browser that expects a page to lead elsewhere does not lay it out, so fonts are not asked for.
      measureRoot();
      pass(life);
    }, step);
  };
  addEventListener("load", start);
  later(start, shortestLife);
};

// `began` is when the clock starts, in milliseconds since 1970, and `life` its end, in milliseconds from then on.
export default ({began, life}) => {
  replaceDates(began);
  replaceTimers();
  startWhenLoaded(life);
};
