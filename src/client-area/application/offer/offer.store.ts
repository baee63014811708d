import { atom, type ReadableAtom } from 'nanostores';
import type { ApplicationOffer } from '#api/application-body.ts';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import type { FieldError } from '#api/errors.ts';
import { solesTyped } from '#api/field-rules/amount.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, type Refusal } from '#client-area/form/form.store.ts';
import { request } from '#stores/protected-call.ts';
import { openCurrentStep, openNextScreen } from '../any-step/next-step.ts';

/** The reasons why accepting an offer failed. */
export type OfferProblem = 'offline' | 'failed' | 'cap-changed' | 'replaced' | 'expired';

export interface OfferStore {
  readonly offer: LoadedStore<ApplicationOffer>;
  readonly $problem: ReadableAtom<OfferProblem | undefined>;
  readonly $isAccepting: ReadableAtom<boolean>;
  readonly accept: (offerId: string) => Promise<void>;
}

const TROUBLES: ReadonlyMap<string, OfferProblem> = new Map(
  Object.entries<OfferProblem>({
    rate_cap_changed: 'cap-changed',
    parameter_missing: 'cap-changed',
    offer_replaced: 'replaced',
    offer_expired: 'expired',
  }),
);

/** Creates the store of the approved offer and its acceptance. */
export function createOffer(): OfferStore {
  const offer = createLoaded(getApplicationOffer, {});
  const $problem = atom<OfferProblem | undefined>();
  const $isAccepting = atom(false);
  // One idempotency key per offer, because a second press after a lost response must not act twice.
  const keys = new Map<string, string>();

  const accept = async (offerId: string) => {
    if ($isAccepting.get()) return;
    $isAccepting.set(true);
    $problem.set(undefined);
    const idempotencyKey = keys.get(offerId) ?? crypto.randomUUID();
    keys.set(offerId, idempotencyKey);
    const answer = await request(acceptOffer, { body: { offerId } }, { idempotencyKey, saysFailure: true });
    $isAccepting.set(false);
    if (answer.kind === 'ok') return openNextScreen(answer.value);
    if (answer.kind === 'aborted') return;
    const problem = problemOf(answer);
    const isFollowed = problem === 'gone-on' && (await openCurrentStep());
    if (isFollowed) return;
    $problem.set(problem === 'gone-on' ? 'failed' : problem);
    if (problem === 'replaced' || problem === 'expired') await offer.load();
  };

  return { offer, $problem, $isAccepting, accept };
}

function problemOf(answer: Refusal | { readonly kind: 'unreachable' }): OfferProblem | 'gone-on' {
  if (answer.kind === 'unreachable') return 'offline';
  const code = answer.error?.code ?? '';
  return code === 'illegal_transition' ? 'gone-on' : (TROUBLES.get(code) ?? 'failed');
}

export type ChangeValues = { readonly amount: string; readonly term: string };

/** Finds the highest amount for a term; the approved maximum for a term without a limit of its own. */
export function maxFor({ approved }: ApplicationOffer, term: number): number {
  return approved.limits.find((limit) => limit.term === term)?.maxAmount ?? approved.maxAmount;
}

/** Creates the form that changes the offer within the approval; the response replaces the offer. */
export function createChange(
  current: ApplicationOffer,
  onDone: (offer: ApplicationOffer) => void,
): FormStore<ChangeValues> {
  const { selection, approved } = current;
  return createForm({
    endpoint: recalculateOffer,
    initial: { amount: String(selection.amount), term: String(selection.term) },
    toBody: ({ amount, term }) => ({
      ...(amount.trim() !== '' && { amount: solesTyped(amount) ?? amount }),
      term: Number(term),
      productId: selection.productId,
    }),
    check: ({ amount, term }): FieldError[] => {
      const soles = solesTyped(amount);
      if (soles === undefined) return [];
      const isInside = soles >= approved.minAmount && soles <= maxFor(current, Number(term));
      return isInside ? [] : [{ field: 'amount', code: 'out_of_range' }];
    },
    onDone,
  });
}
