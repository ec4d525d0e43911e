// Everything that the reader says, in one place.

const number = new Intl.NumberFormat();
const plain = /^[0-9ivxlcdm]+$/i;

/** A page's name for people: printed numbers get a word before them. @param {string} label */
export const pageName = (label) => (plain.test(label) ? `Page ${label}` : label);

/** @param {number} count of bytes */
export function byteSize(count) {
  if (!(count > 0)) return '';
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(Math.floor(Math.log10(count) / 3), 3);
  const value = count / 1000 ** power;
  return `${value < 10 && power ? value.toFixed(1) : number.format(Math.round(value))} ${units[power]}`;
}

export const strings = {
  product: 'Recto',
  shelf: 'Shelf',
  searchShelf: 'Search titles and authors',
  allIssues: 'Everything',
  keptIssues: 'Kept here',
  continueReading: 'Continue reading',
  shelfEmpty: 'Nothing is on this shelf yet.',
  shelfNoMatch: (query) => `Nothing here is called “${query}”.`,
  shelfNothingKept: 'Nothing is kept for reading offline. Open an issue and choose Keep offline.',
  showMore: 'Show more',
  pageCount: (count) => `${number.format(count)} ${count === 1 ? 'page' : 'pages'}`,
  share: (share) => `${Math.round(share * 100)} % read`,
  cannotOpen: 'Cannot be opened',
  read: (title) => `Read ${title}`,
  offlineNow: 'You are offline. What is kept here can be read.',
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
  layingOut: 'Laying the pages out …',
  pageFailed: (name) => `${name} cannot be shown.`,
  noText: (name) => `${name}, a picture without text`,
  linksOf: (name) => `Links on ${name}`,
  mediaOf: (name) => `Media on ${name}`,
  backTo: (name) => `Back to ${name}`,

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
  noHits: (query) => `“${query}” is on no page.`,
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
  pageSize: 'Page size',
  pageSizeWindow: 'This window',
  pageSizeOwn: 'As designed',
  smaller: 'Smaller type',
  larger: 'Larger type',

  toPage: (name) => `To ${name}`,
  toSite: (host) => `To ${host}, outside this issue`,
  outsideLink: 'Outside link',
  done: 'Done',
  openInTab: 'Open in a new tab',
  frameHint: 'Many sites do not let themselves be shown inside others. If nothing appears here, open it in a new tab.',

  video: 'Film',
  audio: 'Sound',
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
  articlesLoading: 'Gathering the articles …',

  keep: 'Keep offline',
  keepStop: 'Stop keeping',
  keepRemove: 'Remove from this device',
  keepProgress: (done, all) => `Keeping ${number.format(done)} of ${number.format(all)} pages`,
  keptSize: (size) => `Kept here, ${size}`,
  keepFailed: (sentence) => `It could not be kept: ${sentence}`,
  keepImpossible: 'This browser keeps nothing here: it wants a secure address.',

  download: 'Download the file',
  print: 'Print …',
  printTitle: 'Print',
  printAll: 'All pages',
  printShown: 'What is shown',
  printSome: 'Pages',
  printSomeHint: 'such as 2-5, 8',
  printStart: 'Print',
  printPreparing: (done, all) => `Preparing ${number.format(done)} of ${number.format(all)}`,
  printBadPages: (count) => `Name pages from 1 to ${number.format(count)}, such as 2-5, 8.`,
  cancel: 'Cancel',
  fullScreen: 'Nothing but pages',

  help: 'Keyboard and gestures',
  closeHelp: 'Close',
  helpGroups: [
    ['Turning pages', [
      ['← →', 'turn to the left, to the right'], ['Space, Shift Space', 'go on, go back'],
      ['Home, End', 'first, last page'], ['G', 'go to a page'], ['Backspace', 'back to where a link was'],
    ]],
    ['Looking', [
      ['+ −', 'larger, smaller'], ['0', 'fit the page'], ['W', 'fit the width'],
      ['V', 'one page or two'], ['D', 'light or dark'], ['F', 'nothing but pages'],
    ]],
    ['Finding', [
      ['O', 'contents'], ['T', 'pages'], ['/', 'search'], ['N, Shift N', 'next, previous hit'],
    ]],
    ['Reading', [
      ['L', 'listen, pause'], ['A', 'articles'], ['S', 'reading settings'], ['P', 'print'],
      ['?', 'this help'], ['Esc', 'close what is open'],
    ]],
    ['Touch', [
      ['Swipe', 'turn the page'], ['Pinch', 'larger, smaller'], ['Tap twice', 'a closer look'],
      ['Tap', 'hide and show the bars'], ['Tap at a side', 'turn the page'],
    ]],
  ],
};
