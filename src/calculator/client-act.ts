/**
 * `client:act`, the calculator's directive (astro.config.mjs): until the first act on a card, or a stay on it, no React
 * is requested; the card answers all the same (early-card.ts). Astro makes one script of this and writes it into the
 * page, and asks for it once for each card, when it has been read.
 */
import { isSparing } from '#stores/connection.ts';
import { isStale } from './calculator.store.ts';
import type { CalculatorProps } from './card-model.ts';
import { $clientView } from './client-view.ts';
import { isForVisitors, startEarlyCard } from './early-card.ts';

declare global {
  interface Window {
    calcTaps?: HTMLElement[];
  }
}

const ACTS = ['pointerdown', 'keydown', 'focusin', 'input', 'click'] as const;
/** A mouse that rests on the card for this long is about to act there. */
const STAYED_MS = 300;
/** On a phone the details are below the fold, as in calculator.css. */
const PHONE = '(max-width: 47.9375em)';
/**
 * Debounce: the visitor is still choosing, so do not hydrate yet, because a tap must not wait for what is invisible
 * yet.
 */
const REST_MS = 600;

type Load = () => Promise<() => Promise<void> | void>;

// biome-ignore lint/style/noDefaultExport: Astro wants it
export default function act(load: Load, _options: unknown, island: HTMLElement): void {
  const form = island.querySelector('form') as HTMLFormElement;
  const props = plain(JSON.parse(island.getAttribute('props') ?? '{}')) as CalculatorProps;
  const begun = new AbortController();
  const begin = (taps?: readonly HTMLElement[]) => {
    if (begun.signal.aborted) return;
    begun.abort();
    start(load, island, form, props, taps);
  };
  const taps = (window.calcTaps ?? []).filter((button) => form.contains(button));
  if (taps.length > 0) begin(taps);
  // It starts after the first paint. The first act does not wait for it.
  else if (document.hidden || performance.getEntriesByName('first-contentful-paint').length > 0) next(begin);
  else window.requestAnimationFrame(() => next(begin));
  for (const type of ACTS) form.addEventListener(type, () => begin([]), { capture: true, signal: begun.signal });
}

function start(
  load: Load,
  island: HTMLElement,
  form: HTMLFormElement,
  props: CalculatorProps,
  taps?: readonly HTMLElement[],
) {
  const early = startEarlyCard(island, props, taps);
  const { $calculator } = early;
  let actedMs = Number.NEGATIVE_INFINITY;
  /** Waits until the browser has nothing else to do, and on a phone until nothing is being chosen. */
  const rested = async (): Promise<void> => {
    for (let waitMs = 0; island.isConnected; await new Promise((done) => setTimeout(done, waitMs))) {
      await idle();
      waitMs = actedMs + REST_MS - performance.now();
      if (waitMs <= 0 || !island.isConnected || !window.matchMedia(PHONE).matches) return;
    }
  };
  const hydrate = async () => {
    for (const name of island.dataset['modules']?.split(' ') ?? []) {
      const link = { rel: 'modulepreload', href: `/_astro/${name}` };
      document.head.append(Object.assign(document.createElement('link'), link));
    }
    await rested();
    if (!island.isConnected) return;
    const takeOver = await load();
    // React's own first run is a task of its own.
    await rested();
    await takeOver();
  };
  island.addEventListener('astro:hydrate', () => early.stop());
  island.addEventListener('astro:hydration-error', (event) => {
    // The card goes on without it: the page must not be loaded again.
    event.preventDefault();
    event.stopPropagation();
    early.sayMissing();
    // A client sees the card then, too.
    island.parentElement?.removeAttribute('data-clients-wait');
  });
  const request = whenAsked(form, () => void hydrate());
  $calculator.listen((state) => {
    actedMs = performance.now();
    // Changes are saved and confirmed however they came about, also without pointer or keyboard.
    if (state.touched) setTimeout(request);
  });
  $clientView.listen(request);
  const { touched, restored } = $calculator.get();
  if (touched || $clientView.get()) request();
  else if (isForVisitors() && !isSparing() && (restored || isStale($calculator))) idle().then(request);
  // The card answers. Parts below the fold of a phone (calculator.css) must not keep the first answer waiting.
  rested().then(() => {
    island.dataset['ready'] = '';
  });
}

/** Asks for React once: after the first act has been drawn, when the mouse rests, or now. */
function whenAsked(form: HTMLFormElement, ask: () => void): () => void {
  const asked = new AbortController();
  const { signal } = asked;
  const request = () => {
    if (!signal.aborted) ask();
    asked.abort();
  };
  for (const type of ACTS) form.addEventListener(type, () => setTimeout(request), { passive: true, signal });
  let stay: ReturnType<typeof setTimeout> | undefined;
  const enter = () => {
    if (!isSparing()) stay = setTimeout(request, STAYED_MS);
  };
  form.addEventListener('pointerenter', enter, { signal });
  form.addEventListener('pointerleave', () => clearTimeout(stay), { signal });
  return request;
}

/** Runs a task before the rest of the page is parsed and painted, because people open the page for the card. */
function next(task: () => void): void {
  // Safari has no scheduler.
  if ('scheduler' in window) void window.scheduler.postTask(() => task(), { priority: 'user-blocking' });
  else setTimeout(task);
}

/** Waits until the browser has nothing else to do; on a page that is never at rest, for a second. */
function idle(): Promise<unknown> {
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) return new Promise((done) => setTimeout(done, 200));
  return new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
}

/**
 * Reads an island's props, which Astro writes as pairs of kind and value: 1 is a list, and ours contain nothing else
 * but data.
 */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, [kind, item]]) => [
      name,
      kind === 1 ? item.map(([, one]: unknown[]) => plain(one)) : plain(item),
    ]),
  );
}
