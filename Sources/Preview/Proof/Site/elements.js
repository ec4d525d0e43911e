// Small tools for the elements of the page.
'use strict';

const $ = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function load(path) {
  return new Promise((resolve, reject) => {
    const script = make('script', {
      src: path, onload: () => { script.remove(); resolve(); },
      onerror: () => { script.remove(); reject(new Error(`${path} is missing`)); },
    });
    document.head.append(script);
  });
}
