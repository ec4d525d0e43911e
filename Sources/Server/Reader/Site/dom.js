// Elements of the page. Content of publications becomes text and attributes here, never markup.

/**
 * Makes an element. Properties with a hyphen, and `role`, become attributes; `on…` listeners; `class`
 * its class; null and undefined are left out. Children are nodes or text.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|null|undefined|false)} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.includes('-') || name === 'role' || name === 'lang' || name === 'for') {
      element.setAttribute(name, value);
    } else element[name] = value;
  }
  element.append(...children.filter((child) => child || child === ''));
  return element;
}

/**
 * Sets an element's children, in this order. Existing ones are kept, with the focus and loaded content.
 * @param {Element} element
 * @param {Element[]} children
 */
export function setChildren(element, children) {
  const wanted = new Set(children);
  for (const child of Array.from(element.children)) if (!wanted.has(child)) child.remove();
  let next = element.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else element.insertBefore(child, next);
  }
}

/**
 * Makes an element of SVG with these attributes.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...Node} children
 */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Shapes on a field of 24 by 24, drawn with a line. */
const SHAPES = {
  back: 'M15 5l-7 7 7 7', forward: 'M9 5l7 7-7 7', close: 'M6 6l12 12M18 6L6 18',
  contents: 'M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.4 15.4L20 20',
  type: 'M3 18l4.5-12h1L13 18M4.6 14h6.8M15 18l2.6-7h.8L21 18M15.9 15.6h4.2',
  listen: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H5.5A1.5 1.5 0 0 1 4 18.500zM20 14h-3v6h1.500a1.500 1.500 0 0 0 1.500-1.500z',
  article: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  more: 'M5 12h.01M12 12h.01M19 12h.01', keep: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  kept: 'M5 12.500l4.500 4.500L19 7', print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  help: 'M9 9a3 3 0 1 1 4.200 2.750c-.8.4-1.200 1-1.200 2M12 17.500h.01M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18',
  play: 'M8 5l11 7-11 7z', pause: 'M8 5v14M16 5v14', stop: 'M6 6h12v12H6z',
  plus: 'M12 5v14M5 12h14', minus: 'M5 12h14',
  larger: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5', page: 'M7 4h10v16H7z',
  spread: 'M3 5h9v14H3zM12 5h9v14h-9z', save: 'M6 3h9l4 4v14H6zM15 3v4h4M12 11v6M9.500 14.500L12 17l2.500-2.500',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z', trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4', stores: 'M4 9l1.500-5h13L20 9M4 9v11h16V9M4 9h16M9 20v-6h6v6',
  outside: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9', up: 'M6 15l6-6 6 6', down: 'M6 9l6 6 6-6',
};

/**
 * A picture for a control that has its name elsewhere.
 * @param {keyof SHAPES} name
 */
export function icon(name) {
  return draw('svg', {
    viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true', focusable: 'false',
  }, draw('path', { d: SHAPES[name] }));
}

/**
 * A button with a picture; its name is for those who do not see it, and a tip for those who do.
 * @param {keyof SHAPES} shape
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [properties]
 */
export function iconButton(shape, label, onclick, properties = {}) {
  const { class: classes = '', ...others } = properties;
  return make('button', {
    type: 'button', class: `icon-button ${classes}`.trim(), 'aria-label': label, title: label, onclick,
    ...others,
  }, icon(shape));
}

/**
 * Opens a dialog over the whole page: it holds the focus, Escape closes it, and the focus goes back
 * to where it was. It is gone from the page when it closes.
 * @param {{label: string, describedBy?: string, class?: string, onclose?: () => void}} options
 * `describedBy` has the ids of the elements that a screen reader reads with the label
 * @param {...Node} children
 * @returns {HTMLDialogElement}
 */
export function openDialog({ label, describedBy, class: classes = '', onclose }, ...children) {
  const before = document.activeElement;
  const dialog = make('dialog', { class: classes, 'aria-label': label, 'aria-describedby': describedBy }, ...children);
  dialog.addEventListener('close', () => {
    dialog.remove();
    onclose?.();
    // A field that was opened meanwhile keeps the focus.
    const isFree = document.activeElement === document.body || document.activeElement === null;
    if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  // A click outside closes it.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * The head of a dialog or a panel: its title and the button that closes it.
 * @param {string} title
 * @param {string} label of the button
 * @param {() => void} onclose
 */
export function head(title, label, onclose) {
  return make('div', { class: 'panel-head' }, make('h2', {}, title), iconButton('close', label, onclose));
}

/** Resolves after some milliseconds. */
export const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** Waits until nothing happened for some milliseconds, then calls once. */
export function debounce(milliseconds, body) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => body(...values), milliseconds);
  };
}

/** True if the reader's system asks for reduced motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
