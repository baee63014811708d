import type { CalculatorStore } from './calculator.store.ts';
import { resultText } from './parts/notes.ts';
import type { Say } from './texts.ts';

/** Debounce, so that a moving slider is not announced step by step. */
export const ANNOUNCED_AFTER_MS = 500;

/** Makes the card's only live region say the result after a change, not the initial one. Call the result to stop. */
export function startAnnouncing($calculator: CalculatorStore, say: Say): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    const state = $calculator.get();
    const announced = state.touched || state.news ? resultText(state, say) : '';
    // A repeated text would be read again.
    if (announced !== (state.announced ?? '')) $calculator.set({ ...state, announced });
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(speak, ANNOUNCED_AFTER_MS);
  };
  const stop = $calculator.listen(plan);
  plan();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
