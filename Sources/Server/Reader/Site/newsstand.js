// The issues of stores and of the library: covers in a grid, the latest first with its text beside
// it. Downloads continue during reading.

import { BASE, Problem, request } from './api.js';
import { cover } from './covers.js';
import { debounce, icon, make, place } from './dom.js';
import { readingHash } from './places.js';
import { byteSize, strings } from './strings.js';

const ROOT = `${BASE}api/1/newsstand`;
const AT_ONCE = 96; // issues that are asked for when more are wanted
const MOST = 200; // issues that the server gives at once
const AHEAD = 1500; // pixels below the window in which what comes next is asked for
const ISSUE = /^issue-[0-9a-f]{24}$/; // what publications are called that the library has
const SETTLED = 300; // milliseconds until a list that has changed is asked for again
const BUSY = new Set(['queued', 'downloading', 'installing']);

/** The issues of stores and library, on the shelf; not there where the server has no library. */
export class NewsstandSection {
  /**
   * @param {import('./app.js').App} app
   * @param {() => boolean} isLast whether nothing stands below it
   */
  constructor(app, isLast) {
    this.app = app;
    this.issues = new Map();
    this.cards = new Map(); // the shown form of an issue, the issue as it was then, and its element
    this.title = make('h2', { id: 'newsstand-title' }, strings.newsstand);
    this.refresh = make('button', { type: 'button', class: 'button', onclick: () => this.#refresh() }, strings.newsstandRefresh);
    this.notice = make('p', { class: 'notice', role: 'status', hidden: true });
    this.latest = make('div', { class: 'latest', hidden: true });
    this.grid = make('ul', { class: 'covers', 'aria-labelledby': 'newsstand-title' });
    this.more = make('button', { type: 'button', class: 'button', hidden: true, onclick: () => this.load(this.query, true) }, strings.showMore);
    this.element = make('section', { class: 'newsstand', 'aria-labelledby': 'newsstand-title', hidden: true },
      make('div', { class: 'newsstand-head' }, this.title, this.refresh), this.notice, this.latest, this.grid,
      make('div', { class: 'shelf-more' }, this.more));
    this.reload = debounce(SETTLED, () => this.load(this.query));
    // Scrolling loads more by itself, unless other content follows.
    this.end = new IntersectionObserver((seen) => {
      if (isLast() && seen.some((one) => one.isIntersecting)) this.load(this.query, true);
    }, { rootMargin: `${AHEAD}px` });
  }

  /** Those publications that do not stand here, nor will when one has scrolled on. */
  others(publications) {
    const here = new Set([...this.issues.values()].map((issue) => issue.read));
    const isWhole = !this.query && !this.element.hidden;
    return publications.filter(({ id }) => !here.has(id) && !(isWhole && ISSUE.test(id)));
  }

  /** Loads what the search is for, or more of it; the same search again brings as many as there were. Never throws. */
  async load(query = '', goesOn = false) {
    if (this.isMissing) return;
    const offset = goesOn ? this.issues.size : 0;
    const wanted = !goesOn && query === this.query ? Math.max(AT_ONCE, this.issues.size) : AT_ONCE;
    this.query = query;
    const asked = Symbol('asked');
    this.asked = asked;
    this.end.disconnect();
    try {
      const found = [];
      let answer;
      do {
        const limit = Math.min(MOST, wanted - found.length);
        const items = new URLSearchParams({ limit, offset: offset + found.length, q: query });
        answer = await (await request(`${ROOT}?${items}`)).json();
        if (this.asked !== asked) return;
        found.push(...answer.issues);
      } while (answer.issues.length && found.length < wanted && offset + found.length < answer.total);
      this.#fill({ ...answer, issues: found }, goesOn);
      this.#follow();
    } catch (error) {
      if (this.asked !== asked) return;
      this.isMissing = error.status === 404;
      if (!this.isMissing && !this.element.hidden) this.#tell(error.message);
    }
  }

  #fill(answer, goesOn) {
    const before = this.cards;
    if (!goesOn) [this.issues, this.cards] = [new Map(), new Map()];
    const added = answer.issues.filter((issue) => !this.issues.has(issue.key));
    added.forEach((issue) => this.issues.set(issue.key, issue));
    const first = goesOn || this.query ? null : added[0];
    const cards = added.slice(first ? 1 : 0).map((issue) => this.#shown(issue, 'card', before));
    if (goesOn) this.grid.append(...cards);
    else {
      const focused = document.activeElement?.closest?.('.issue')?.dataset.key;
      this.latest.hidden = !first;
      place(this.latest, first ? [this.#shown(first, 'feature', before)] : []);
      place(this.grid, cards);
      if (focused && !this.element.contains(document.activeElement)) this.#find(focused)?.querySelector('.button')?.focus({ preventScroll: true });
    }
    this.more.hidden = !added.length || this.issues.size >= answer.total;
    if (!this.more.hidden) this.end.observe(this.more);
    this.element.hidden = !this.issues.size && !answer.stores.length;
    const stale = answer.stores.find((store) => store.error);
    if (stale) this.#tell(stale.age === undefined ? stale.error : strings.storeStale(stale.title || stale.url, stale.age));
    else this.#tell(this.issues.size || this.query ? '' : strings.newsstandEmpty);
  }

  #tell(sentence) {
    this.notice.hidden = !sentence;
    this.notice.textContent = sentence;
  }

  /** Follows what happens for as long as the page is there. */
  #follow() {
    if (this.events) return;
    this.events = new EventSource(`${ROOT}/events`);
    this.events.addEventListener('issue', ({ data }) => this.#note(JSON.parse(data)));
    this.events.addEventListener('change', () => this.reload());
    // Events during a lost connection are not sent again.
    this.events.addEventListener('open', () => { if (this.wasOpen) this.reload(); this.wasOpen = true; });
  }

  #note({ key, state, progress, error }) {
    const issue = this.issues.get(key);
    if (!issue || issue.state !== state || state !== 'downloading') this.reload();
    if (!issue) return;
    if (issue.state !== state) this.app.announce(`${issue.title}: ${strings.issueStates[state]}`);
    Object.assign(issue, { state, progress, error });
    const card = this.#find(key);
    card?.querySelector('.issue-progress').replaceWith(progressOf(issue));
    if (card) card.querySelector('.issue-state').textContent = stateOf(issue);
    this.cards.delete(key);
  }

  #find(key) { return this.element.querySelector(`[data-key="${CSS.escape(key)}"]`); }

  /** The element of an issue: the same as before if nothing has changed. */
  #shown(issue, form, before) {
    const known = before.get(issue.key);
    const isSame = known?.form === form && JSON.stringify(known.issue) === JSON.stringify(issue);
    const element = isSame ? known.element : form === 'card' ? this.#card(issue) : this.#feature(issue);
    this.cards.set(issue.key, { form, issue, element });
    return element;
  }

  #card(issue) {
    return make('li', { class: `card issue ${issue.state}`, 'data-key': issue.key }, this.#picture(issue),
      make('p', { class: 'card-title' }, issue.title), this.#facts(issue), this.#buttons(issue));
  }

  /** The latest one, with what its publisher says of it. */
  #feature(issue) {
    return make('article', { class: `issue ${issue.state}`, 'data-key': issue.key }, this.#picture(issue),
      make('div', { class: 'latest-text' }, make('h3', {}, issue.title), this.#facts(issue),
        issue.summary && make('p', { class: 'summary' }, issue.summary),
        issue.contents?.length ? make('ul', { class: 'issue-contents', 'aria-label': strings.contents },
          ...issue.contents.slice(0, 12).map((title) => make('li', {}, title))) : '',
        this.#buttons(issue)));
  }

  #picture(issue) {
    const frame = cover({ id: issue.key, title: issue.title, cover: issue.cover });
    if (issue.new) frame.append(make('span', { class: 'sash' }, strings.issueNew));
    frame.append(progressOf(issue));
    const place = make('div', { class: 'cover-place' }, frame);
    return issue.read ? make('a', { href: readingHash(issue.read), 'aria-label': strings.read(issue.title), onclick: () => this.#read(issue) }, place)
      : place;
  }

  #facts(issue) {
    const facts = [issue.publication !== issue.title && issue.publication, dateOf(issue.date), issue.price].filter(Boolean);
    return make('p', { class: 'quiet' }, facts.join(' · '), facts.length ? ' · ' : '',
      make('span', { class: 'issue-state' }, stateOf(issue)));
  }

  #buttons(issue) {
    return make('div', { class: 'buttons' }, ...issue.actions.map((action, place) => {
      const label = issue.state === 'failed' && action === 'download' ? strings.tryAgain : strings.issueActions[action];
      const properties = { class: `button ${place === 0 ? 'primary' : ''}`.trim(), 'aria-label': `${label}: ${issue.title}` };
      if (action === 'read') return make('a', { ...properties, href: readingHash(issue.read), onclick: () => this.#read(issue) }, label);
      return make('button', { type: 'button', ...properties, onclick: () => this.#do(issue, action) }, action === 'download' && icon('keep'), label);
    }));
  }

  /** It is new no longer. That need not be waited for. */
  #read(issue) {
    if (issue.new) this.#post(`issues/${issue.key}/read`).catch(() => {});
  }

  async #do(issue, action) {
    try {
      await this.#post(`issues/${issue.key}/${action}`);
    } catch (error) {
      this.app.say(error.message);
    }
    this.reload();
  }

  async #refresh() {
    this.refresh.disabled = true;
    try {
      await this.#post('refresh');
    } catch (error) {
      this.app.say(error.message);
    }
    this.refresh.disabled = false;
    await this.load(this.query);
  }

  async #post(path) {
    const response = await fetch(`${ROOT}/${path}`, { method: 'POST' }).catch(() => { throw new Problem(0, strings.cannotReach); });
    if (response.ok) return;
    const problem = await response.json().catch(() => ({}));
    throw new Problem(response.status, problem.detail || problem.title || response.statusText);
  }
}

const stateOf = ({ state, progress, error }) => {
  if (state === 'failed') return error;
  if (state !== 'downloading' || !progress) return strings.issueStates[state];
  const share = progress.total > 0 ? `${Math.floor(progress.received * 100 / progress.total)} %` : byteSize(progress.received);
  return [`${strings.issueStates.downloading} ${share}`, progress.rate > 0 && `${byteSize(progress.rate)}/s`].filter(Boolean).join(', ');
};

/** How far it is, on the cover; nothing while nothing goes on. */
function progressOf({ title, state, progress }) {
  const bar = make('span', { class: 'issue-progress', hidden: !BUSY.has(state) });
  if (bar.hidden) return bar;
  const fill = make('i', {});
  bar.append(fill);
  bar.setAttribute('role', 'progressbar');
  bar.setAttribute('aria-label', `${title}: ${strings.issueStates[state]}`);
  if (progress?.total > 0) {
    const share = Math.round(progress.received * 100 / progress.total);
    bar.setAttribute('aria-valuenow', share);
    bar.setAttribute('aria-valuemin', 0);
    bar.setAttribute('aria-valuemax', 100);
    fill.style.width = `${share}%`;
  } else bar.classList.add('unknown');
  return bar;
}

/** A date as exact as the publisher gives it. */
function dateOf(text) {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text || '');
  if (!parts) return '';
  const [, year, month, day] = parts;
  const date = new Date(Date.UTC(year, (month || 1) - 1, day || 1));
  return date.toLocaleDateString(undefined, {
    timeZone: 'UTC', year: 'numeric', month: month && 'long', day: day && 'numeric',
  });
}
