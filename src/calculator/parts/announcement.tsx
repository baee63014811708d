import { useEffect, useState } from 'react';
import type { CalculatorState } from '../calculator.store.ts';
import type { Say } from '../texts.ts';
import { resultText } from './notes.ts';

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
