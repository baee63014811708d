import { formatAmount, formatPercent, formatSoles, formatWholeSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Locale } from '#i18n/locale.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { fromSoles } from '#loan/money.ts';
import type { Offer } from '#loan/offer.ts';
import { amountRange } from '#loan/offered-amount.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import type { Installment } from '#loan/schedule.ts';
import { termChoices } from '#loan/selection.ts';
import type { CalculatorState } from './calculator.store.ts';
import { amountNoteText, offerProblemText, soles, wayText } from './parts/notes.ts';
import type { Say } from './texts.ts';

/** The attributes of one element that change, and its text (`children`). */
export type Shown = Readonly<Record<string, string | number | boolean | undefined>>;
/** The view of each place; a text alone is its children. */
export type CardView = Readonly<Record<string, Shown | string>>;
/**
 * Function that gives the props of the element at a place: React spreads them, and `early-card.ts` finds it by its
 * mark.
 */
export type At = (place: string) => Shown;

export function shownAt(view: CardView, place: string): Shown {
  const shown = view[place] ?? {};
  return typeof shown === 'string' ? { children: shown } : shown;
}

export const placesOf =
  (view: CardView): At =>
  (place) => ({ 'data-at': place, ...shownAt(view, place) });

/** The props that the words of a card depend on besides its state. */
export interface CardWords {
  /** Prefix of the ids inside, distinct on its page. */
  readonly id: string;
  readonly locale: Locale;
  readonly say: Say;
}

/**
 * Draws all of a card that changes with its state, as texts and attributes of elements that are always there. React
 * renders them, on the server and in the browser; until it has come `early-card.ts` writes them (decision 126).
 * @param isBehind set while the details below still show another offer
 */
export function cardView(state: CalculatorState, words: CardWords, isBehind: boolean): CardView {
  const { confirmation } = state;
  const isClosed = confirmation === 'closed';
  return {
    ...choicesView(state, words.say),
    ...receiptView(state, words),
    ...problemView(state, words.say),
    receipt: { hidden: isClosed, 'data-confirmation': confirmation },
    details: { 'aria-busy': isBehind, hidden: isClosed || (isBehind && confirmation === 'failed') },
    spoken: state.announced ?? '',
  };
}

/** Draws product type, amount and term. */
export function choicesView(state: CalculatorState, say: Say): CardView {
  const { product, selection, typed, amountNote, back } = state;
  const { minAmount: min, maxAmount: max, amountStep: step } = product;
  const { amount, productType, term } = selection;
  const whole = amountRange(state.settings, product.productType);
  /** Says the bound on a button at its end, in place of its sign: unless it is said above, as a bound of this type. */
  const stepped = (end: 'less' | 'more', bound: number): CardView => {
    const isEnd = amount === bound;
    const words = isEnd ? say(`calc_${end}_end`, { amount: formatWholeSoles(bound) }) : '';
    const name = say(`calc_${end}`, { amount: soles(step) });
    return {
      [end]: { 'aria-label': isEnd ? `${words}: ${name}` : name, 'aria-disabled': isEnd },
      [`${end} end`]: Object.values(whole).includes(bound) ? '' : words,
    };
  };
  const view: Record<string, Shown | string> = {
    ...stepped('less', min),
    ...stepped('more', max),
    typed: { value: typed ?? formatAmount(fromSoles(amount)), 'aria-invalid': amountNote === 'unreadable' },
    note: amountNoteText(state, say),
    run: { width: `${((amount - min) / (max - min || 1)) * 100}%` },
    amount: { min, max, step, value: amount, 'aria-valuetext': say('calc_amount_spoken', { amount }) },
    range: say('calc_range', { min: formatWholeSoles(whole.min), max: formatWholeSoles(whole.max) }),
    back: { hidden: !back, children: wayText(state, say) },
  };
  for (const type of PRODUCT_TYPES) {
    const isChosen = type === productType;
    view[type] = { checked: isChosen };
    view[`${type} terms`] = { hidden: !isChosen };
    if (type === 'INSTALLMENT') view[`${type} term`] = isChosen ? say('calc_months', { count: term }) : '';
    const allowed = termChoices(state.settings, type);
    for (const choice of termChoices(state.published, type)) {
      view[`${type} ${choice}`] = { checked: isChosen && choice === term, disabled: !allowed.includes(choice) };
    }
  }
  return view;
}

function receiptView({ offer }: CalculatorState, { say, locale }: CardWords): CardView {
  const { schedule, dueDate } = offer;
  const [due, first] = schedule ? installmentFacts(offer, schedule, say) : [dueFact(dueDate, locale, say)];
  const cost = formatSoles(offer.totalCents - offer.principalCents);
  const tcea = formatPercent(offer.tceaPercent);
  return {
    total: `\u00a0${formatAmount(offer.totalCents)}`,
    ...factView('due', due, !schedule),
    ...factView('first', first, true),
    cost,
    tcea,
    'tcea tip': say('calc_tcea_tip', { tcea, cost, excl: formatPercent(offer.tceaExclVatPercent) }),
  };
}

type Fact = readonly [name: string, value: string, note?: string | undefined];

/** The payments and their dates; on a phone above the fold. */
export const FACTS = ['due', 'first'] as const;

/** A date of repayment has a class of its own, because a landing host shows none (parts/receipt.css). */
function factView(place: (typeof FACTS)[number], [name, value, note = '']: Fact = ['', ''], isDate = false): CardView {
  return {
    [place]: { hidden: !name, className: isDate ? 'repay-date' : undefined },
    [`${place} name`]: name,
    [`${place} value`]: value,
    [`${place} note`]: note,
  };
}

/** States the due date with its weekday, because people plan in weeks (look.md §3). */
function dueFact(dueDate: CalendarDate, locale: Locale, say: Say): Fact {
  const weekday = new Date(dueDate).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });
  return [say('calc_due_on', { weekday }), formatDate(dueDate)];
}

function installmentFacts({ dueDate }: Offer, schedule: readonly Installment[], say: Say): [Fact, Fact] {
  const first = schedule[0] as Installment;
  const lastCents = (schedule.at(-1) as Installment).totalCents;
  return [
    [
      say('calc_installments_of', { count: schedule.length }),
      formatSoles(first.totalCents),
      // It absorbs the rounding.
      lastCents === first.totalCents ? undefined : say('calc_last_due', { last: formatAmount(lastCents) }),
    ],
    [say('calc_first_due'), formatDate(first.dueDate), say('calc_until', { last: formatDate(dueDate) })],
  ];
}

/** Draws a problem or news of the figures: below the total, or in its place on a day on which nothing is sold. */
function problemView(state: CalculatorState, say: Say): CardView {
  const text = offerProblemText(state, say);
  const { confirmation } = state;
  const [isClosed, isFailed] = [confirmation === 'closed', confirmation === 'failed'];
  return {
    closed: { hidden: !isClosed },
    'closed text': isClosed ? text : '',
    problem: { className: isFailed ? 'note bad' : 'note', hidden: isClosed || !text },
    'problem text': isClosed ? '' : text,
    retry: { hidden: !isFailed },
  };
}
