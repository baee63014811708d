import { atom } from 'nanostores';
import type { Reauth } from '#api/errors.ts';
import { $isBasic } from './session.ts';

/** A proof that a request waits for (428, domain 2.1.1). */
export interface ProofRequest {
  readonly reauth: Reauth;
  /** The body of the request, because a code that signs names what it signs. */
  readonly act?: unknown;
  readonly answer: (isProven: boolean) => void;
}

/** The proof the modal asks for; undefined without a waiting request. */
export const $proofRequest = atom<ProofRequest | undefined>();

let last: { readonly reauth: Reauth; readonly answer: Promise<boolean> } | undefined;

/**
 * Asks the client for a proof; resolves to false when they cancel. Requests that need the same proof share one answer,
 * others queue.
 */
export function askForProof(reauth: Reauth, act?: unknown): Promise<boolean> {
  if (last && isSame(last.reauth, reauth)) return last.answer;
  const before = last?.answer;
  const asked = { reauth, answer: ask(reauth, act, before) };
  last = asked;
  asked.answer.finally(() => {
    if (last === asked) last = undefined;
  });
  return asked.answer;
}

async function ask(reauth: Reauth, act: unknown, before: Promise<boolean> | undefined): Promise<boolean> {
  await before;
  return new Promise((resolve) => {
    const answer = (isProven: boolean) => {
      if (isProven) $isBasic.set(false);
      $proofRequest.set(undefined);
      resolve(isProven);
    };
    $proofRequest.set({ reauth, act, answer });
  });
}

function isSame(a: Reauth, b: Reauth): boolean {
  return a.level === b.level && a.purpose === b.purpose;
}
