import { PRODUCT_TYPES } from '#loan/product.ts';
import { environment } from '#stores/environment.ts';
import { translateOf } from '#ui/own-text/translate-of.ts';
import { startAnnouncing } from './announcing.ts';
import { apply, applyView, searchOf } from './apply.ts';
import {
  type CalculatorStore,
  changeAmount,
  changeProductType,
  changeTerm,
  commitAmount,
  goBack,
  stepAmount,
  typeAmount,
} from './calculator.store.ts';
import { type CalculatorProps, type CardModel, createCard } from './card-model.ts';
import { type CardView, cardView, type Shown, shownAt } from './card-view.ts';
import { readEarlyChanges } from './early-changes.ts';
import { restoreEarlier } from './restore-earlier.ts';
import { saveSelection } from './selection.store.ts';

/** Milliseconds from the finger's touch to the change that its tap makes. */
const ACTED_MS = 300;

/** A card that answers without React. */
export interface EarlyCard {
  readonly $calculator: CalculatorStore;
  /** React has taken over. */
  stop(): void;
  /**
   * Tells the card that React will not come: nothing can be confirmed any more, whatever is chosen; the card says so,
   * and goes on pricing.
   */
  sayMissing(): void;
}

/**
 * Answers every choice until React has come: writes what React would render (card-view.ts) into the page's HTML, whose
 * elements are always the same.
 * @param taps the buttons that a visitor pressed before; they are pressed again, and the choices saved from an earlier
 * visit are restored only if they change nothing after all
 */
export function startEarlyCard(island: HTMLElement, props: CalculatorProps, taps?: readonly HTMLElement[]): EarlyCard {
  const form = island.querySelector('form') as HTMLFormElement;
  const card = createCard(props);
  const { $calculator } = card;
  globalThis.calculators = { ...globalThis.calculators, [card.id]: $calculator };
  const write = writer(form);
  const draw = () => write(viewOf(card));
  const life = new AbortController();
  readEarlyChanges($calculator, form);
  if (environment().isFramed()) $calculator.set({ ...$calculator.get(), framed: true });
  const restore = () => {
    if (isForVisitors() && !life.signal.aborted && !$calculator.get().touched) restoreEarlier($calculator);
  };
  if (!taps) restore();
  draw();
  const stops = [$calculator.listen(draw), startAnnouncing($calculator, card.say)];
  answer(form, $calculator, life.signal);
  saveOnLeaving($calculator, life.signal);
  // Taps are noted no longer (.config/first-paint.mjs).
  island.dataset['live'] = '';
  for (const button of taps ?? []) button.click();
  // A visitor who acts on what the page shows means that, and not the choice of another visit.
  if (taps) setTimeout(restore, ACTED_MS);
  return {
    $calculator,
    stop: () => {
      life.abort();
      for (const stop of stops) stop();
    },
    sayMissing: () => sayMissing($calculator),
  };
}

/**
 * Tells whether the card may answer: while a client's own calculator is on its way, this one would cut their choice to
 * the limits of a first loan.
 */
export function isForVisitors(): boolean {
  return !document.documentElement.classList.contains('signed-in');
}

/** Draws the card; the details below still show the page's offer. */
function viewOf(card: CardModel): CardView {
  const state = card.$calculator.get();
  return { ...cardView(state, card, state.offer !== card.$calculator.init?.offer), ...applyView(state, card) };
}

/** Answers the form's events as React's handlers do. */
function answer(form: HTMLFormElement, $calculator: CalculatorStore, signal: AbortSignal): void {
  const commit = () => commitAmount($calculator);
  form.addEventListener('input', ({ target }) => change($calculator, target as HTMLInputElement), { signal });
  form.addEventListener('focusout', commit, { signal });
  const pressed = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('a, button');
    if (button) press($calculator, event, button);
  };
  form.addEventListener('click', pressed, { signal });
  // Sent with the Enter key.
  const submit = (event: Event) => {
    event.preventDefault();
    commit();
  };
  form.addEventListener('submit', submit, { signal });
}

function change($calculator: CalculatorStore, { name, value }: HTMLInputElement): void {
  if (name === 'amount') changeAmount($calculator, Number(value));
  else if (name === 'term') changeTerm($calculator, Number(value));
  else if (name === 'typed') typeAmount($calculator, value);
  else for (const type of PRODUCT_TYPES) if (type === value) changeProductType($calculator, type);
}

function press($calculator: CalculatorStore, event: Event, button: HTMLElement): void {
  const place = button.dataset['at'];
  if (place === 'less') stepAmount($calculator, -1);
  else if (place === 'more') stepAmount($calculator, 1);
  else if (place === 'back') goBack($calculator);
  else if (place === 'retry') reload($calculator);
  else if (place === 'apply') apply($calculator, event, button as HTMLAnchorElement);
}

/** Loads the page again, because nothing else brings what did not come; the address carries the selection. */
function reload($calculator: CalculatorStore): void {
  const { touched, selection } = $calculator.get();
  if (touched) history.replaceState(null, '', searchOf(selection));
  environment().location().reload();
}

/** Writes what differs from what it wrote last, because reading the page itself would take most of an answer's time. */
function writer(form: HTMLFormElement): (view: CardView) => void {
  const elements = [...form.querySelectorAll<HTMLElement>('[data-at]')];
  let last: CardView = {};
  return (view) => {
    for (const element of elements) {
      const place = element.dataset['at'] ?? '';
      const before = shownAt(last, place);
      for (const [name, value] of Object.entries(shownAt(view, place))) {
        if (before[name] !== value || LIVE.has(name)) write(element, name, value);
      }
    }
    last = view;
  };
}

/** Properties that a person changes: the attribute is only their beginning. */
const LIVE = new Set(['value', 'checked']);

/** Writes an attribute or text as React does; the page is left alone where it says so already. */
function write(element: Element, name: string, value: Shown[string]): void {
  if (name === 'children') {
    if (element.textContent !== value) element.textContent = String(value);
    writeAttribute(element, 'translate', translateOf(String(value)));
  } else if (LIVE.has(name)) {
    const live = element as unknown as Record<string, unknown>;
    const wanted = typeof value === 'number' ? String(value) : value;
    if (live[name] !== wanted) live[name] = wanted;
  } else writeAttribute(element, name === 'className' ? 'class' : name, value);
}

function writeAttribute(element: Element, name: string, value: Shown[string]): void {
  const isSaid = name.startsWith('aria-');
  if (value === undefined || (value === false && !isSaid)) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true && !isSaid ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Saves the choice of a visitor who leaves before React has come. */
function saveOnLeaving($calculator: CalculatorStore, signal: AbortSignal): void {
  const save = () => {
    const { touched, selection } = $calculator.get();
    if (document.hidden && touched) saveSelection(selection);
  };
  document.addEventListener('visibilitychange', save, { signal });
}

function sayMissing($calculator: CalculatorStore): void {
  $calculator.subscribe((state) => {
    if (state.confirmation !== 'confirming' && state.partMissing) return;
    // A loan that is not sold today does not have a price to show, confirmed or not.
    const confirmation = state.confirmation === 'closed' ? 'closed' : 'failed';
    $calculator.set({ ...state, confirmation, partMissing: true });
  });
}
