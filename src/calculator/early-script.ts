/**
 * The calculator's own script on a page. It stands in the page, after the card, and runs before the rest has come;
 * the build gives it copies of what it imports (.config/early-script.mjs), so that it is one piece.
 */
import { type CalculatorProps, type CardProps, createCard } from './card.tsx';
import { type Island, startCard } from './start-card.tsx';

declare global {
  interface Window {
    calcTaps?: HTMLElement[];
  }
}

let island: Promise<Island> | undefined;

/** The island's script waits in a template: neither it nor React is requested before it is inserted. */
function loadIsland(): Promise<Island> {
  island ??= new Promise((resolve, reject) => {
    whenRead(() => insertIsland(resolve, reject));
  });
  return island;
}

/** An act may come while the page is still being read: half a template would bring half of the island. */
function whenRead(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('readystatechange', act, { once: true });
  else act();
}

function insertIsland(resolve: (island: Island) => void, reject: () => void): void {
  const { content } = document.querySelector('.calc-island') as HTMLTemplateElement;
  const texts = JSON.parse(content.querySelector('[type="application/json"]')?.textContent ?? '{}');
  document.addEventListener('manay:calculator', ({ detail }) => resolve({ startIsland: detail, texts }));
  for (const script of content.querySelectorAll<HTMLScriptElement>('script[src]')) script.onerror = reject;
  document.body.append(content);
}

interface Waiting {
  readonly place: Element;
  readonly props: CalculatorProps;
  readonly card: CardProps;
}

const seen = new Set<Element>();
let waiting: Waiting[] = [];

/** Prices what every card shows, without touching the page. There may be two, and this runs after the first. */
function prepareCards(): void {
  for (const calculator of document.querySelectorAll<HTMLElement>('.calculator')) {
    const data = calculator.dataset['props'];
    const place = calculator.querySelector('.calc-card');
    // While nothing stands behind a card, only a part of it may have come.
    if (!data || !place?.nextElementSibling || seen.has(place)) continue;
    seen.add(place);
    const props = JSON.parse(data) as CalculatorProps;
    waiting.push({ place, props, card: createCard(props) });
  }
}

/** `taps` as `act` of `startCard`: given, even if empty, when the visitor has acted already. */
function startCards(taps?: readonly HTMLElement[]): void {
  prepareCards();
  const cards = waiting;
  waiting = [];
  for (const { place, props, card } of cards) startCard(place, props, loadIsland, card, taps);
}

/** In two tasks, each short enough for somebody who scrolls meanwhile. */
function start(): void {
  prepareCards();
  next(() => startCards());
}

/** Runs a task before the rest of the page is parsed and painted: the card is what the page is opened for. */
function next(task: () => void): void {
  // Safari has no scheduler.
  if ('scheduler' in window) window.scheduler.postTask(task, { priority: 'user-blocking' });
  else setTimeout(task);
}

/** Starts after the first paint. The first tap or key does not wait for it: it starts the card at once (below). */
function startSoon(): void {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
  if (isPainted || document.hidden) start();
  else requestAnimationFrame(() => next(start));
}

/** A page may have two cards. Until it has loaded, every tap or key starts the cards that have been parsed so far. */
const startAtOnce = () => startCards([]);
const whileLoading = new AbortController();
for (const act of ['pointerdown', 'keydown', 'input', 'click']) {
  document.addEventListener(act, startAtOnce, { capture: true, passive: true, signal: whileLoading.signal });
}
addEventListener('load', () => whileLoading.abort());
/** Taps on a button that stood there before this script: `.config/first-paint.mjs` notes them. */
const taps = window.calcTaps ?? [];
delete window.calcTaps;
if (taps.length > 0) startCards(taps);
else startSoon();
document.addEventListener('DOMContentLoaded', startSoon);
