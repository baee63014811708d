import { formatPercent, formatSoles, formatWholeSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { amountRange } from '#loan/offered-amount.ts';
import { findProduct } from '#loan/selection.ts';
import type { CalculatorState, News } from '../calculator.store.ts';
import type { Say } from '../texts.ts';

/** Formats whole soles as money. */
export function soles(amount: number): string {
  return formatSoles(fromSoles(amount));
}

/** Explains why the amount differs from the requested one; empty when it does not. */
export function amountNoteText(state: CalculatorState, say: Say): string {
  const { amountNote, back, selection, settings, wanted } = state;
  if (!amountNote) return '';
  // Of an amount that is offered in other months, those months.
  const isOfOthers = amountNote === 'months' || amountNote === 'most';
  const product = (isOfOthers && back && findProduct(settings, back.productId)) || state.product;
  const ofProduct = { min: product.minAmount, max: product.maxAmount };
  // The range that stands above the field: bounds of these months alone would contradict it.
  const { min, max } = amountNote === 'bounds' ? amountRange(settings, product.productType) : ofProduct;
  return say(`calc_amount_${amountNote}`, {
    min: formatWholeSoles(min),
    max: formatWholeSoles(max),
    step: formatWholeSoles(product.amountStep),
    amount: soles(selection.amount),
    wanted: soles(wanted),
    first: product.minTerm,
    last: product.maxTerm,
  });
}

/** Words the button beside the note: the way back, or to where the amount is offered. */
export function wayText({ amountNote, back }: CalculatorState, say: Say): string {
  if (!back) return '';
  switch (amountNote) {
    case 'months':
    case 'most':
      return say('calc_way_months', { count: back.term });
    case 'single':
    case 'installments':
      return say(`calc_way_${amountNote}`);
    default:
      return say('calc_amount_back', { amount: soles(back.amount) });
  }
}

/** Words a problem or news of the figures; empty without any. */
export function offerProblemText(
  { confirmation, news, valueDate, partMissing }: CalculatorState,
  say: Say<'calc_failed' | 'calc_part_missing' | 'calc_closed' | `calc_${News}`>,
): string {
  if (confirmation === 'closed') return say('calc_closed');
  const date = formatDate(valueDate);
  if (confirmation === 'failed') return say(partMissing ? 'calc_part_missing' : 'calc_failed', { date });
  // "These are the due dates" would be untrue where none is shown.
  const isUntrue = news === 'dates_moved' && isLandingHost();
  return news && !isUntrue ? say(`calc_${news}`, { date }) : '';
}

/** Tells whether this page is shown by a landing host, which has no dates of repayment (receipt.css). A card may still speak when its page has gone. */
function isLandingHost(): boolean {
  return globalThis.document?.documentElement.dataset['host'] === 'landing';
}

/** Says the result as a sentence, for the live region; notes come first. */
export function resultText(state: CalculatorState, say: Say): string {
  const { totalCents, dueDate, tceaPercent } = state.offer;
  const [total, tcea] = [formatSoles(totalCents), formatPercent(tceaPercent)];
  const result = isLandingHost()
    ? `${say('calc_total')} ${total}. ${say('calc_rate')} ${tcea}.`
    : say('calc_spoken', { total, date: formatDate(dueDate), tcea });
  return [amountNoteText(state, say), offerProblemText(state, say), result].filter(Boolean).join(' ');
}
