// An issue of the newsstand: its cover with what goes on, its facts, and what can be done with it.

import { cover } from './covers.js';
import { icon, make } from './dom.js';
import { readingHash } from './places.js';
import { byteSize, dateText, percentText, priceText, strings } from './strings.js';

const MOST_CONTENTS = 12; // titles of its contents that are listed
const BUSY = new Set(['queued', 'downloading', 'installing']);

/** True while an issue is on its way. @param {{state: string}} issue */
export const isBusy = (issue) => BUSY.has(issue.state);

/** The share of a download that has arrived, from 0 to 1; null if unknown. */
const shareOf = ({ progress }) => (progress?.total > 0 ? Math.min(1, progress.received / progress.total) : null);

/** Some catalogs have markup in their descriptions: its text, of which nothing runs or loads. */
export function plainText(text) {
  if (!/<\/?[a-z!][^>]*>|&[a-z#0-9]+;/i.test(text || '')) return text || '';
  return new DOMParser().parseFromString(text, 'text/html').body.textContent.replace(/\s+/g, ' ').trim();
}

/**
 * An issue in the grid.
 * @param {any} issue of the JSON API
 * @param {{do: (issue: any, action: string) => void, read: (issue: any) => void}} actions
 */
export function card(issue, actions) {
  return make('li', { class: `card issue ${issue.state}`, 'data-key': issue.key }, picture(issue, actions),
    make('p', { class: 'card-title', lang: issue.language }, issue.title), facts(issue, actions), buttons(issue, actions));
}

/**
 * The latest issue, with all that its publisher says of it.
 * @param {any} issue @param {any} actions
 * @param {{kicker?: string, summary?: string, offers?: Node[]}} masthead
 */
export function feature(issue, actions, { kicker, summary: storeSummary, offers = [] }) {
  const summary = plainText(issue.summary);
  return make('article', { class: `issue ${issue.state}`, 'data-key': issue.key }, picture(issue, actions),
    make('div', { class: 'latest-text' },
      kicker && make('p', { class: 'kicker' }, kicker),
      storeSummary && make('p', { class: 'sale' }, plainText(storeSummary)),
      make('h3', { lang: issue.language }, issue.title), facts(issue, actions),
      summary && make('div', { class: 'summary', lang: issue.language, tabIndex: 0, role: 'region', 'aria-label': strings.issueSummary }, summary),
      issue.contents?.length ? make('ul', { class: 'issue-contents', 'aria-label': strings.contents },
        ...issue.contents.slice(0, MOST_CONTENTS).map((title) => make('li', {}, title))) : '',
      buttons(issue, actions), ...offers));
}

/** Shows how far an issue is now, in its element. */
export function showProgress(element, issue, actions) {
  element.querySelector('.issue-progress').replaceWith(bar(issue));
  element.querySelector('.issue-state').textContent = stateOf(issue);
  const busy = element.querySelector('.busy-button');
  if (busy && isBusy(issue)) busy.textContent = busyText(issue);
  else {
    const had = element.contains(document.activeElement) && document.activeElement.closest('.buttons');
    element.querySelector('.buttons').replaceWith(buttons(issue, actions));
    // The focus goes to the button that took the place of the pressed one.
    if (had) element.querySelector('.buttons :is(a, button:not(:disabled))')?.focus({ preventScroll: true });
  }
}

function picture(issue, actions) {
  const frame = cover({ id: issue.key, title: issue.title, cover: issue.cover });
  if (issue.new) frame.append(make('span', { class: 'sash' }, strings.issueNew));
  frame.append(bar(issue));
  const place = make('div', { class: 'cover-place' }, frame);
  return issue.read ? make('a', { href: readingHash(issue.read), 'aria-label': strings.read(issue.title), onclick: () => actions.read(issue) }, place)
    : place;
}

function facts(issue, { isAlone } = {}) {
  const names = [!isAlone && issue.publication !== issue.title && issue.publication,
    issue.number && !issue.title.includes(issue.number) && strings.issueNumber(issue.number),
    dateText(issue.date), accessOf(issue)].filter(Boolean);
  const more = [(issue.authors || []).join(', '), ...(issue.subjects || []).slice(0, 4)].filter(Boolean);
  return make('div', { class: 'facts' },
    names.length ? make('p', { class: 'quiet' }, names.join(' · ')) : '',
    make('p', { class: 'quiet issue-state' }, stateOf(issue)),
    more.length ? make('p', { class: 'quiet topics' }, more.join(' · ')) : '');
}

/** The reason why it is available; the price is on the button. */
function accessOf({ access, free, price }) {
  if (access) return access === 'price' ? '' : strings.issueAccess[access];
  return free === false && price ? priceText(price) : '';
}

function stateOf(issue) {
  const { state, progress, error } = issue;
  if (state === 'failed') return error;
  if (issue.update?.state === 'downloading') return strings.updating;
  if (state !== 'downloading' || !progress) return strings.issueStates[state];
  const share = shareOf(issue);
  return [`${strings.issueStates.downloading} ${share === null ? byteSize(progress.received) : percentText(share)}`,
    progress.rate > 0 && strings.rate(byteSize(progress.rate))].filter(Boolean).join(', ');
}

const busyText = (issue) => {
  const share = issue.state === 'downloading' ? shareOf(issue) : null;
  return share === null ? strings.issueBusy[issue.state] : strings.issueLoading(percentText(share));
};

function buttons(issue, actions) {
  const { title } = issue;
  const named = (label) => ({ 'aria-label': `${label}: ${title}` });
  const act = (action, label, properties = {}) => make('button', {
    type: 'button', class: 'button', ...named(label), onclick: () => actions.do(issue, action), ...properties,
  }, action === 'download' && icon('keep'), label);
  const primary = { class: 'button primary' };
  const shown = [];
  if (isBusy(issue)) {
    // It is shown as disabled; stopping has a button of its own.
    shown.push(make('button', { type: 'button', class: 'button busy-button', disabled: true }, busyText(issue)),
      act('cancel', strings.issueActions.cancel));
  } else {
    for (const action of issue.actions) {
      const isFirst = !shown.length;
      if (action === 'read') {
        shown.push(make('a', { ...named(strings.issueActions.read), ...primary, href: readingHash(issue.read), onclick: () => actions.read(issue) },
          strings.issueActions.read));
      } else if (action === 'buy') {
        shown.push(act(action, strings.buyFor(issue.priceText || priceText(issue.price)), primary));
      } else {
        const label = issue.state === 'failed' && action === 'download' ? strings.tryAgain : strings.issueActions[action];
        shown.push(act(action, label, isFirst ? primary : {}));
      }
    }
    if (issue.previews && !issue.read) shown.push(act('preview', strings.lookInside));
  }
  return make('div', { class: 'buttons' }, ...shown);
}

/** The progress on the cover; empty without a download. */
function bar(issue) {
  const { title, state, update } = issue;
  const isShown = isBusy(issue) || update?.state === 'downloading';
  const element = make('span', { class: 'issue-progress', hidden: !isShown });
  if (!isShown) return element;
  const fill = make('i', {});
  element.append(fill);
  element.setAttribute('role', 'progressbar');
  element.setAttribute('aria-label', `${title}: ${update ? strings.updating : strings.issueStates[state]}`);
  const share = shareOf(update?.progress ? update : issue);
  if (share !== null) {
    const percent = Math.round(share * 100);
    element.setAttribute('aria-valuenow', percent);
    element.setAttribute('aria-valuemin', 0);
    element.setAttribute('aria-valuemax', 100);
    fill.style.width = `${percent}%`;
  } else element.classList.add('unknown');
  return element;
}
