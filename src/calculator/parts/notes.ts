import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { CalculatorState, News } from '../calculator.store.ts';
import type { Say } from '../texts.ts';

/** Whole soles as money. */
export function soles(amount: number): string {
  return formatSoles(fromSoles(amount));
}

/** Why the amount differs from the requested one; empty when it does not. */
export function amountNoteText({ amountNote, product, selection }: CalculatorState, say: Say): string {
  if (!amountNote) return '';
  return say(`calc_amount_${amountNote}`, {
    min: soles(product.minAmount),
    max: soles(product.maxAmount),
    step: soles(product.amountStep),
    amount: soles(selection.amount),
    first: product.minTerm,
    last: product.maxTerm,
  });
}

/** What is wrong or new about the figures; empty when nothing is. */
export function offerProblemText(
  { confirmation, news, valueDate, partMissing }: CalculatorState,
  say: Say<'calc_failed' | 'calc_part_missing' | 'calc_closed' | `calc_${News}`>,
): string {
  if (confirmation === 'closed') return say('calc_closed');
  const date = formatDate(valueDate);
  if (confirmation === 'failed') return say(partMissing ? 'calc_part_missing' : 'calc_failed', { date });
  return news ? say(`calc_${news}`, { date }) : '';
}

/** The result as a sentence, for the live region; notes come first. */
export function resultText(state: CalculatorState, say: Say): string {
  const { totalCents, dueDate, tceaPercent } = state.offer;
  const result = say('calc_spoken', {
    total: formatSoles(totalCents),
    date: formatDate(dueDate),
    tcea: formatPercent(tceaPercent),
  });
  return [amountNoteText(state, say), offerProblemText(state, say), result].filter(Boolean).join(' ');
}
