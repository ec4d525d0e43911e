// Reading aloud with the publication's narration, or with the browser's own voice: the sentence is marked,
// and pages turn by themselves.

import { icon, iconButton, make } from './dom.js';
import { Narration, clipsOf, isSameClip } from './narration.js';
import { sentencesOf } from './sentences.js';
import { strings } from './strings.js';

const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** Reading aloud, and its control bar. A sentence is one of the text, or a clip of the narration. */
export class Listening {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.speech = typeof SpeechSynthesisUtterance === 'undefined' ? undefined : window.speechSynthesis;
    this.narration = new Narration();
    this.isOn = false;
    this.isSpeaking = false;
    this.turn = 0;
    const { settings } = reader;
    this.button = make('button', {
      type: 'button', class: 'icon-button primary', id: 'speak', onclick: () => this.toggle(),
    });
    this.rate = make('select', {
      'aria-label': strings.speechRate, onchange: () => { settings.set('rate', Number(this.rate.value)); this.#again(); },
    }, ...RATES.map((rate) => make('option', { value: rate, selected: rate === settings.get('rate') }, `${rate}×`)));
    this.voice = make('select', {
      'aria-label': strings.speechVoice, class: 'voice', onchange: () => { settings.set('voice', this.voice.value); this.#again(); },
    });
    this.sentence = make('p', { class: 'spoken-text', 'aria-hidden': 'true' });
    this.element = make('section', { class: 'listening', 'aria-label': strings.speech, hidden: true },
      iconButton('back', strings.speechPrevious, () => this.skip(-1), { id: 'sentence-before' }), this.button,
      iconButton('forward', strings.speechNext, () => this.skip(1), { id: 'sentence-after' }),
      this.sentence, this.rate, this.voice, this.narration.element,
      iconButton('close', strings.speechStop, () => this.stop(), { id: 'speech-stop' }));
    this.speech?.addEventListener?.('voiceschanged', () => this.#fillVoices(), { signal: reader.controller.signal });
    reader.on('turn', () => this.#turned());
    reader.on('shown', () => this.#mark());
    reader.on('layout', () => { if (this.isOn) this.stop(); });
    this.#update();
  }

  /** Starts on the visible page, pauses, or continues. */
  async toggle() {
    if (!this.isOn) {
      if (await this.reader.whole()) this.#begin(this.reader.pages[0]);
    } else if (this.isSpeaking) this.#pause();
    else if (!this.sentences) this.#begin(this.page);
    else this.#speak();
  }

  /** Ends it. */
  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    this.heard = null;
    this.#pause();
    this.element.hidden = true;
    this.#clear();
  }

  /** On or back by sentences. @param {number} step */
  skip(step) {
    if (!this.isOn || !this.sentences) return;
    this.at += step;
    if (this.at < 0) this.at = 0;
    if (this.isSpeaking) this.#speak();
    else if (this.at >= this.sentences.length) this.#nextPage(false);
    else this.#mark();
  }

  async #begin(page, speaks = true) {
    this.isOn = true;
    this.element.hidden = false;
    this.#fillVoices();
    this.page = page;
    this.at = 0;
    this.sentences = null; // until the text is there
    this.isSpeaking = speaks;
    this.#update();
    const turn = this.#newTurn();
    const { publication } = this.reader;
    const [text, facts] = await Promise.allSettled([publication.text(page), publication.facts(page)]);
    if (turn !== this.turn) return;
    this.spoken = text.value ? sentencesOf(text.value, publication.language) : [];
    const clips = clipsOf(publication, page, facts.value?.media);
    this.sentences = clips.length ? clips : this.spoken;
    // A clip that began on the page before was heard there.
    if (clips.length && isSameClip(clips[0], this.heard)) clips.shift();
    if (speaks) this.#speak();
    else this.#mark();
  }

  #newTurn() {
    this.turn += 1;
    return this.turn;
  }

  #pause() {
    this.#newTurn();
    this.isSpeaking = false;
    this.#silence();
    this.#update();
  }

  #silence() {
    this.speech?.cancel();
    this.narration.stop();
  }

  #again() { if (this.isSpeaking && this.sentences) this.#speak(); }

  #speak() {
    const turn = this.#newTurn();
    this.speech?.cancel();
    this.isSpeaking = true;
    this.#update();
    if (this.at >= this.sentences.length) {
      this.#nextPage(true);
      return;
    }
    this.#mark();
    const sentence = this.sentences[this.at];
    if (sentence.source) this.#play(sentence, turn);
    else this.#say(sentence, turn);
  }

  #play(clip, turn) {
    this.narration.play(clip, this.reader.settings.get('rate'), (wasHeard) => {
      if (turn !== this.turn) return;
      if (wasHeard) {
        this.heard = clip;
        this.at += 1;
      } else {
        // Without its sound, the page is read by the browser.
        this.sentences = this.spoken;
        this.at = 0;
      }
      this.#speak();
    });
  }

  #say({ text }, turn) {
    this.narration.stop();
    if (!this.speech) {
      this.stop();
      this.reader.app.say(strings.speechMissing);
      return;
    }
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.rate = this.reader.settings.get('rate');
    if (this.reader.publication.language) utterance.lang = this.reader.publication.language;
    const voice = this.speech.getVoices().find((other) => other.voiceURI === this.reader.settings.get('voice'));
    if (voice) utterance.voice = voice;
    utterance.onend = () => {
      if (turn !== this.turn) return;
      this.at += 1;
      this.#speak();
    };
    utterance.onerror = (event) => {
      if (turn !== this.turn || event.error === 'interrupted' || event.error === 'canceled') return;
      this.stop();
      this.reader.app.say(strings.speechMissing);
    };
    // Browsers drop unreferenced utterances, and then never report their end.
    this.utterance = utterance;
    this.speech.speak(utterance);
  }

  /** Goes to the next page, unread ones of a spread first. */
  #nextPage(speaks) {
    const next = this.page + 1;
    if (next >= this.reader.publication.count) {
      this.stop();
      this.reader.app.announce(strings.speechNothing);
      return;
    }
    this.isTurning = true;
    if (!this.reader.pages.includes(next)) this.reader.goTo(next, { quiet: true });
    this.isTurning = false;
    this.#begin(next, speaks);
  }

  /** Continues on the pages that the reader turned to. */
  #turned() {
    if (!this.isOn || this.isTurning || this.reader.pages.includes(this.page)) return;
    this.#silence();
    this.heard = null;
    this.#begin(this.reader.pages[0], this.isSpeaking);
  }

  #mark() {
    if (!this.isOn) return;
    const sentence = this.sentences?.[this.at];
    this.sentence.textContent = sentence?.text || '';
    for (const view of this.reader.stage.views) {
      view.mark('spoken', view.index === this.page && sentence ? sentence.quads : []);
    }
  }

  #clear() {
    for (const view of this.reader.stage.views) view.mark('spoken', []);
  }

  #fillVoices() {
    const language = (this.reader.publication.language || navigator.language).split('-')[0];
    const voices = (this.speech?.getVoices() || []).filter((voice) => voice.lang.startsWith(language));
    this.voice.replaceChildren(make('option', { value: '' }, strings.speechVoiceDefault),
      ...voices.map((voice) => make('option', {
        value: voice.voiceURI, selected: voice.voiceURI === this.reader.settings.get('voice'),
      }, voice.name)));
    this.voice.hidden = voices.length < 2;
  }

  #update() {
    const label = this.isSpeaking ? strings.speechPause : strings.speechPlay;
    this.button.replaceChildren(icon(this.isSpeaking ? 'pause' : 'play'));
    this.button.setAttribute('aria-label', label);
    this.button.title = label;
  }
}
