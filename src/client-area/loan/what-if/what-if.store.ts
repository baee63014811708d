import { atom } from 'nanostores';
import type { CallResult } from '#api/call.ts';
import { getWhatIf, type WhatIfBody } from '#api/endpoints/get-what-if.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { parseAmount } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { request } from '#stores/protected-call.ts';

/** What the client may change: how late, and how much early. As typed. */
interface WhatIfChoice {
  readonly lateDays: number;
  /** Empty: the server's own example. */
  readonly prepay: string;
  /** The amount cannot be read, or is not one that is taken. */
  readonly wrong?: 'unreadable' | 'bounds' | undefined;
}

/** The comparison of one loan, asked for again with every other choice. */
export function createWhatIf(number: string) {
  const $choice = atom<WhatIfChoice>({ lateDays: 10, prepay: '' });
  const loaded = createLoadedFrom((signal): Promise<CallResult<WhatIfBody>> => {
    const { lateDays, prepay } = $choice.get();
    const cents = prepay ? parseAmount(prepay) : undefined;
    const query = { lateDays: String(lateDays), ...(cents && { prepay: String(cents / 100) }) };
    return request(getWhatIf, { params: { number }, query }, { signal });
  });

  const change = (parts: Partial<WhatIfChoice>) => $choice.set({ ...$choice.get(), ...parts, wrong: undefined });

  /** Compares anew; an amount outside what is taken is said, not sent. */
  const compare = async () => {
    const { prepay } = $choice.get();
    const cents = prepay ? parseAmount(prepay) : undefined;
    if (prepay && cents === undefined) return $choice.set({ ...$choice.get(), wrong: 'unreadable' });
    const state = loaded.$state.get();
    const bounds = state.kind === 'ready' ? state.value.prepay : null;
    if (cents !== undefined && (!bounds || cents < fromSoles(bounds.min) || cents > fromSoles(bounds.max))) {
      return $choice.set({ ...$choice.get(), wrong: 'bounds' });
    }
    await loaded.load();
  };
  return { ...loaded, $choice, change, compare };
}

export type WhatIfStore = ReturnType<typeof createWhatIf>;
