import { atom, type WritableAtom } from 'nanostores';
import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import type { CalculatorSettings } from '#loan/calculator-settings.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { amountRange, changeType, wayTo } from '#loan/offered-amount.ts';
import { isOffered, type Product, type ProductSettings, type ProductType, withoutClosed } from '#loan/product.ts';
import type { Applicant, CalculatorSelection, Selection } from '#loan/selection.ts';
import * as rules from '#loan/selection.ts';
import { limaToday } from '#stores/lima-today.ts';
import { rememberedClientType } from '#stores/remembered-client.ts';

/**
 * The server's confirmation of the shown offer. `published`: priced with the figures the page was built with, and
 * unchanged so far. `failed`: the request failed; the offer stays, with a note. `closed`: this loan is not sold today,
 * so its price is not shown.
 */
export type Confirmation = 'published' | 'confirming' | 'confirmed' | 'failed' | 'closed';

/**
 * The reason why the amount differs from the requested one, or from the one before another term or type of loan was
 * chosen.
 */
export type AmountNote =
  | 'bounds'
  | 'step'
  | 'unreadable'
  | 'raised'
  | 'lowered'
  | 'returned'
  // Offered, but in other months, in one payment, or in instalments: `back` leads there. `most`: more than any months
  // offer, whose largest amount is offered in other ones.
  | 'months'
  | 'most'
  | 'single'
  | 'installments';

/** The lender's prices are newer than the page's; or only its date is, which moves the due dates. */
export type News = 'prices_changed' | 'dates_moved';

export interface CalculatorState {
  readonly limits: readonly CalculatorSettings[];
  /** The pricing sequence (product-spec §7); by default a first loan's. */
  readonly sequence?: '2' | undefined;
  /** The lender's published settings; the term picker shows all of their terms. */
  readonly published: ProductSettings;
  /** The published settings within the content's limits: what can be chosen. */
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
  /** True: the selection is of another visit or page. */
  readonly restored?: boolean | undefined;
  /** The amount field's text while it is edited; undefined shows the selected amount. */
  readonly typed?: string | undefined;
  readonly amountNote?: AmountNote | undefined;
  /** The selection before the last choice changed the amount with it; or the one that has the amount asked for. */
  readonly back?: Selection | undefined;
  /** The change that newer settings of the lender have made since the client's choice. */
  readonly news?: News | undefined;
  /** True: this calculator is for one product type only. */
  readonly fixedType: boolean;
  /** True: the page is in somebody else's frame. */
  readonly framed: boolean;
  /** The last words of the live region. */
  readonly announced?: string | undefined;
  /** True: the part that saves, confirms and draws the details did not load. */
  readonly partMissing?: boolean | undefined;
  /** True: the client has changed something; until then nothing is announced. */
  readonly touched: boolean;
}

export interface CalculatorStart {
  /** Product settings as the API sends them, sequence 1. */
  readonly settings: ProductSettingsBody;
  /** Business date of the settings, `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** The settings within the content's limits; missing when nothing is limited. */
  readonly offered?: ProductSettingsBody | undefined;
  /**
   * The content's calculator settings, one entry per product type, to limit settings that are newer than the page's.
   */
  readonly limits?: readonly CalculatorSettings[] | undefined;
  readonly initialProductType: ProductType;
  /** The product type cannot be changed: several calculators stand side by side, or it is a partner's page. */
  readonly fixedType?: boolean | undefined;
  /** The loan and client type; by default a new loan for the type of client that this browser remembers. */
  readonly applicant?: Applicant | undefined;
}

export type CalculatorStore = WritableAtom<CalculatorState>;

/** Creates the store of one calculator. Not a global: two may be on a page, and all pages are built in one process. */
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

/**
 * Changes the product type. An amount that it offers is kept (a difference from product-spec §4, because nobody who
 * asks how instead of how much wants another amount); else its default product's stands there, with a note.
 */
export function changeProductType($calculator: CalculatorStore, productType: ProductType): void {
  const { settings, selection, wanted } = $calculator.get();
  const next = changeType(settings, productType, wanted);
  if (next.amount === wanted) select($calculator, next);
  else select($calculator, next, { wanted, amountNote: 'bounds', back: selection });
}

/**
 * Changes the term. On instalments this may change the product, whose bounds may change the amount: then a note says
 * why. A term that allows the amount the client has asked for gives it back.
 */
export function changeTerm($calculator: CalculatorStore, term: number): void {
  const { settings, selection, wanted } = $calculator.get();
  const next = rules.changeTerm(settings, { ...selection, amount: wanted }, term);
  const change = next.amount - selection.amount;
  if (change === 0) select($calculator, next, { wanted });
  else if (next.amount === wanted) select($calculator, next, { wanted, amountNote: 'returned' });
  else select($calculator, next, { wanted, amountNote: change > 0 ? 'raised' : 'lowered', back: selection });
}

/** Takes back the choice that also changed the amount, or goes to where the amount asked for is offered. */
export function goBack($calculator: CalculatorStore): void {
  const { back } = $calculator.get();
  if (back) select($calculator, back);
}

/**
 * Changes the amount, in soles, from the slider or the field. If it has to be adjusted to the product's bounds or
 * steps, a note says so.
 */
export function changeAmount($calculator: CalculatorStore, amount: number): void {
  const { settings, selection } = $calculator.get();
  const next = rules.changeAmount(settings, selection, amount);
  select($calculator, next, next.amount === amount ? {} : adjusted($calculator.get(), amount));
}

/** Says why an amount cannot be had as chosen: the way to where it is offered, else the bounds or the step. */
function adjusted(
  { settings, selection, product, fixedType }: CalculatorState,
  amount: number,
): Partial<Pick<CalculatorState, 'amountNote' | 'back' | 'wanted'>> {
  const back = wayTo(settings, selection, amount);
  if (back?.productType === selection.productType) return { amountNote: 'months', back, wanted: amount };
  if (back && !fixedType) return { amountNote: WAY_NOTE[back.productType], back, wanted: amount };
  const most = amountRange(settings, selection.productType).max;
  if (amount > most && product.maxAmount < most) {
    return { amountNote: 'most', back: wayTo(settings, selection, most), wanted: most };
  }
  return { amountNote: amount < product.minAmount || amount > product.maxAmount ? 'bounds' : 'step' };
}

const WAY_NOTE = { SINGLE_PAY: 'single', INSTALLMENT: 'installments' } as const;

/** Moves the amount one step up or down; at a bound the amount stays and a note names the bounds. */
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

/**
 * Reads what still stands in the amount field before a button applies, also when the field has not lost the focus.
 * False when the button would then apply for another amount than it says.
 */
export function settleAmount($calculator: CalculatorStore): boolean {
  const { amount } = $calculator.get().selection;
  commitAmount($calculator);
  const state = $calculator.get();
  return state.selection.amount === amount && state.amountNote !== 'unreadable';
}

/** Tells whether the settings are from a day other than today in Lima. */
export function isStale($calculator: CalculatorStore): boolean {
  return $calculator.get().freshOn !== limaToday();
}

/** Requests another confirmation of the selection. */
export function askAgain($calculator: CalculatorStore): void {
  change($calculator, { confirmation: 'confirming', asked: $calculator.get().asked + 1 });
}
