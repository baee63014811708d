import { atom, type WritableAtom } from 'nanostores';
import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { parseAmount } from '#i18n/format.ts';
import type { CalculatorSettings } from '#loan/calculator-settings.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import type { Product, ProductSettings, ProductType } from '#loan/product.ts';
import type { Selection } from '#loan/selection.ts';
import * as rules from '#loan/selection.ts';
import { limaToday } from '#stores/environment.ts';

/**
 * How far the shown offer may be trusted. `published`: priced here with the figures the page was built with, nothing
 * changed yet. `failed`: the server could not confirm it; the offer stays, and the screen says so.
 */
export type Confirmation = 'published' | 'confirming' | 'confirmed' | 'failed';

/** Why the amount is not the one that was asked for. */
export type AmountNote = 'bounds' | 'step' | 'unreadable';

/** The lender's prices are newer than the page's, or only its day: then the due dates have moved on. */
export type News = 'prices_changed' | 'dates_moved';

export interface CalculatorState {
  readonly limits: readonly CalculatorSettings[];
  /** Whose prices they are (product-spec §7): a first loan's unless told. */
  readonly sequence?: '2' | undefined;
  /** What the lender publishes; the term picker shows all of its terms. */
  readonly published: ProductSettings;
  /** The same, narrowed by the content's limits: what may be chosen. */
  readonly settings: ProductSettings;
  readonly valueDate: CalendarDate;
  readonly selection: Selection;
  readonly product: Product;
  readonly offer: Offer;
  readonly confirmation: Confirmation;
  /** Grows whenever the server has to be asked. */
  readonly asked: number;
  /** The day in Lima on which the settings were last known to be the lender's. */
  readonly freshOn: string;
  /** The selection that the cookies hold. */
  readonly saved?: Selection | undefined;
  /** What stands in the amount field while a person types; undefined shows the selected amount. */
  readonly typed?: string | undefined;
  readonly amountNote?: AmountNote | undefined;
  /** What the lender's settings, taken over since, have changed under the person's eyes. */
  readonly news?: News | undefined;
  /** Whether this calculator is for one product type only. */
  readonly fixedType: boolean;
  /** Whether the page stands in somebody's frame. */
  readonly framed: boolean;
  /** Whether the selection is being saved and confirmed, and the details follow. */
  readonly awake: boolean;
  /** Whether the person has changed anything; until then nothing is announced. */
  readonly touched: boolean;
}

export interface CalculatorStart {
  /** Product settings as the API sends them, sequence 1. */
  readonly settings: ProductSettingsBody;
  /** Business date of the settings, `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** What the content's limits leave of them; missing when they leave all. */
  readonly offered?: ProductSettingsBody | undefined;
  readonly limits?: readonly CalculatorSettings[] | undefined;
  readonly initialProductType: ProductType;
  /** The product type cannot be changed: where several calculators stand side by side, each has its own. */
  readonly fixedType?: boolean | undefined;
}

export type CalculatorStore = WritableAtom<CalculatorState>;

/** One calculator's store. Not a global: two may stand side by side, and all pages are built in one process. */
export function createCalculator({
  settings,
  offered = settings,
  valueDate,
  limits = [],
  initialProductType,
  fixedType = false,
}: CalculatorStart): CalculatorStore {
  const state = { settings: toProductSettings(offered), valueDate: calendarDate(valueDate) };
  return atom<CalculatorState>({
    limits,
    published: toProductSettings(settings),
    ...state,
    ...priced(state, rules.defaultSelection(state.settings, initialProductType)),
    confirmation: 'published',
    asked: 0,
    freshOn: valueDate,
    awake: false,
    fixedType,
    framed: false,
    touched: false,
  });
}

/** The offer of a selection, from the same engine the server prices with (invariant P27). */
export function priced({ settings, valueDate }: Pick<CalculatorState, 'settings' | 'valueDate'>, selection: Selection) {
  const product = rules.findProduct(settings, selection.productId) as Product;
  return { selection, product, offer: priceOffer(product, selection.amount, selection.term, valueDate) };
}

function change($calculator: CalculatorStore, parts: Partial<CalculatorState>): void {
  $calculator.set({ ...$calculator.get(), ...parts });
}

/** Takes a selection over and prices it at once; whoever listens saves it and asks the server to confirm. */
export function select($calculator: CalculatorStore, selection: Selection, amountNote?: AmountNote): void {
  const state = $calculator.get();
  change($calculator, {
    ...priced(state, selection),
    confirmation: 'confirming',
    asked: state.asked + 1,
    typed: undefined,
    amountNote,
    touched: true,
  });
}

/** Another product type starts from its default product's amount and term (product-spec §4). */
export function changeProductType($calculator: CalculatorStore, productType: ProductType): void {
  select($calculator, rules.defaultSelection($calculator.get().settings, productType));
}

/** Another term; on instalments it may bring another product, whose bounds move the amount: then the screen says why. */
export function changeTerm($calculator: CalculatorStore, term: number): void {
  const { settings, selection } = $calculator.get();
  const next = rules.changeTerm(settings, selection, term);
  select($calculator, next, next.amount === selection.amount ? undefined : 'bounds');
}

/**
 * An amount from the slider or the field, in soles. One that has to be moved onto the product's bounds or steps is
 * explained, never moved in silence.
 */
export function changeAmount($calculator: CalculatorStore, amount: number): void {
  const { settings, selection, product } = $calculator.get();
  const next = rules.changeAmount(settings, selection, amount);
  const outside = amount < product.minAmount || amount > product.maxAmount;
  select($calculator, next, next.amount === amount ? undefined : outside ? 'bounds' : 'step');
}

/** One step up or down; at a bound the amount stays and the bounds are named. */
export function stepAmount($calculator: CalculatorStore, direction: 1 | -1): void {
  const { selection, product } = $calculator.get();
  changeAmount($calculator, selection.amount + direction * product.amountStep);
}

/** Keeps what is being typed; it is judged when the person has finished. */
export function typeAmount($calculator: CalculatorStore, typed: string): void {
  change($calculator, { typed });
}

/** Reads what was typed. What cannot be read stays in the field, with a word about the form we understand. */
export function commitAmount($calculator: CalculatorStore): void {
  const { typed } = $calculator.get();
  if (typed === undefined) return;
  const amountCents = parseAmount(typed);
  if (amountCents === undefined) change($calculator, { amountNote: 'unreadable', touched: true });
  else changeAmount($calculator, amountCents / 100);
}

/** Whether the settings are of another day than today in Lima. */
export function isStale($calculator: CalculatorStore): boolean {
  return $calculator.get().freshOn !== limaToday();
}

/** Has the server asked (again) about what is selected. */
export function askAgain($calculator: CalculatorStore): void {
  change($calculator, { confirmation: 'confirming', asked: $calculator.get().asked + 1 });
}
