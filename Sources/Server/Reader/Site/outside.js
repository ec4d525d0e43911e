// Links out of an issue: a question shows where one leads, and nothing opens before it is answered.

import { json } from './api.js';
import { head, icon, make, openDialog } from './dom.js';
import { strings } from './strings.js';

const LONGEST_WAIT = 3000; // milliseconds that the question waits for the answer about a site

/** The addresses that are opened: the text before the place that they lead to, the place, the rest. */
const WEB = /^(https?:\/\/(?:[^/@]*@)?)([^/@]+)(.*)$/;
const MAIL = /^(mailto:)([^?#]*)(.*)$/;
const CALL = /^(tel:)([^;?#]*)(.*)$/;

/** An address in visible letters of ASCII: nothing in it turns, hides or moves another part. */
const visible = (text) => text.replace(/[^\x21-\x7e]+/g, (rest) => encodeURIComponent(rest.toWellFormed()));

/** The target of a link out of an issue. A source may say anything in its links. */
export class Destination {
  /** @param {string} text as the publication has it */
  constructor(text) {
    this.text = text;
    this.url = null;
    try { this.url = new URL(text); } catch { /* it is only shown */ }
    const whole = visible(this.url?.href ?? text);
    const web = WEB.exec(whole);
    const mail = MAIL.exec(whole);
    const call = CALL.exec(whole);
    const parts = this.url && (web || mail || call);
    /** True for web pages, mail and telephone numbers; an address of any other kind is never opened. */
    this.isOpened = Boolean(parts);
    /** The kind of what is opened, in the names of `strings`. */
    this.kind = mail ? 'Mail' : call ? 'Call' : 'Site';
    [, this.before, this.place, this.after] = parts || ['', '', '', whole];
  }

  /** The address for the browser; undefined where it is not opened. */
  get href() { return this.isOpened ? this.url.href : undefined; }

  /** A name for people. */
  get label() {
    if (!this.isOpened) return strings.toUnknown;
    return strings[`to${this.kind}`](this.place);
  }

  /** True if it has a user name, which may look like the host. */
  get hasUser() { return Boolean(this.isOpened && (this.url.username || this.url.password)); }

  /** True if a frame may show it: browsers show no plain http in a page of https. */
  get fitsFrames() {
    return this.isOpened && this.kind === 'Site' && !(this.url.protocol === 'http:' && location.protocol === 'https:');
  }
}

/** True for the second click of a double click, which began on the page and answers no question. */
const isHasty = (event) => event.detail > 1;

/**
 * Shows where a link leads, and opens it if that is wanted: in a tab of its own, or beside the issue
 * where the site allows that.
 * @param {Destination} destination
 * @param {import('./publication.js').Publication} publication  @param {number} page the page of the link
 */
export function askOutside(destination, publication, page) {
  const { url, place, kind, isOpened } = destination;
  const close = () => dialog.close();
  const status = make('p', { class: 'quiet', role: 'status' });
  const open = isOpened && make('a', {
    class: 'button primary', href: url.href, target: '_blank', rel: 'noopener noreferrer',
    onclick: (event) => {
      if (isHasty(event)) event.preventDefault();
      else close();
    },
  }, icon('outside'), strings[`open${kind}`]);
  const beside = destination.fitsFrames && make('button', {
    type: 'button', class: 'button', onclick: async (event) => {
      if (isHasty(event)) return;
      beside.disabled = true;
      const isAllowed = await allowsFrames(publication, page, destination.text);
      if (!dialog.open) return;
      if (isAllowed) {
        close();
        showPanel(url);
        return;
      }
      beside.remove();
      status.textContent = strings.noFrames;
      open.focus();
    },
  }, strings.showBeside);
  const sentence = isOpened ? strings[`outside${kind}`] : strings.outsideRefused;
  const dialog = openDialog({
    label: place ? strings.outsideTo(place) : strings.outsideLink, class: 'sheet-dialog question outside-question',
    describedBy: 'outside-sentence outside-warning',
  },
  head(strings.outsideLink, strings.close, close),
  make('p', { id: 'outside-sentence' }, sentence),
  place && make('p', { class: 'outside-place', dir: 'ltr' }, place),
  make('p', {
    class: 'outside-whole', dir: 'ltr', tabIndex: 0, role: 'region', 'aria-label': strings.outsideAddress,
  }, destination.before, place && make('strong', {}, place), destination.after),
  destination.hasUser && make('p', { id: 'outside-warning', class: 'outside-warning' }, strings.outsideUser),
  status,
  make('div', { class: 'buttons' },
    make('button', { type: 'button', class: 'button', autofocus: true, onclick: close }, isOpened ? strings.cancel : strings.done),
    beside, open));
}

/**
 * True if the server knows that a site can be shown in a frame, which no page is told of. It asks the
 * site, so this is for a link that the reader follows.
 * @param {import('./publication.js').Publication} publication
 * @param {number} page  @param {string} url as the publication has it
 */
async function allowsFrames(publication, page, url) {
  try {
    const { allowed } = await json(publication.url(`pages/${page}/frame`), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ url }),
      signal: AbortSignal.timeout(LONGEST_WAIT),
    });
    return allowed === true;
  } catch {
    return false;
  }
}

/** A site that can neither leave its frame nor see the reader. @param {URL} url */
function outsideFrame(url) {
  const sandbox = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];
  // With both permissions, a page of this server could leave its sandbox.
  if (url.origin !== location.origin) sandbox.push('allow-same-origin');
  const frame = make('iframe', {
    title: url.host, referrerPolicy: 'no-referrer', loading: 'eager', class: 'outside-frame',
  });
  frame.setAttribute('sandbox', sandbox.join(' '));
  frame.src = url.href;
  return frame;
}

/** Shows a site over the issue. @param {URL} url */
function showPanel(url) {
  const address = make('span', { class: 'outside-address', title: url.href },
    make('strong', {}, url.host), `${url.pathname}${url.search}`.replace(/^\/$/, ''));
  const done = make('button', { type: 'button', class: 'button primary', onclick: () => dialog.close() },
    strings.done);
  const dialog = openDialog({ label: strings.outsideLink, class: 'outside-panel' },
    make('div', { class: 'outside-bar' }, done, address, make('a', {
      class: 'button', href: url.href, target: '_blank', rel: 'noopener noreferrer',
    }, icon('outside'), make('span', {}, strings.openSite))),
    outsideFrame(url));
  done.focus();
}
