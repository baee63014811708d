import { useEffect, useState } from 'react';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import type { LoanBody } from '#api/loan-body.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { request } from '#stores/protected-call.ts';
import { useStore } from '../use-store.ts';

/**
 * Reads the running loan, as optional information, so it never asks for a proof. Undefined until it is known. One that
 * is paid out meanwhile has dates: it is read again.
 */
export function useActiveLoan(isPaidOut = false): LoanBody | null | undefined {
  const [store] = useState(() =>
    createLoadedFrom((reading) => request(getActiveLoan, {}, { ...reading, quiet: true })),
  );
  const state = useStore(store.$state);
  const loan = state.kind === 'ready' ? state.value.loan : undefined;
  const isBehind = isPaidOut && loan?.schedule.length === 0;
  useEffect(() => {
    if (isBehind) void store.load();
  }, [isBehind, store]);
  return loan;
}
