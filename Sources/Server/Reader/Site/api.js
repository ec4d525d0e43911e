// The server's JSON API, version 1.

import { strings } from './strings.js';

/** The path that the whole site lies below, which a proxy may have given a prefix. */
export const BASE = new URL('..', import.meta.url).pathname;

const ROOT = `${BASE}api/1/publications`;
const LONGEST_WAIT = 8; // the longest wait in seconds that a busy server may ask for
const TRIES = 5;
const LOST_TRIES = 3; // attempts of a GET request whose connection is lost
const LOST_PAUSE = 0.3; // seconds before the second attempt; later ones wait longer

/** The server's error: a sentence, the status of the response, and a code. */
export class Problem extends Error {
  /**
   * @param {number} status 0 where no server answered  @param {string} sentence
   * @param {string} [code] such as `needsPassword`
   */
  constructor(status, sentence, code) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); });
});

/**
 * Fetches. Retries while the server is busy, as long as it says to wait, and after a lost connection, as when
 * the network changes. Throws `Problem`, and what an aborted signal throws.
 * @param {string} url
 * @param {RequestInit} [options]
 */
export async function request(url, options = {}) {
  let busy = 0;
  let lost = 0;
  for (;;) {
    let response;
    try {
      response = await fetch(url, options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      lost += 1;
      if (options.method || !navigator.onLine || lost >= LOST_TRIES) throw new Problem(0, strings.cannotReach);
      await pause(LOST_PAUSE * lost, options.signal);
      continue;
    }
    if (response.ok) return response;
    const isBusy = response.status === 429 || response.status === 503;
    if (isBusy) busy += 1;
    if (isBusy && busy < TRIES) {
      const seconds = Number(response.headers.get('Retry-After')) || 1;
      await pause(Math.min(seconds, LONGEST_WAIT) * (0.5 + Math.random()), options.signal);
      continue;
    }
    if (response.status === 401) openLogin();
    throw await problem(response);
  }
}

/** Opens the server's own page that asks for its token. */
export const openLogin = () => location.assign(`${BASE}login`);

async function problem(response) {
  try {
    const { detail, title, code } = await response.json();
    return new Problem(response.status, detail || title || response.statusText, code);
  } catch {
    return new Problem(response.status, response.statusText || strings.cannotReach);
  }
}

/** Fetches JSON. Throws as `request` does. @param {string} url @param {RequestInit} [options] */
export async function json(url, options) {
  return (await request(url, options)).json();
}

/** A query without items that are undefined, null or empty. @param {Record<string, any>} items */
export function query(items) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(items)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** Publications of the shelf. @param {{q?: string, offset?: number, limit?: number}} items */
export const publications = (items, signal) => json(ROOT + query(items), { signal });

/** The root of a publication's resources. @param {string} id */
export const publicationURL = (id) => `${ROOT}/${encodeURIComponent(id)}`;

/** Opens an encrypted publication for this session. Throws `Problem`. @param {string} id @param {string} password */
export const unlock = (id, password) => request(`${publicationURL(id)}/password`, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ password }),
});

/**
 * Fetches a picture and decodes it, so that it is there at once where it is put. Aborting tells the
 * server to stop making it.
 * @param {string} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<HTMLImageElement>}
 */
export async function picture(url, signal) {
  const blob = await (await request(url, { signal })).blob();
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  image.draggable = false;
  try {
    await decoded(image);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  signal?.throwIfAborted();
  return image;
}

/** Waits until a picture is decoded. A browser may decline to do so ahead, and still show what it has loaded. */
async function decoded(image) {
  try {
    await image.decode();
  } catch (error) {
    if (!image.complete) await new Promise((resolve) => { image.onload = image.onerror = resolve; });
    if (!image.naturalWidth) throw error;
  }
}

/**
 * An address on this server out of an answer, as a path; null for any other.
 * @param {any} text
 */
export function localPath(text) {
  if (typeof text !== 'string') return null;
  try {
    const url = new URL(text, location.origin);
    return url.origin === location.origin ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
