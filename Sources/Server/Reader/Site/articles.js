// Articles as clean text that fits every screen, with their pictures and links.

import { Problem, localPath } from './api.js';
import { icon, iconButton, make, openDialog } from './dom.js';
import { linkElement, linkTo } from './links.js';
import { readingHash } from './places.js';
import { segmented, stepper } from './settings-panel.js';
import { strings } from './strings.js';

const SIZES = [15, 17, 19, 21, 24, 28, 32];
const WORDS_A_MINUTE = 220;
const TITLE_WITHIN = 6; // blocks from the beginning

const isSame = (one, other) => one?.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Opens the articles, at the one that is on the page that is seen where there is one. The server reads
 * the whole publication for them, so they are requested only on demand.
 * @param {import('./reader.js').Reader} reader
 */
export async function openArticles(reader) {
  if (!await reader.whole() || document.querySelector('.articles')) return;
  const view = new ArticleView(reader);
  view.open();
  try {
    await view.begin();
  } catch (error) {
    view.dialog.close();
    reader.app.say(error.status === 404 ? strings.noArticles : error.message);
    if (error.status === 404) reader.emit('noarticles');
  }
}

class ArticleView {
  constructor(reader) {
    this.reader = reader;
    // Kept, whatever happens to the window meanwhile.
    this.publication = reader.publication;
    this.list = [];
  }

  async begin() {
    const { articles = [] } = await this.publication.articles();
    if (!articles.length) throw new Problem(404, strings.noArticles);
    this.list = articles;
    const { page, pages } = this.reader;
    const on = (one) => articles.findIndex((article) => article.pages.includes(one));
    const seen = [page, ...pages].map(on).find((place) => place >= 0);
    if (seen !== undefined) await this.show(seen);
    else this.showList();
  }

  open() {
    this.body = make('div', { class: 'article-body', tabIndex: -1 });
    const { settings } = this.reader;
    const close = () => this.dialog.close();
    this.back = make('button', {
      type: 'button', class: 'button', hidden: true, 'aria-label': strings.articleBack, onclick: () => this.showList(),
    }, icon('back'), make('span', {}, strings.articleBack));
    this.dialog = openDialog({ label: strings.articles, class: 'articles' },
      make('div', { class: 'article-bar' }, this.back,
        make('div', { class: 'article-type' },
          stepper({
            label: strings.fontScale, less: strings.smaller, more: strings.larger, values: SIZES,
            value: settings.get('articleSize'), show: (size) => String(size),
            onchange: (size) => { settings.set('articleSize', size); this.#style(); },
          }),
          segmented(strings.articleType, [['serif', strings.serif], ['sans', strings.sans]],
            settings.get('articleFont'), (font) => { settings.set('articleFont', font); this.#style(); })),
        iconButton('close', strings.closeArticles, close)),
      this.body);
    this.#style();
    this.#wait();
  }

  #wait() {
    this.body.replaceChildren(make('p', { class: 'quiet', role: 'status' }, strings.articlesLoading));
  }

  #style() {
    const { settings } = this.reader;
    this.body.style.setProperty('--article-size', `${settings.get('articleSize')}px`);
    this.body.classList.toggle('serif', settings.get('articleFont') === 'serif');
  }

  showList() {
    this.shown = null;
    this.back.hidden = true;
    this.body.replaceChildren(make('div', { class: 'article-list' },
      make('h2', {}, strings.articleList), make('p', { class: 'quiet' }, this.publication.title),
      make('ol', {}, ...this.list.map((article, place) => make('li', {}, make('button', {
        type: 'button', class: 'article-entry', onclick: () => this.show(place),
      }, make('strong', {}, article.title || strings.untitled), make('span', { class: 'quiet' },
        [article.pages.length && this.publication.name(article.pages[0]),
          article.words && strings.articleMinutes(Math.max(1, Math.round(article.words / WORDS_A_MINUTE)))]
          .filter(Boolean).join(' · '))))))));
    this.body.scrollTop = 0;
    this.body.focus();
  }

  async show(place) {
    this.shown = place;
    this.back.hidden = false;
    this.#wait();
    try {
      const article = await this.publication.article(this.list[place].id ?? place);
      if (this.shown === place) this.#fill(article, place);
    } catch (error) {
      if (this.shown === place) this.body.replaceChildren(make('p', { role: 'alert' }, error.message));
    }
  }

  #fill(article, place) {
    const first = this.list[place].pages[0];
    const title = article.title || this.list[place].title || strings.untitled;
    // Most articles say their title themselves, often below a picture.
    const own = article.blocks.slice(0, TITLE_WITHIN).find((block) => block.kind === 'heading' && isSame(block.text, title));
    const next = this.list[place + 1];
    this.body.replaceChildren(make('article', { lang: article.language, dir: article.direction },
      make('header', {}, own ? '' : make('h1', {}, title),
        first !== undefined && make('button', { type: 'button', class: 'chip', onclick: () => this.#toPage(first) },
          icon('page'), strings.articlePage(this.publication.name(first))),
        this.list[place].publication && make('a', { class: 'chip', href: readingHash(this.list[place].publication) },
          icon('article'), strings.articleAsPages)),
      ...article.blocks.map((block) => this.#block(block, block === own))),
    next ? make('button', { type: 'button', class: 'article-entry next', onclick: () => this.show(place + 1) },
      make('span', { class: 'quiet' }, strings.articleNext), make('strong', {}, next.title || strings.untitled)) : '');
    this.body.scrollTop = 0;
    this.body.focus();
  }

  #block(block, isTitle) {
    if (block.kind === 'picture') return this.#picture(block);
    const tag = isTitle ? 'h1' : block.kind === 'heading' ? `h${Math.min(Math.max(block.level || 2, 2), 5)}`
      : block.kind === 'quote' ? 'blockquote' : block.kind === 'code' ? 'pre' : 'p';
    const name = block.kind === 'listItem' ? `list-item${block.continues ? ' continued' : ''}` : '';
    const runs = block.runs?.length ? block.runs : [{ text: block.text || '' }];
    const attributes = tag === 'pre' ? { dir: 'ltr' } : name ? { class: name } : {};
    const element = make(tag, attributes, ...runs.map((run) => {
      const text = run.bold ? make('strong', {}, run.text) : run.italic ? make('em', {}, run.text) : run.text;
      const link = run.url || Number.isInteger(run.page) ? linkTo(this.reader, run, this.publication, block.page) : null;
      if (!link) return text;
      return linkElement(link, {
        onclick: (event) => {
          if (Number.isInteger(run.page)) this.dialog.close();
          link.follow(event);
        },
      }, text);
    }));
    element.style.setProperty('--depth', `${(block.depth ?? 0) + (block.continues && !name ? 1 : 0)}`);
    return element;
  }

  #picture({ picture, text, page }) {
    // Pictures come from this server and nowhere else.
    const source = localPath(picture?.url);
    if (!source) return '';
    const image = make('img', {
      src: source, alt: picture.alt || '', loading: 'lazy', width: picture.width, height: picture.height,
      onerror: () => figure.remove(),
    });
    const figure = make('figure', {}, make('button', {
      type: 'button', class: 'plain', title: strings.showPage, 'aria-label': strings.showPage,
      onclick: () => this.#toPage(page),
    }, image), text ? make('figcaption', {}, text) : '');
    return figure;
  }

  #toPage(page) {
    this.dialog.close();
    this.reader.goToPageOf(this.publication, page, { jump: true });
  }
}
