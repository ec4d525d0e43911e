// Starts the reader.

import { BASE } from './api.js';
import { App } from './app.js';
import { installCopying } from './reading-text.js';

installCopying();
new App(document.getElementById('app')).route();

// Pages can be kept where the browser calls the address secure.
if ('serviceWorker' in navigator) navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE }).catch(() => {});
