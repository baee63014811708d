/** Reactions to changes: saving the selection and confirming it with the server. Loads with the first act. */
import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { narrowSettings } from '#loan/calculator-settings.ts';
import { calendarDate } from '#loan/calendar.ts';
import { fitSelection } from '#loan/earlier-selection.ts';
import { isOffered, type Product, withoutClosed } from '#loan/product.ts';
import type { Selection } from '#loan/selection.ts';
import { environment } from '#stores/environment.ts';
import { limaToday } from '#stores/lima-today.ts';
import { askAgain, type CalculatorStore, isStale, priced } from './calculator.store.ts';
import { type Answer, askForOffer, fetchSettings } from './offer-confirmation.ts';
import { restoreEarlier } from './restore-earlier.ts';
import { saveSelection } from './selection.store.ts';

/** Debounce: a moving slider passes many amounts; only the last one is sent. */
export const DEBOUNCE_MS = 300;
const KEPT_AFTER_MS = 100;

/** Starts reacting to changes. Call the result to stop. */
export function startReactions($calculator: CalculatorStore): () => void {
  let attempt = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopAsking = () => {
    clearTimeout(timer);
    attempt.abort();
  };
  const ask = async () => {
    keepAddress($calculator.get().selection);
    attempt = new AbortController();
    const confirmation = await confirm($calculator, attempt.signal);
    if (confirmation !== 'aborted') $calculator.set({ ...$calculator.get(), confirmation });
  };
  let keeping: ReturnType<typeof setTimeout> | undefined;
  const keepNow = () => {
    if (keeping !== undefined) saveSelection($calculator.get().selection);
    clearTimeout(keeping);
    keeping = undefined;
  };
  /** Writing cookies takes longer than pricing, so it waits until the answer has been painted. */
  const keep = () => {
    keeping ??= setTimeout(keepNow, KEPT_AFTER_MS);
  };
  const stopListening = $calculator.listen((state, before = state) => {
    if (state.asked !== before.asked) {
      stopAsking();
      timer = setTimeout(ask, DEBOUNCE_MS);
    }
    // Newer prices make a new selection too, but a default must not be saved as if somebody had chosen it.
    if (state.selection !== before.selection && (state.touched || state.restored)) keep();
  });
  const retry = () => {
    if ($calculator.get().confirmation === 'failed') askAgain($calculator);
  };
  addEventListener('online', retry);
  // Saved at once, because the page may be left right after a tap.
  document.addEventListener('visibilitychange', keepNow);
  if ($calculator.get().touched) keep();
  begin($calculator);
  return () => {
    stopListening();
    stopAsking();
    keepNow();
    document.removeEventListener('visibilitychange', keepNow);
    removeEventListener('online', retry);
  };
}

/** Begins with the client's changes, else with the saved selection, else with the default. */
function begin($calculator: CalculatorStore): void {
  if ($calculator.get().touched) askAgain($calculator);
  else if (!restoreEarlier($calculator) && isStale($calculator)) askAgain($calculator);
}

/**
 * Keeps the address in step: a selection in it takes precedence over the cookies, so it must follow, or a reload would
 * go back.
 */
function keepAddress(selection: Selection): void {
  const query = new URLSearchParams(environment().location().search);
  if (!query.has('productId')) return;
  for (const [field, value] of Object.entries(selection)) query.set(field, String(value));
  query.delete('typed');
  history.replaceState(null, '', `?${query}`);
}

/**
 * Takes over the lender's prices when the page's are of another day or the server's offer differs, and confirms
 * again. If the offers differ with fresh prices, the cause is another one and nothing may be shown as confirmed.
 */
async function confirm($calculator: CalculatorStore, signal: AbortSignal): Promise<Exclude<Answer, 'differs'>> {
  let answer: Answer = isStale($calculator) ? 'differs' : await askAboutSelection($calculator, signal);
  if (answer !== 'differs') return answer;
  const settings = await fetchSettings(signal, $calculator.get().sequence);
  if (typeof settings === 'string') return settings;
  adopt($calculator, settings);
  if (!isOffered($calculator.get().product)) return 'closed';
  answer = await askAboutSelection($calculator, signal);
  return answer === 'differs' ? 'failed' : answer;
}

function askAboutSelection($calculator: CalculatorStore, signal: AbortSignal): Promise<Answer> {
  const { selection, offer } = $calculator.get();
  return askForOffer(selection, offer, signal);
}

/** Takes over the lender's newer prices and adjusts the selection to them. */
function adopt($calculator: CalculatorStore, body: ProductSettingsBody): void {
  const state = $calculator.get();
  const today = calendarDate(body.singlePayProduct.pricing.businessDate);
  const published = withoutClosed(toProductSettings(body));
  const settings = narrowSettings(published, state.limits);
  const next = { ...state, published, settings, valueDate: today, freshOn: limaToday() };
  const repriced = priced(next, fitSelection(next.settings, { ...state.selection, amount: state.wanted }));
  const newPrices = pricesOf(repriced.product) !== pricesOf(state.product);
  // New dates matter only to a client who has changed something.
  const movedDates = state.touched && today !== state.valueDate;
  const news = newPrices ? 'prices_changed' : movedDates ? 'dates_moved' : undefined;
  const isMoved = repriced.selection.amount !== state.selection.amount;
  $calculator.set({ ...next, ...repriced, news: news ?? state.news, ...(isMoved && { amountNote: 'bounds' }) });
}

/**
 * Picks a product's prices, apart from the day. Not the parameter version, because that also changes with other
 * products.
 */
function pricesOf({ pricing }: Product): string {
  return JSON.stringify({ ...pricing, businessDate: '', parameterVersion: 0 });
}
