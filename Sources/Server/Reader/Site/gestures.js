// Fingers, wheel and mouse on the pages.

import { Swipe } from './swipe.js';

const TAP = 12; // CSS pixels that a finger may move and still taps
const TWICE = 280; // milliseconds between two taps that are one gesture
const EDGE = 0.16; // of the width, where a tap turns the page
const CLOSER = 2.4; // what a double tap enlarges to, of the fit

const isControl = (target) => target.closest('a, button, input, audio, video, .page-failure, [contenteditable]');

/** Connects gestures that turn and enlarge pages. @param {import('./reader.js').Reader} reader */
export function installGestures(reader) {
  installTouch(reader);
  installWheel(reader);
  const { stage } = reader;
  stage.element.addEventListener('dblclick', (event) => {
    // With a mouse two clicks select a word.
    if (event.target.closest('.word') || isControl(event.target)) return;
    toggleZoom(reader, event.clientX, event.clientY);
  });
}

function toggleZoom(reader, x, y) {
  reader.stage.zoomTo(reader.stage.zoom > 1.05 ? 1 : CLOSER, [x, y]);
}

function installTouch(reader) {
  const { stage } = reader;
  const field = stage.element;
  let start = null; // of one finger
  let pinch = null; // of two: {distance, zoom}
  let tapped = null; // the tap before: {x, y, time, timer}

  const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const middle = ([a, b]) => [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];

  field.addEventListener('touchstart', (event) => {
    if (event.touches.length === 2) {
      event.preventDefault();
      start?.swipe?.end(0, 0);
      start = null;
      pinch = { distance: distance(event.touches), zoom: stage.zoom };
    } else if (event.touches.length === 1 && !isControl(event.target)) {
      const [touch] = event.touches;
      start = {
        x: touch.clientX, y: touch.clientY, time: event.timeStamp, isTap: true, dx: 0, speed: 0, at: event.timeStamp,
      };
    }
  }, { passive: false });

  field.addEventListener('touchmove', (event) => {
    if (pinch && event.touches.length === 2) {
      event.preventDefault();
      stage.zoomTo(Math.max(1, pinch.zoom * distance(event.touches) / pinch.distance), middle(event.touches));
      return;
    }
    if (!start || event.touches.length !== 1) return;
    const [touch] = event.touches;
    const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
    if (start.isTap && Math.hypot(dx, dy) > TAP) {
      const isSideways = Math.abs(dx) > Math.abs(dy) * 1.2;
      const selects = !document.getSelection().isCollapsed;
      start.isTap = false;
      // A page that has been turned to and is not seen yet is waited for.
      const isShown = stage.view(reader.page) && !stage.current.overflows[0];
      if (isSideways && isShown && !selects) start.swipe = new Swipe(stage);
    }
    if (!start.swipe) return;
    event.preventDefault();
    const time = Math.max(1, event.timeStamp - start.at);
    start.speed = 0.6 * ((dx - start.dx) / time) + 0.4 * start.speed;
    Object.assign(start, { dx, at: event.timeStamp });
    start.swipe.move(dx);
  }, { passive: false });

  const end = (event) => {
    if (pinch && event.touches.length < 2) pinch = null;
    if (!start || event.touches.length) return;
    const gesture = start;
    start = null;
    if (gesture.swipe) {
      const { step, slid } = gesture.swipe.end(gesture.dx, event.timeStamp - gesture.at > 100 ? 0 : gesture.speed);
      if (step) reader.turn(step, { slid });
    } else if (gesture.isTap && event.type === 'touchend' && event.timeStamp - gesture.time < 400) {
      // Else the browser makes clicks of it, and with two of them selects.
      event.preventDefault();
      tap(gesture.x, gesture.y, event.timeStamp);
    }
  };
  field.addEventListener('touchend', end, { passive: false });
  field.addEventListener('touchcancel', end);

  function tap(x, y, time) {
    if (tapped && time - tapped.time < TWICE && Math.hypot(x - tapped.x, y - tapped.y) < 40) {
      clearTimeout(tapped.timer);
      tapped = null;
      toggleZoom(reader, x, y);
      return;
    }
    const timer = setTimeout(() => {
      tapped = null;
      if (!document.getSelection().isCollapsed) {
        document.getSelection().removeAllRanges();
        return;
      }
      const box = field.getBoundingClientRect();
      const share = (x - box.left) / box.width;
      if (share < EDGE) reader.turnSide(-1);
      else if (share > 1 - EDGE) reader.turnSide(1);
      else reader.setBare(!reader.isBare);
    }, TWICE);
    tapped = { x, y, time, timer };
  }
}

function installWheel(reader) {
  const { stage } = reader;
  const AWAY = 90; // what a wheel has to turn for a page
  const REST = 450; // milliseconds in which the same push turns no other page
  let pushed = 0;
  let turnedAt = 0;
  stage.element.addEventListener('wheel', (event) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const zoom = stage.zoom * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.004));
      stage.zoomTo(Math.max(1, zoom), [event.clientX, event.clientY]);
      return;
    }
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (stage.current?.overflows[isSideways ? 0 : 1]) return;
    if (event.timeStamp - turnedAt < REST) return;
    pushed += isSideways ? event.deltaX : event.deltaY;
    if (Math.abs(pushed) < AWAY) return;
    const direction = Math.sign(pushed);
    pushed = 0;
    turnedAt = event.timeStamp;
    if (isSideways) reader.turnSide(direction);
    else reader.turn(direction);
  }, { passive: false });
}
