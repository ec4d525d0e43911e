// Shared by the scripts that fit a document to the page.

// The most elements that are measured.
export const mostElements = 50000;
// The maximum number of pictures that are fitted.
export const mostPictures = 1000;
// The height, in pages, up to which a formula is made to fit a page, and a picture that is as wide as its room.
export const highest = 2;

export const root = document.documentElement;
export const body = document.body;
export const set = (element, name, value) => element.style.setProperty(name, value, "important");
export const pixels = value => parseFloat(value) || 0;
