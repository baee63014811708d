import { atom, type WritableAtom } from 'nanostores';
import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import type { CalculatorSettings } from '#loan/calculator-settings.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { isOffered, type Product, type ProductSettings, type ProductType, withoutClosed } from '#loan/product.ts';
import type { Applicant, CalculatorSelection, Selection } from '#loan/selection.ts';
import * as rules from '#loan/selection.ts';
import { limaToday } from '#stores/environment.ts';
import { rememberedClientType } from '#stores/remembered-client.ts';

/**
 * Whether the server has confirmed the shown offer. `published`: priced with the figures the page was built with, and
 * unchanged so far. `failed`: the request failed; the offer stays, with a note. `closed`: this loan is not sold today;
 * no price of it is shown.
 */
export type Confirmation = 'published' | 'confirming' | 'confirmed' | 'failed' | 'closed';

/** Why the amount differs from the requested one, or from the one before another term or type of loan was chosen. */
export type AmountNote = 'bounds' | 'step' | 'unreadable' | 'raised' | 'lowered' | 'returned' | 'reset';

/** The lender's prices are newer than the page's; or only its date is, which moves the due dates. */
export type News = 'prices_changed' | 'dates_moved';

export interface CalculatorState {
  readonly limits: readonly CalculatorSettings[];
  /** The pricing sequence (product-spec §7); by default a first loan's. */
  readonly sequence?: '2' | undefined;
  /** The lender's published settings; the term picker shows all of their terms. */
  readonly published: ProductSettings;
  /** The same within the content's limits: what can be chosen. */
  readonly settings: ProductSettings;
  readonly valueDate: CalendarDate;
  readonly applicant: Applicant;
  readonly selection: CalculatorSelection;
  /** The amount the client has asked for: another choice may lower it, and gives it back when it fits again. */
  readonly wanted: number;
  readonly product: Product;
  readonly offer: Offer;
  readonly confirmation: Confirmation;
  /** Incremented whenever the server has to confirm. */
  readonly asked: number;
  /** The day in Lima on which the settings were last known to be current. */
  readonly freshOn: string;
  /** Whether the selection is of another visit or page. */
  readonly restored?: boolean | undefined;
  /** The amount field's text while it is edited; undefined shows the selected amount. */
  readonly typed?: string | undefined;
  readonly amountNote?: AmountNote | undefined;
  /** The selection before the last choice changed the amount with it. */
  readonly back?: Selection | undefined;
  /** What newer settings of the lender have changed since the client's choice. */
  readonly news?: News | undefined;
  /** Whether this calculator is for one product type only. */
  readonly fixedType: boolean;
  /** Whether the page is in somebody's frame. */
  readonly framed: boolean;
  /** What the live region has said last. */
  readonly announced?: string | undefined;
  /** Whether what saves, confirms and draws the details did not load. */
  readonly partMissing?: boolean | undefined;
  /** Whether the client has changed anything; until then nothing is announced. */
  readonly touched: boolean;
}

export interface CalculatorStart {
  /** Product settings as the API sends them, sequence 1. */
  readonly settings: ProductSettingsBody;
  /** Business date of the settings, `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** The settings within the content's limits; missing when nothing is limited. */
  readonly offered?: ProductSettingsBody | undefined;
  /** The content's calculator settings, one entry per product type, to limit settings that are newer than the page's. */
  readonly limits?: readonly CalculatorSettings[] | undefined;
  readonly initialProductType: ProductType;
  /** The product type cannot be changed: several calculators stand side by side, or it is a partner's page. */
  readonly fixedType?: boolean | undefined;
  /** By default a loan of its own, for whom this browser remembers. */
  readonly applicant?: Applicant | undefined;
}

export type CalculatorStore = WritableAtom<CalculatorState>;

/** The store of one calculator. Not a global: two may be on a page, and all pages are built in one process. */
export function createCalculator({
  settings,
  offered = settings,
  valueDate,
  limits = [],
  initialProductType,
  fixedType = false,
  applicant = { loanType: 'LOAN', clientType: rememberedClientType() },
}: CalculatorStart): CalculatorStore {
  const state = { settings: withoutClosed(toProductSettings(offered)), valueDate: calendarDate(valueDate), applicant };
  const first = priced(state, rules.defaultSelection(state.settings, initialProductType));
  return atom<CalculatorState>({
    limits,
    published: withoutClosed(toProductSettings(settings)),
    ...state,
    ...first,
    wanted: first.selection.amount,
    confirmation: isOffered(first.product) ? 'published' : 'closed',
    asked: 0,
    freshOn: valueDate,
    fixedType,
    framed: false,
    touched: false,
  });
}

/** Prices a selection with the same engine as the server (invariant P27). */
export function priced(
  { settings, valueDate, applicant }: Pick<CalculatorState, 'settings' | 'valueDate' | 'applicant'>,
  choice: Selection,
) {
  const selection = { ...choice, ...applicant };
  const product = rules.findProduct(settings, selection.productId) as Product;
  return { selection, product, offer: priceOffer(product, selection.amount, selection.term, valueDate) };
}

function change($calculator: CalculatorStore, parts: Partial<CalculatorState>): void {
  $calculator.set({ ...$calculator.get(), ...parts });
}

/** Sets a selection and prices it at once; listeners save it and request the confirmation. */
export function select(
  $calculator: CalculatorStore,
  selection: Selection,
  {
    amountNote,
    back,
    wanted = selection.amount,
  }: Partial<Pick<CalculatorState, 'amountNote' | 'back' | 'wanted'>> = {},
): void {
  const state = $calculator.get();
  const chosen = priced(state, selection);
  const isSold = isOffered(chosen.product);
  change($calculator, {
    ...chosen,
    confirmation: isSold ? 'confirming' : 'closed',
    asked: state.asked + (isSold ? 1 : 0),
    typed: undefined,
    amountNote,
    back,
    wanted,
    touched: true,
  });
}

/** Another product type starts from its default product's amount and term (product-spec §4); a note says another amount. */
export function changeProductType($calculator: CalculatorStore, productType: ProductType): void {
  const { settings, selection } = $calculator.get();
  const next = rules.defaultSelection(settings, productType);
  select($calculator, next, next.amount === selection.amount ? {} : { amountNote: 'reset', back: selection });
}

/** Changes the term; a changed product may change the amount, with a note, and give back the one asked for. */
export function changeTerm($calculator: CalculatorStore, term: number): void {
  const { settings, selection, wanted } = $calculator.get();
  const next = rules.changeTerm(settings, { ...selection, amount: wanted }, term);
  const change = next.amount - selection.amount;
  if (change === 0) select($calculator, next, { wanted });
  else if (next.amount === wanted) select($calculator, next, { wanted, amountNote: 'returned' });
  else select($calculator, next, { wanted, amountNote: change > 0 ? 'raised' : 'lowered', back: selection });
}

/** Takes back the choice that changed the amount with it. */
export function goBack($calculator: CalculatorStore): void {
  const { back } = $calculator.get();
  if (back) select($calculator, back);
}

/** Changes the amount, in soles. A note says when it was adjusted to the product's bounds or steps. */
export function changeAmount($calculator: CalculatorStore, amount: number): void {
  const { settings, selection, product } = $calculator.get();
  const next = rules.changeAmount(settings, selection, amount);
  const outside = amount < product.minAmount || amount > product.maxAmount;
  select($calculator, next, next.amount === amount ? {} : { amountNote: outside ? 'bounds' : 'step' });
}

/** One step up or down; at a bound the amount stays and a note names the bounds. */
export function stepAmount($calculator: CalculatorStore, direction: 1 | -1): void {
  const { selection, product } = $calculator.get();
  changeAmount($calculator, selection.amount + direction * product.amountStep);
}

/** Keeps the text while it is edited; `commitAmount` reads it. */
export function typeAmount($calculator: CalculatorStore, typed: string): void {
  change($calculator, { typed });
}

/** Reads the edited text. Unreadable text stays in the field, with a note about the expected format. */
export function commitAmount($calculator: CalculatorStore): void {
  const { typed } = $calculator.get();
  if (typed === undefined) return;
  const amountCents = centsTyped(typed);
  if (amountCents === undefined) change($calculator, { amountNote: 'unreadable', touched: true });
  else changeAmount($calculator, amountCents / 100);
}

/** Reads the amount field before a button applies; false when it would apply for another amount than it says. */
export function settleAmount($calculator: CalculatorStore): boolean {
  const { amount } = $calculator.get().selection;
  commitAmount($calculator);
  const state = $calculator.get();
  return state.selection.amount === amount && state.amountNote !== 'unreadable';
}

/** Whether the settings are from a day other than today in Lima. */
export function isStale($calculator: CalculatorStore): boolean {
  return $calculator.get().freshOn !== limaToday();
}

/** Requests another confirmation of the selection. */
export function askAgain($calculator: CalculatorStore): void {
  change($calculator, { confirmation: 'confirming', asked: $calculator.get().asked + 1 });
}
