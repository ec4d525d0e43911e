// The newsstand on the shelf: the home page of a magazine, or of several. The latest cover has its text
// beside it, the issues stand below. Downloads continue during reading.

import { debounce, iconButton, make, setChildren } from './dom.js';
import { IssueFilters } from './issue-filters.js';
import { card, feature, isBusy, showProgress } from './issue-card.js';
import { ROOT, issues as askIssues, post } from './newsstand-api.js';
import { noticesButton } from './notices.js';
import { ask, askForPayment, showPreviews } from './questions.js';
import { openStores, storeName } from './stores-dialog.js';
import { subscriptionOffers } from './subscription-offers.js';
import { ageText, priceText, strings } from './strings.js';

const PAGE_SIZE = 96; // issues that are asked for when more are wanted
const MOST = 200; // issues that the server gives at once
const AHEAD = 1500; // pixels below the window at which more issues are requested
const ISSUE = /^issue-[0-9a-f]{24}$/; // what publications are called that the library has
const SETTLED = 300; // milliseconds until a list that has changed is asked for again

/** The issues of stores and library, on the shelf; not there where the server has no library. */
export class NewsstandSection {
  /**
   * @param {import('./app.js').App} app
   * @param {() => boolean} isLast true if nothing stands below it
   * @param {() => void} onclear called when a search is to be forgotten
   */
  constructor(app, isLast, onclear) {
    this.app = app;
    this.issues = new Map();
    this.unannounced = new Set(); // the keys of issues that had events before they were in the list
    this.cards = new Map(); // the shown form of an issue, the issue as it was then, and its element
    this.actions = { do: (issue, action) => this.#do(issue, action), read: (issue) => this.#read(issue) };
    this.title = make('h2', { id: 'newsstand-title' }, strings.newsstand);
    this.refresh = make('button', { type: 'button', class: 'button look', onclick: () => this.#refresh() }, strings.newsstandRefresh);
    this.stores = iconButton('stores', strings.stores, () => openStores(this, this.answer), { id: 'stores' });
    this.notice = make('p', { class: 'notice', role: 'status', hidden: true });
    this.empty = make('div', { class: 'empty', hidden: true });
    this.filters = new IssueFilters(() => this.load(this.query));
    this.latest = make('div', { class: 'latest', hidden: true });
    this.grid = make('ul', { class: 'covers', 'aria-labelledby': 'newsstand-title' });
    this.more = make('button', { type: 'button', class: 'button', hidden: true, onclick: () => this.load(this.query, true) }, strings.showMore);
    this.onclear = onclear;
    this.element = make('section', { class: 'newsstand', 'aria-labelledby': 'newsstand-title', hidden: true },
      make('div', { class: 'newsstand-head' }, this.title, make('div', { class: 'newsstand-tools' }, this.refresh, noticesButton(app), this.stores)),
      this.notice, this.filters.publications, this.latest, this.filters.selects, this.empty, this.grid,
      make('div', { class: 'shelf-more' }, this.more));
    this.reload = debounce(SETTLED, () => this.load(this.query));
    // Scrolling loads more automatically, unless other content follows.
    this.end = new IntersectionObserver((seen) => {
      if (isLast() && seen.some((one) => one.isIntersecting)) this.load(this.query, true);
    }, { rootMargin: `${AHEAD}px` });
    document.addEventListener('visibilitychange', () => { if (!document.hidden && this.element.isConnected) this.look(); });
  }

  /** The publications that this section neither shows nor would show after scrolling. */
  others(publications) {
    const here = new Set([...this.issues.values()].map((issue) => issue.read));
    const isWhole = !this.query && !this.element.hidden;
    return publications.filter(({ id }) => !here.has(id) && !(isWhole && ISSUE.test(id)));
  }

  /** Has the server query the stores that are due; new issues arrive as an event. */
  look() {
    if (!this.isMissing) post('refresh?due=1').catch(() => {});
  }

  /**
   * Loads what the search is for, or more of it; the same search again brings as many as there were.
   * Resolves with the server's answer, or undefined. Never throws.
   */
  async load(query = this.query ?? '', goesOn = false) {
    if (this.isMissing) return undefined;
    const wish = JSON.stringify([query, this.filters.items]);
    const offset = goesOn ? this.issues.size : 0;
    const wanted = !goesOn && wish === this.wish ? Math.max(PAGE_SIZE, this.issues.size) : PAGE_SIZE;
    [this.query, this.wish] = [query, wish];
    const asked = Symbol('asked');
    this.asked = asked;
    this.end.disconnect();
    try {
      const found = [];
      let answer;
      do {
        const limit = Math.min(MOST, wanted - found.length);
        answer = await askIssues({ limit, offset: offset + found.length, q: query, ...this.filters.items });
        if (this.asked !== asked) return undefined;
        found.push(...answer.issues);
      } while (answer.issues.length && found.length < wanted && offset + found.length < answer.total);
      this.#fill({ ...answer, issues: found }, goesOn);
      this.#follow();
      return answer;
    } catch (error) {
      if (this.asked !== asked) return undefined;
      this.isMissing = error.status === 404;
      if (!this.isMissing && !this.element.hidden) this.#showNotice(error.message);
      return undefined;
    }
  }

  #fill(answer, goesOn) {
    this.answer = answer;
    const before = this.cards;
    if (!goesOn) [this.issues, this.cards] = [new Map(), new Map()];
    const added = answer.issues.filter((issue) => !this.issues.has(issue.key));
    added.forEach((issue) => this.issues.set(issue.key, issue));
    this.element.hidden = false;
    this.actions.isAlone = (answer.facets?.publication.total ?? 0) < 2;
    this.filters.update(answer.facets);
    const isHome = !this.query && !this.filters.isActive && this.filters.items.order !== 'number';
    const first = goesOn || !isHome ? null : added[0];
    const masthead = this.#masthead(answer, first);
    const cards = added.slice(first ? 1 : 0).map((issue) => this.#shown(issue, 'card', before));
    if (goesOn) this.grid.append(...cards);
    else {
      const focused = document.activeElement?.closest?.('.issue')?.dataset.key;
      this.latest.hidden = !first;
      setChildren(this.latest, first ? [this.#shown(first, 'feature', before, masthead)] : []);
      setChildren(this.grid, cards);
      if (focused && !this.element.contains(document.activeElement)) this.#find(focused)?.querySelector('.button')?.focus({ preventScroll: true });
    }
    this.more.hidden = !added.length || this.issues.size >= answer.total;
    if (!this.more.hidden) this.end.observe(this.more);
    this.refresh.hidden = !answer.stores.length;
    this.#showNotice(sentenceOf(answer));
    this.#showEmpty(answer);
    this.#showIcon(answer, added[0]);
    for (const issue of added) if (this.unannounced.delete(issue.key)) this.#announce(issue.title, issue.state);
  }

  /** The name and the offers that stand beside the latest cover. */
  #masthead(answer, first) {
    const { values = [] } = answer.facets?.publication || {};
    const store = answer.stores.find(({ url }) => url === first?.store);
    const isOne = answer.stores.length === 1 && values.length < 2;
    const name = this.filters.publication || (isOne ? (store && (store.name || store.title)) || values[0]?.value : '') || '';
    this.title.textContent = name || strings.newsstand;
    const kicker = name ? strings.latestIssue : first?.publication || (store && storeName(store));
    const offers = subscriptionOffers(answer, store, (subscription, action) => this.#subscribe(subscription, action));
    return { kicker, summary: store?.summary, offers };
  }

  #showNotice(sentence) {
    this.notice.hidden = !sentence;
    if (this.notice.textContent !== sentence) this.notice.textContent = sentence;
  }

  /** The text of an empty shelf: the reason, and advice. */
  #showEmpty(answer) {
    const isConnecting = answer.stores.some(isFirstTime);
    this.empty.hidden = this.issues.size > 0 || (isConnecting && !this.query);
    if (this.empty.hidden) return;
    const isFiltered = this.query || this.filters.isActive || this.filters.publication;
    const button = (label, onclick) => make('button', { type: 'button', class: 'button primary', onclick }, label);
    if (isFiltered) {
      this.empty.replaceChildren(make('p', {}, this.query ? strings.shelfNoMatch(this.query) : strings.newsstandNoMatch),
        button(strings.showAll, () => { this.query = ''; this.onclear(); this.filters.clear(); }));
    } else if (answer.stores.length) this.empty.replaceChildren(make('p', {}, strings.newsstandEmpty));
    else {
      this.empty.replaceChildren(make('h3', {}, strings.libraryEmpty), make('p', {}, answer.canChangeStores ? strings.libraryEmptyText : strings.storesElsewhere),
        answer.canChangeStores ? button(strings.addStore, () => openStores(this, this.answer)) : '');
    }
  }

  /** The browser's icon is the newsstand's, and the installed app's has the number of new issues. */
  #showIcon(answer, first) {
    const link = document.querySelector('link[rel="icon"]');
    const state = `${answer.new}-${first?.key || ''}`;
    if (link && !this.query && this.iconState !== state) {
      this.iconState = state;
      link.type = 'image/png';
      link.href = `${ROOT}/icon.png?size=64&for=${encodeURIComponent(state)}`;
    }
    if (answer.new) navigator.setAppBadge?.(answer.new)?.catch(() => {});
    else navigator.clearAppBadge?.()?.catch(() => {});
  }

  /** Follows what happens for as long as the page is there. */
  #follow() {
    if (this.events) return;
    this.events = new EventSource(`${ROOT}/events`);
    this.events.addEventListener('issue', ({ data }) => this.#applyEvent(JSON.parse(data)));
    this.events.addEventListener('change', () => this.reload());
    // Events before the connection, or while it is lost, are not sent again.
    this.events.addEventListener('open', () => this.reload());
  }

  #applyEvent({ key, state, progress, error }) {
    const issue = this.issues.get(key);
    if (!issue || issue.state !== state || state !== 'downloading') this.reload();
    if (!issue) {
      this.unannounced.add(key);
      return;
    }
    if (issue.state !== state) this.#announce(issue.title, state);
    this.#change(issue, { state, progress, error });
  }

  #announce(title, state) {
    this.app.announce([title, strings.issueStates[state]].filter(Boolean).join(': '));
  }

  #change(issue, changes) {
    const wasBusy = isBusy(issue);
    Object.assign(issue, changes);
    const element = this.#find(issue.key);
    // The list that is asked for next has the actions of the new state.
    if (element && (isBusy(issue) || wasBusy)) showProgress(element, issue, this.actions);
    this.cards.delete(issue.key);
  }

  #find(key) { return this.element.querySelector(`[data-key="${CSS.escape(key)}"]`); }

  /** The element of an issue: the same as before if nothing has changed. */
  #shown(issue, form, before, masthead = {}) {
    const known = before.get(issue.key);
    const state = JSON.stringify([issue, this.actions.isAlone, masthead.kicker, masthead.summary, masthead.offers?.map((offer) => offer.textContent)]);
    const isSame = known?.form === form && known.state === state;
    const element = isSame ? known.element : form === 'card' ? card(issue, this.actions) : feature(issue, this.actions, masthead);
    this.cards.set(issue.key, { form, state, element });
    return element;
  }

  /** Marks it as read, without waiting for the answer. */
  #read(issue) {
    if (issue.new) post(`issues/${issue.key}/read`).catch(() => {});
  }

  async #do(issue, action) {
    if (action === 'preview') return showPreviews(issue, ROOT);
    if (action === 'archive' && !await ask(strings.archiveTitle(issue.title), strings.archiveText, strings.issueActions.archive)) return undefined;
    const path = `issues/${issue.key}`;
    return this.#attempt(async () => {
      if (action === 'buy') {
        const price = issue.priceText || priceText(issue.price);
        if (!await ask(strings.buyTitle(issue.title, price), strings.buyText, strings.buyFor(price))) return false;
        await this.#pay(() => post(`${path}/buy`));
      }
      if (action === 'download' || action === 'buy') this.#change(issue, { state: 'queued', progress: undefined });
      return post(action === 'buy' ? `${path}/download` : `${path}/${action}`);
    });
  }

  #subscribe(subscription, action) {
    return this.#attempt(async () => {
      const { title, key } = subscription;
      const price = subscription.priceText || priceText(subscription.price);
      const isSure = action === 'subscribe' ? await ask(strings.subscribeTitle(title), strings.subscribeText(price), strings.subscribeFor(price))
        : await ask(strings.unsubscribeTitle(title), strings.unsubscribeText, strings.unsubscribe);
      if (!isSure) return;
      await this.#pay(() => post(`subscriptions/${key}/${action}`));
      this.app.announce(action === 'subscribe' ? strings.subscribed(title) : strings.unsubscribed(title));
    });
  }

  /** Buys; if the shop takes payment on its own page, opens that page. */
  async #pay(body) {
    try {
      await body();
    } catch (error) {
      if (!error.payment) throw error;
      if (!await askForPayment(error.payment)) throw new Error(strings.notPaid);
      await post('purchases');
    }
  }

  /** Says why `body` fails, and loads the list again unless it returns false. */
  async #attempt(body) {
    try {
      if (await body() === false) return;
    } catch (error) {
      this.app.say(error.message);
    }
    this.reload();
  }

  async #refresh() {
    this.refresh.disabled = true;
    this.#showNotice(strings.connecting);
    await this.#attempt(() => post('refresh'));
    this.refresh.disabled = false;
    await this.load(this.query);
  }
}

/** True for a store that was never asked before. */
const isFirstTime = (store) => store.age === undefined && !store.error;

/** The notice about the stores: one is asked for the first time, or cannot be reached. */
function sentenceOf({ stores, shop }) {
  const connecting = stores.find(isFirstTime);
  if (connecting) return strings.connectingTo(storeName(connecting));
  const stale = stores.find((store) => store.error);
  if (stale) return stale.age === undefined ? strings.storeFailed(storeName(stale), stale.error) : strings.storeStale(storeName(stale), ageText(stale.age));
  if (shop?.source === 'kept') return shop.age === undefined ? strings.shopAway : strings.shopStale(ageText(shop.age));
  return shop?.source === 'none' ? strings.shopAway : '';
}
