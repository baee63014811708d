import { useState } from 'react';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import type { LoanBody } from '#api/loan-body.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { request } from '#stores/protected-call.ts';
import { useStore } from '../use-store.ts';

/** Reads the running loan, as optional information, so it never asks for a proof. Undefined until it is known. */
export function useActiveLoan(): LoanBody | null | undefined {
  const [store] = useState(() =>
    createLoadedFrom((reading) => request(getActiveLoan, {}, { ...reading, quiet: true })),
  );
  const state = useStore(store.$state);
  return state.kind === 'ready' ? state.value.loan : undefined;
}
