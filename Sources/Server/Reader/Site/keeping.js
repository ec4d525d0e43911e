// Puts an issue into this browser, to be read without a network. The reader and its service worker do it
// alike; the worker has no modules, so this exports nothing and stands in `self.keeping`.

(() => {
  const PREFIX = 'recto-kept-';
  const UNFINISHED = 'recto-keeping-'; // a new edition of what is kept, until it is complete
  const LONGER_SIDE = 2200; // pixels of kept pages, of the longer side
  const THUMBNAIL = 240; // pixels of a kept thumbnail's width
  const AT_ONCE = 2;

  /** The cache of a kept issue, which the service worker answers from. @param {string} id */
  const cacheName = (id) => PREFIX + id;

  /** The place of the entry in that cache. */
  const ENTRY = 'entry';
  const putEntry = (cache, entry) => cache.put(ENTRY, new Response(JSON.stringify(entry)));

  /** Width and height of a page as shown. */
  const shown = ({ size: [width, height], rotation = 0 }) => (rotation % 180 ? [height, width] : [width, height]);

  /**
   * Keeps a publication in its current layout, and returns its entry for the shelf. If it throws, what was kept
   * before stays.
   * @param {{id: string, root: string, layout: Record<string, any>, info: any}} publication
   * @param {(url: string) => Promise<Response>} get gives good answers, and throws for others
   * @param {{note?: (done: number) => void, mostBytes?: number, more?: Record<string, any>}} [options]
   *   `mostBytes` ends it after some pages, `more` has further members of the entry
   */
  async function keep(publication, get, { note = () => {}, mostBytes = Infinity, more = {} } = {}) {
    const kept = cacheName(publication.id);
    const name = await caches.has(kept) ? UNFINISHED + publication.id : kept;
    try {
      await caches.delete(name);
      const cache = await caches.open(name);
      const entry = { ...entryOf(publication), bytes: 0, keptPages: 0, ...more };
      // If the browser ends the worker, the entry states how much was kept.
      await putEntry(cache, entry);
      await fill(cache, publication, get, mostBytes, async (bytes, pages) => {
        Object.assign(entry, { bytes, keptPages: pages });
        await putEntry(cache, entry);
        note(pages);
      });
      if (name !== kept) await replace(kept, name);
      return entry;
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
  }

  /** Moves the content of one cache into another, whose own is removed. */
  async function replace(name, from) {
    const [cache, added] = await Promise.all([caches.open(name), caches.open(from)]);
    const requests = await added.keys();
    for (const request of requests) await cache.put(request, await added.match(request));
    const urls = new Set(requests.map(({ url }) => url));
    for (const request of await cache.keys()) if (!urls.has(request.url)) await cache.delete(request);
    await caches.delete(from);
  }

  function entryOf({ id, root, info }) {
    const [width, height] = shown(info.pages[0]);
    return {
      id, title: info.title || info.metadata?.title || info.source?.split('/').pop() || id,
      titleDirection: info.title ? undefined : info.metadata?.titleDirection,
      authors: info.metadata?.author ? [info.metadata.author] : [], authorDirection: info.metadata?.authorDirection, pageCount: info.pages.length,
      format: info.format, digest: info.digest, cover: `${root}/pages/0/image.jpg?for=thumbnail`, aspect: width / height,
    };
  }

  async function fill(cache, { root, layout, info }, get, mostBytes, note) {
    let bytes = 0;
    const url = (path, items = {}) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...layout, ...items })) {
        if (value !== undefined && value !== null && value !== '') search.set(name, value);
      }
      return `${root}${path}${search.size ? `?${search}` : ''}`;
    };
    // Kept under the path alone: without a network every layout and size is answered with it.
    const store = async (path, address = url(path), isNeeded = true) => {
      let body;
      try {
        body = await (await get(address)).blob();
      } catch (error) {
        const isDamaged = error.status === 422; // in the issue: it is read without this page
        if ((isNeeded && !isDamaged) || error.name === 'AbortError') throw error;
        return;
      }
      bytes += body.size;
      await cache.put(root + path, new Response(body, { headers: { 'Content-Type': body.type } }));
    };
    await store('');
    await store('/outline', undefined, false);
    await storeArticles(store, get, url);
    let next = 0;
    let done = 0;
    const work = async () => {
      while (next < info.pages.length && bytes < mostBytes) {
        const page = info.pages[next];
        next += 1;
        // A page that cannot be read is not among them.
        const path = `/pages/${page.index}`;
        const [width, height] = shown(page);
        await store(`${path}/image`, url(`${path}/image.jpg`, { width: Math.round((width * LONGER_SIDE) / Math.max(width, height)) }));
        await store(`${path}/thumbnail`, url(`${path}/image.jpg`, { width: THUMBNAIL, for: 'thumbnail' }));
        await store(path, undefined, false);
        await store(`${path}/text`, undefined, false);
        done += 1;
        await note(bytes, done);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async function storeArticles(store, get, url) {
    const { articles = [] } = await get(url('/articles')).then((answer) => answer.json()).catch(() => ({}));
    if (!articles.length) return;
    await store('/articles', undefined, false);
    for (const [place, { id }] of articles.entries()) await store(`/articles/${id ?? place}`, undefined, false);
  }

  /** The entries of all issues that are kept; `keptPages` says how much of each. */
  async function entries() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    const found = await Promise.all(names.map(async (name) => (await (await caches.open(name)).match(ENTRY))?.json()));
    return found.filter(Boolean);
  }

  /** Takes a kept issue off this device. @param {string} id */
  const remove = (id) => Promise.all([cacheName(id), UNFINISHED + id].map((name) => caches.delete(name)));

  self.keeping = { cacheName, keep, entries, remove };
})();
