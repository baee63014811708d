import { useEffect, useState } from 'react';
import { formatDate, formatPercent, formatSoles } from '#i18n/format.ts';
import type { CalculatorState } from '../calculator.store.ts';
import type { Say } from '../texts.ts';
import { amountNoteText, offerProblemText } from './notes.ts';

/** Debounce, so that a moving slider is not announced step by step. */
export const ANNOUNCED_AFTER_MS = 500;

/** The calculator's only live region: announces the result after a change, not the initial one. */
export function Announcement({ state, say }: { readonly state: CalculatorState; readonly say: Say }) {
  const text = state.touched || state.news ? resultText(state, say) : '';
  const [announced, announce] = useState('');
  useEffect(() => {
    const timer = setTimeout(announce, ANNOUNCED_AFTER_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="sr" role="status">
      {announced}
    </p>
  );
}

/** The result as a sentence; notes come first. */
function resultText(state: CalculatorState, say: Say): string {
  const { totalCents, dueDate, tceaPercent } = state.offer;
  const result = say('calc_spoken', {
    total: formatSoles(totalCents),
    date: formatDate(dueDate),
    tcea: formatPercent(tceaPercent),
  });
  return [amountNoteText(state, say), offerProblemText(state, say), result].filter(Boolean).join(' ');
}
