import { environment } from '#stores/environment.ts';
import { isStale } from './calculator.store.ts';
import { type CalculatorProps, Card, type CardProps, createCard, searchOf } from './card.tsx';
import { draw } from './draw.ts';
import { readEarlyChanges } from './early-changes.ts';
import type { startIsland } from './island.tsx';
import { resultText } from './parts/notes.ts';
import { restoreEarlier } from './restore-earlier.ts';
import { saveSelection } from './selection.store.ts';

/** Debounce, so that a moving slider is not announced step by step. */
export const ANNOUNCED_AFTER_MS = 500;
/** A mouse that rests on the card this long is about to do something there. */
const STAYED_MS = 300;
/** From a finger that comes down to what its tap changes. */
const ACTED_MS = 300;
/** On a phone the details stand below the fold, as in calculator.css. */
const PHONE = '(max-width: 47.9375em)';
/** Who acts again within this is still choosing: a tap must not wait for what nobody sees yet. */
const REST_MS = 600;
/** Who never rests gets it all the same. */
const LONGEST_WAIT_MS = 6_000;

/** What comes with the first act. */
export interface Island {
  readonly startIsland: typeof startIsland;
  /** The texts of DETAILS_TEXT_KEYS. */
  readonly texts: CalculatorProps['texts'];
}

/**
 * Makes a card work: every choice is priced and drawn at once. The island, which draws the details, saves and
 * confirms, is requested when somebody acts or stays; until it has come, and if it never does, the figures go on.
 * `act`: given when the visitor acted before the card worked. The buttons they pressed are clicked again, and the choices
 * saved from an earlier visit are restored only if they change nothing after all. Call the result to stop.
 */
export function startCard(
  place: Element,
  props: CalculatorProps,
  loadIsland: () => Promise<Island>,
  made = createCard(props),
  act?: readonly HTMLElement[],
): () => void {
  const card: CardProps = { ...made, reload: () => reload(card) };
  const { $calculator } = card.details;
  const form = place.querySelector('form') as HTMLFormElement;
  const redraw = () => draw(place, [<Card key="card" {...card} />]);
  const stopSaving = saveOnLeaving(card);
  const stops = [$calculator.listen(redraw), announce(card, form), stopSaving];

  let isRequested = false;
  let isGone = false;
  let actedMs = Number.NEGATIVE_INFINITY;
  const acted = () => {
    actedMs = performance.now();
  };
  /** When the browser has nothing else to do, and on a phone nothing is being chosen. */
  const whenRested = (task: () => void, sinceMs = performance.now()): void => {
    // What was asked for may come when the card is gone, and its window with it.
    if (isGone) return;
    whenIdle(() => {
      if (isGone) return;
      const waitMs = Math.min(actedMs + REST_MS, sinceMs + LONGEST_WAIT_MS) - performance.now();
      if (waitMs > 0 && window.matchMedia(PHONE).matches) setTimeout(() => whenRested(task, sinceMs), waitMs);
      else task();
    });
  };
  const requestIsland = () => {
    if (isRequested) return;
    isRequested = true;
    loadIsland().then(
      ({ startIsland, texts }) => {
        whenRested(() => {
          stopSaving();
          stops.push(startIsland(form, { ...card.details, texts: { ...props.texts, ...texts } }));
        });
      },
      () => sayMissing(card),
    );
  };
  // However a change came about, also without pointer or keyboard: it is saved and confirmed.
  stops.push($calculator.listen(() => isRequested || setTimeout(() => $calculator.get().touched && requestIsland())));
  readEarlyChanges($calculator, form);
  if (environment().isFramed()) $calculator.set({ ...$calculator.get(), framed: true });
  // A client's own calculator is on its way: this one would cut their choice to the limits of a first loan.
  const isForVisitors = !document.documentElement.classList.contains('signed-in');
  const restore = () => {
    if (isForVisitors && !isGone && !$calculator.get().touched && restoreEarlier($calculator)) whenIdle(requestIsland);
  };
  if (!act) restore();
  // Also when nothing has changed: this adds the handlers.
  redraw();
  for (const button of act ?? []) if (form.contains(button)) button.click();
  // Somebody who acts on what the page shows means that, and not the choice of another visit.
  if (act) setTimeout(restore, ACTED_MS);

  stops.push($calculator.listen(acted), requestOnAct(form, requestIsland));
  if (isForVisitors && !$calculator.get().touched && isStale($calculator)) whenIdle(requestIsland);
  // It answers. What stands below the fold of a phone (calculator.css) must not keep the first answer waiting.
  whenRested(() => {
    form.dataset['ready'] = '';
  });
  return () => {
    isGone = true;
    for (const stop of stops) stop();
  };
}

/** Requests the island once the browser has painted what the act has changed. */
function requestOnAct(form: HTMLFormElement, requestIsland: () => void): () => void {
  const acts = ['pointerdown', 'keydown', 'focusin'];
  const soon = () => setTimeout(requestIsland);
  let stay: ReturnType<typeof setTimeout> | undefined;
  for (const act of acts) form.addEventListener(act, soon, { passive: true });
  form.onpointerenter = () => {
    stay = setTimeout(requestIsland, STAYED_MS);
  };
  form.onpointerleave = () => clearTimeout(stay);
  return () => {
    for (const act of acts) form.removeEventListener(act, soon);
    clearTimeout(stay);
    form.onpointerenter = form.onpointerleave = null;
  };
}

/**
 * Who leaves before the island has started finds the choice saved all the same. The island saves each one itself, and
 * leaving may save none again then: another tab may have chosen since.
 */
function saveOnLeaving({ details: { $calculator } }: CardProps): () => void {
  const save = () => {
    const { touched, selection } = $calculator.get();
    if (document.hidden && touched) saveSelection(selection);
  };
  document.addEventListener('visibilitychange', save);
  return () => document.removeEventListener('visibilitychange', save);
}

/** When the browser has nothing else to do; on a page that is never at rest after a second. */
function whenIdle(act: () => void): void {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 1_000 });
  else setTimeout(act, 200);
}

/** The card's only live region says the result after a change, not the initial one. */
function announce({ details: { $calculator }, say }: CardProps, form: HTMLFormElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    const state = $calculator.get();
    const status = form.querySelector('[role=status]') as HTMLElement;
    const text = state.touched || state.news ? resultText(state, say) : '';
    // Writing the same again would be read again.
    if (text !== status.textContent) status.textContent = text;
  };
  const stopListening = $calculator.listen(() => {
    clearTimeout(timer);
    timer = setTimeout(speak, ANNOUNCED_AFTER_MS);
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}

/** Nothing can be confirmed any more, whatever is chosen; the card says so, and goes on pricing. */
function sayMissing({ details: { $calculator } }: CardProps): void {
  $calculator.subscribe((state) => {
    if (state.confirmation === 'confirming' || !state.partMissing) {
      // What is not sold today has no price to show, confirmed or not.
      const confirmation = state.confirmation === 'closed' ? 'closed' : 'failed';
      $calculator.set({ ...state, confirmation, partMissing: true });
    }
  });
}

/** Writes the selection into the address, so that the reloaded page finds it. */
function reload({ details: { $calculator } }: CardProps): void {
  const { touched, selection } = $calculator.get();
  if (touched) history.replaceState(null, '', searchOf(selection));
  environment().location().reload();
}
