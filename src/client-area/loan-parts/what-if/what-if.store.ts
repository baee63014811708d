import { atom } from 'nanostores';
import type { CallResult } from '#api/call.ts';
import { getWhatIf, type WhatIfBody } from '#api/endpoints/loans/get-what-if.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { fromSoles } from '#loan/money.ts';
import { request } from '#stores/protected-call.ts';

/** The client's choices, as typed: days late, and the amount of an early payment. */
interface WhatIfChoice {
  readonly lateDays: number;
  /** Empty: the server's example. */
  readonly prepay: string;
  /** The amount is unreadable, or outside the bounds. */
  readonly wrong?: 'unreadable' | 'bounds' | undefined;
}

/** Creates the store of one loan's scenarios, loaded again for every choice. */
export function createWhatIf(number: string) {
  const $choice = atom<WhatIfChoice>({ lateDays: 10, prepay: '' });
  const $comparing = atom<'idle' | 'busy' | 'done' | 'failed'>('idle');
  const loaded = createLoadedFrom(async (reading): Promise<CallResult<WhatIfBody>> => {
    const asked = $choice.get();
    const { lateDays, prepay } = asked;
    const cents = prepay ? centsTyped(prepay) : undefined;
    const query = { lateDays: String(lateDays), ...(cents && { prepay: String(cents / 100) }) };
    const answer = await request(getWhatIf, { params: { number }, query }, reading);
    if (answer.kind !== 'refused' || answer.status !== 400) return answer;
    // The bounds have changed since they were shown: the table stays, and the field shows an error, unless it was changed.
    if ($choice.get() === asked) $choice.set({ ...asked, wrong: 'bounds' });
    return { kind: 'aborted' };
  });

  const change = (parts: Partial<WhatIfChoice>) => $choice.set({ ...$choice.get(), ...parts, wrong: undefined });

  const wrongOf = (prepay: string): WhatIfChoice['wrong'] => {
    if (!prepay) return undefined;
    const cents = centsTyped(prepay);
    if (cents === undefined) return 'unreadable';
    const state = loaded.$state.get();
    const bounds = state.kind === 'ready' ? state.value.prepay : null;
    return bounds && cents >= fromSoles(bounds.min) && cents <= fromSoles(bounds.max) ? undefined : 'bounds';
  };

  /** Loads the scenarios; an amount outside the bounds is an error and is not sent. */
  const compare = async () => {
    if ($comparing.get() === 'busy') return;
    const asked = $choice.get();
    const wrong = wrongOf(asked.prepay);
    if (wrong) return $choice.set({ ...asked, wrong });
    const before = loaded.$state.get();
    $comparing.set('busy');
    await loaded.load();
    const now = loaded.$state.get();
    const isNew = now !== before && now.kind === 'ready' && !now.isStale;
    $comparing.set(isNew ? 'done' : $choice.get() === asked ? 'failed' : 'idle');
  };
  return { ...loaded, $choice, $comparing, change, compare };
}

export type WhatIfStore = ReturnType<typeof createWhatIf>;
