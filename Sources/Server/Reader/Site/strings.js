// Everything that the reader says, in one place.

/** The language of the interface, in which dates and numbers are. */
const LANGUAGE = document.documentElement.lang || 'en';

export const number = new Intl.NumberFormat(LANGUAGE);
const plain = /^[0-9ivxlcdm]+$/i;

/** A page's name for people: printed numbers get a word before them. @param {string} label */
export const pageName = (label) => (plain.test(label) ? `Page ${label}` : label);

const inUnit = (value, unit, options = {}) => new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit, ...options }).format(value);

/** @param {number} count of bytes */
export function byteSize(count) {
  if (!(count > 0)) return '';
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const power = Math.min(Math.floor(Math.log10(count) / 3), 3);
  const value = count / 1000 ** power;
  return inUnit(value, units[power], { unitDisplay: power ? 'short' : 'long', maximumFractionDigits: value < 10 && power ? 1 : 0 });
}

/** @param {number} share from 0 to 1 */
export const percentText = (share) => new Intl.NumberFormat(LANGUAGE, { style: 'percent' }).format(Math.floor(share * 100) / 100);

/** A time span in words. @param {number} seconds */
export function ageText(seconds) {
  const [size, unit] = seconds < 7200 ? [60, 'minute'] : seconds < 172800 ? [3600, 'hour'] : [86400, 'day'];
  return inUnit(Math.max(1, Math.round(seconds / size)), unit, { unitDisplay: 'long' });
}

/** A date as exact as a publisher gives it. @param {string} [text] in ISO 8601 */
export function dateText(text) {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text || '');
  if (!parts) return '';
  const [, year, month, day] = parts;
  const date = new Date(Date.UTC(year, (month || 1) - 1, day || 1));
  return date.toLocaleDateString(LANGUAGE, {
    timeZone: 'UTC', year: 'numeric', month: month && 'long', day: day && 'numeric',
  });
}

/** The day of an instant where the reader is. @param {string} [text] in ISO 8601 */
export function dayText(text) {
  const date = new Date(text || NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleDateString(LANGUAGE, { dateStyle: 'long' });
}

/** A price such as `2.99 EUR`; one in another form as it is. @param {string} [text] */
export function priceText(text) {
  const parts = /^(\d+(?:[.,]\d+)?)\s*([A-Z]{3})$/.exec((text || '').trim());
  if (!parts) return text || '';
  try {
    return new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: parts[2] }).format(Number(parts[1].replace(',', '.')));
  } catch {
    return text;
  }
}

/** The name of a language. @param {string} tag of BCP 47 */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames(LANGUAGE, { type: 'language' }).of(tag) || tag;
  } catch {
    return tag;
  }
}

export const strings = {
  product: 'Recto',
  shelf: 'Shelf',
  searchShelf: 'Search titles, authors and topics',
  allIssues: 'Everything',
  keptIssues: 'Kept here',
  continueReading: 'Continue reading',
  shelfEmpty: 'Nothing is on this shelf yet.',
  shelfNoMatch: (query) => `Nothing here matches “${query}”.`,
  shelfNothingKept: 'Nothing is kept for reading offline. Open an issue and choose Keep offline.',
  newsstand: 'Issues',
  newsstandRefresh: 'Look for new issues',
  newsstandEmpty: 'This store has no issues yet.',
  newsstandNoMatch: 'No issue matches these choices.',
  showAll: 'Show all issues',
  latestIssue: 'The latest issue',
  libraryEmpty: 'There are no issues yet',
  libraryEmptyText: 'Add a store by the address of a publisher’s catalog. Its issues will appear here.',
  connecting: 'Connecting …',
  connectingTo: (name) => `Connecting to ${name} …`,
  storeStale: (name, age) => `${name} cannot be reached: its list is ${age} old.`,
  storeFailed: (name, sentence) => `${name} cannot be reached: ${sentence}.`,
  shopAway: 'The shop cannot be reached: prices are those of the catalog.',
  shopStale: (age) => `The shop cannot be reached: its prices are ${age} old.`,
  issueNew: 'New',
  issueNumber: (text) => `No. ${text}`,
  issueSummary: 'Description',
  issueStates: {
    notDownloaded: '', queued: 'waiting', downloading: 'downloading', downloaded: 'downloaded',
    installing: 'being installed', installed: 'in your library', archived: 'archived', failed: 'failed',
  },
  issueActions: {
    buy: 'Buy', download: 'Download', cancel: 'Stop', install: 'Install', read: 'Read', archive: 'Archive', update: 'Update',
  },
  issueBusy: { queued: 'Waiting …', downloading: 'Downloading …', installing: 'Installing …' },
  issueLoading: (share) => `Downloading ${share}`,
  issueAccess: { free: 'Free', bought: 'Bought', subscribed: 'In your subscription', unavailable: 'Not sold here' },
  updating: 'being updated',
  rate: (size) => `${size}/s`,
  lookInside: 'Look inside',
  previewsOf: (title) => `Inside ${title}`,
  previewPage: (place) => `Preview ${number.format(place)}`,
  previewMissing: 'This page cannot be shown.',
  archiveTitle: (title) => `Archive ${title}?`,
  archiveText: 'Its pages are removed from the library. It stays on the shelf, and can be downloaded again.',
  buyFor: (price) => (price ? `Buy for ${price}` : 'Buy'),
  buyTitle: (title, price) => (price ? `Buy ${title} for ${price}?` : `Buy ${title}?`),
  buyText: 'It is downloaded as soon as it is bought.',
  payTitle: 'Payment',
  payText: (host) => `The shop takes the payment on its own page at ${host}, which opens in a new tab.`,
  payAt: (host) => `Pay at ${host}`,
  paid: 'I have paid',
  notPaid: 'Nothing was bought.',
  subscribeFor: (price) => (price ? `Subscribe for ${price}` : 'Subscribe'),
  subscribeTitle: (title) => `Subscribe to ${title}?`,
  subscribeText: (price) => `${price ? `It costs ${price}. ` : ''}Each new issue is then downloaded automatically. Earlier ones are bought one by one.`,
  subscribed: (title) => `You have subscribed to ${title}.`,
  subscriptionOffer: 'Subscribers get each new issue automatically.',
  subscriptionStates: {
    active: (day) => (day ? `Subscribed until ${day}.` : 'Subscribed.'),
    cancelled: (day) => `Your subscription ends on ${day}.`,
    expired: (day) => (day ? `Your subscription ended on ${day}.` : 'Your subscription has ended.'),
  },
  unsubscribe: 'End the subscription',
  unsubscribeTitle: (title) => `End the subscription to ${title}?`,
  unsubscribeText: 'You will get new issues until it ends, and you keep the issues that you have.',
  unsubscribed: (title) => `Your subscription to ${title} will not be renewed.`,
  publications: 'Publications',
  allPublications: 'All',
  filters: { publication: 'Publication', category: 'Category', language: 'Language', author: 'Author' },
  allOf: 'All',
  moreValues: (count) => `and ${number.format(count)} more: use the search to find them`,
  order: 'Order',
  orderDate: 'Newest first',
  orderNumber: 'By number',
  stores: 'Stores',
  storeAddress: 'Address of a catalog',
  storeKey: 'Publisher’s key (RW…, optional)',
  addStore: 'Add a store',
  storeAdded: 'The store was added.',
  storeNameOf: (name) => `Name of ${name}`,
  rename: 'Rename',
  automatically: 'Download new issues automatically',
  removeStore: 'Remove',
  removeStoreTitle: (name) => `Remove ${name}?`,
  removeStoreText: 'Its issues leave the shelf. Those that were downloaded stay.',
  storesElsewhere: 'Stores are added on the server, with “recto store add ADDRESS”.',
  purchases: 'Purchases',
  restoreText: 'Purchases made elsewhere are restored here. Some shops give a code for that.',
  restoreCode: 'Code of the shop, if there is one',
  restore: 'Restore purchases',
  restored: (count) => (count === 1 ? '1 purchase was restored.' : count ? `${number.format(count)} purchases were restored.` : 'There are no purchases to restore.'),
  notices: 'Notify me of new issues',
  noticesOn: 'Notifications are on: press to turn them off',
  noticesBegun: 'You will be notified of new issues.',
  noticesEnded: 'You will no longer be notified of new issues.',
  noticesRefused: 'This browser blocks notifications from this site. Allow them in its settings.',
  noticesFailed: (sentence) => `Notifications cannot be turned on: ${sentence}`,
  showMore: 'Show more',
  pageCount: (count) => `${number.format(count)} ${count === 1 ? 'page' : 'pages'}`,
  share: (share) => `${Math.round(share * 100)} % read`,
  cannotOpen: 'Cannot be opened',
  needsPassword: 'This issue needs a password',
  password: 'Password',
  open: 'Open',
  wrongPassword: 'The password is wrong.',
  read: (title) => `Read ${title}`,
  offlineNow: 'You are offline. Issues kept here can be read.',
  cannotReach: 'The server cannot be reached.',
  tryAgain: 'Try again',

  back: 'Back to the shelf',
  contents: 'Contents',
  thumbnails: 'Pages',
  search: 'Search',
  sidePanel: 'Contents, pages and search',
  closePanel: 'Close the panel',
  noOutline: 'This publication has no table of contents.',
  untitled: 'Untitled',
  appearance: 'Reading settings',
  listen: 'Listen',
  articles: 'Articles',
  more: 'More',
  goToPage: 'Page',
  pageOf: (name, place, count) => `${name} · ${number.format(place)} of ${number.format(count)}`,
  pagesName: (labels) => (labels.length > 1 && labels.every((label) => plain.test(label))
    ? `Pages ${labels[0]}–${labels.at(-1)}` : labels.map(pageName).join(', ')),
  turnLeft: 'Turn to the left',
  turnRight: 'Turn to the right',
  opening: 'Opening …',
  layingOut: 'Laying out the pages …',
  placeLost: 'The other pages are ready, but this place was not found in them.',
  thisPage: 'This page',
  pageFailed: (name) => `${name} cannot be shown.`,
  noText: (name) => `${name}, a picture without text`,
  linksOf: (name) => `Links on ${name}`,
  mediaOf: (name) => `Media on ${name}`,
  backTo: (name) => `Back to ${name}`,
  backToPlace: 'Back to where you were',

  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  fit: 'Size',
  fitPage: 'Whole page',
  fitWidth: 'Full width',
  percent: (share) => `${Math.round(share * 100)} %`,

  searchPages: 'Search the pages',
  matchCase: 'Match case',
  wholeWords: 'Whole words',
  hitsFound: (count, more) => `${number.format(count)}${more ? '+' : ''} ${count === 1 && !more ? 'hit' : 'hits'}`,
  hitOf: (place, count) => `${number.format(place)} of ${number.format(count)}`,
  noHits: (query) => `No page contains “${query}”.`,
  searching: 'Searching …',
  nextHit: 'Next hit',
  previousHit: 'Previous hit',
  moreHits: 'More hits',

  display: 'Display',
  view: 'View',
  viewAuto: 'Automatic',
  viewPage: 'One page',
  viewSpread: 'Two pages',
  theme: 'Appearance',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  darkPages: 'Darken pages too',
  text: 'Text',
  fontScale: 'Type size',
  margin: 'Margins',
  marginNarrow: 'Narrow',
  marginNormal: 'Normal',
  marginWide: 'Wide',
  paper: 'Paper',
  paperOwn: 'Original',
  paperNamed: (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  paperOwnColors: 'Own colors',
  textColor: 'Color of text',
  paperColor: 'Color of paper',
  typeface: 'Typeface',
  original: 'Original',
  typefaceSerif: 'Serif',
  typefaceSans: 'Sans serif',
  typefaceDyslexic: 'Dyslexia-friendly',
  lineSpacing: 'Line spacing',
  tighterLines: 'Tighter lines',
  looserLines: 'Looser lines',
  wordSpacing: 'Word spacing',
  tighterWords: 'Words closer together',
  looserWords: 'Words further apart',
  letterSpacing: 'Letter spacing',
  tighterLetters: 'Letters closer together',
  looserLetters: 'Letters further apart',
  justify: 'Justified lines',
  hyphens: 'Hyphenation',
  on: 'On',
  off: 'Off',
  times: (value) => `${number.format(value)} ×`,
  publisherStyles: 'Use the publisher’s styles',
  pageSize: 'Page size',
  pageSizeWindow: 'This window',
  pageSizeOwn: 'As designed',
  smaller: 'Smaller type',
  larger: 'Larger type',

  toPage: (name) => `To ${name}`,
  toPlace: 'To another place',
  toSite: (host) => `To ${host}, outside this issue`,
  toMail: (address) => `E-mail to ${address}`,
  toCall: (number) => `Call ${number}`,
  toUnknown: 'To an address that the reader does not open',
  outsideLink: 'External link',
  outsideTo: (place) => `External link to ${place}`,
  outsideSite: 'This link leads out of the issue, to:',
  outsideMail: 'This link writes an e-mail to:',
  outsideCall: 'This link calls:',
  outsideRefused: 'This link is not opened: the reader opens web pages, e-mail addresses and telephone numbers only. It leads to:',
  outsideAddress: 'Full address',
  outsideUser: 'The part before “@” is a user name, and not the name of the site.',
  showBeside: 'Show beside the issue',
  noFrames: 'This site cannot be shown here. Open it in a new tab.',
  done: 'Done',
  openSite: 'Open in a new tab',
  openMail: 'Write an e-mail',
  openCall: 'Call',

  video: 'Video',
  audio: 'Audio',
  playMedia: (kind, name) => (name ? `${kind}: ${name}` : kind),
  mediaMissing: 'It cannot be played here.',

  speech: 'Reading aloud',
  speechPlay: 'Read aloud',
  speechPause: 'Pause',
  speechStop: 'Stop reading aloud',
  speechNext: 'Next sentence',
  speechPrevious: 'Previous sentence',
  speechRate: 'Speed',
  speechVoice: 'Voice',
  speechVoiceDefault: 'Automatic',
  speechMissing: 'This browser has no voice to read with.',
  speechNothing: 'There is no text from here on.',

  articleList: 'Articles',
  noArticles: 'This publication has no articles.',
  articlePage: (name) => `Shown on ${name}`,
  articleAsPages: 'Read as pages',
  articleMinutes: (minutes) => `${minutes} min`,
  articleBack: 'All articles',
  articleNext: 'Next article',
  articleType: 'Type',
  serif: 'Serif',
  sans: 'Sans serif',
  showPage: 'Show on the page',
  closeArticles: 'Close the articles',
  articlesLoading: 'Loading articles …',

  keep: 'Keep offline',
  keepStop: 'Stop keeping',
  keepRemove: 'Remove from this device',
  keepProgress: (done, all) => `Keeping ${number.format(done)} of ${number.format(all)} pages`,
  keptSize: (size) => `Kept here, ${size}`,
  keepFailed: (sentence) => `It could not be kept: ${sentence}`,
  keepImpossible: 'This browser can keep issues only from a secure address (https).',

  partOf: (title) => `Also here: ${title}`,
  download: 'Download the file',
  print: 'Print …',
  printTitle: 'Print',
  printAll: 'All pages',
  printShown: 'Visible pages',
  printSome: 'Pages',
  printSomeHint: 'such as 2-5, 8',
  printStart: 'Print',
  printPreparing: (done, all) => `Preparing ${number.format(done)} of ${number.format(all)}`,
  printBadPages: (count) => `Name pages from 1 to ${number.format(count)}, such as 2-5, 8.`,
  cancel: 'Cancel',
  fullScreen: 'Only the pages',

  help: 'Keyboard and gestures',
  close: 'Close',
  helpGroups: [
    ['Turning pages', [
      ['← →', 'turn to the left, to the right'], ['Space, Shift Space', 'go on, go back'],
      ['Home, End', 'first, last page'], ['G', 'go to a page'], ['Backspace', 'back to where a link was'],
    ]],
    ['View', [
      ['+ −', 'larger, smaller'], ['0', 'fit the page'], ['W', 'fit the width'],
      ['V', 'one page or two'], ['D', 'light or dark'], ['F', 'only the pages'],
    ]],
    ['Search and contents', [
      ['O', 'contents'], ['T', 'pages'], ['/', 'search'], ['N, Shift N', 'next, previous hit'],
    ]],
    ['Reading', [
      ['L', 'listen, pause'], ['A', 'articles'], ['S', 'reading settings'], ['P', 'print'],
      ['?', 'this help'], ['Esc', 'close the panel or dialog'],
    ]],
    ['Touch', [
      ['Swipe', 'turn the page'], ['Pinch', 'larger, smaller'], ['Tap twice', 'a closer look'],
      ['Tap', 'hide and show the bars'], ['Tap at a side', 'turn the page'],
    ]],
  ],
};
