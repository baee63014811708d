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
import { goOn, goWhereItStands } from '../parts/go-on.ts';

/** What kept an offer from being taken. */
export type OfferTrouble = 'offline' | 'failed' | 'cap-changed' | 'replaced' | 'expired';

export interface OfferStore {
  readonly offer: LoadedStore<ApplicationOffer>;
  readonly $trouble: ReadableAtom<OfferTrouble | undefined>;
  readonly $isAccepting: ReadableAtom<boolean>;
  readonly accept: (offerId: string) => Promise<void>;
}

const TROUBLES: Readonly<Record<string, OfferTrouble>> = {
  rate_cap_changed: 'cap-changed',
  parameter_missing: 'cap-changed',
  offer_replaced: 'replaced',
  offer_expired: 'expired',
};

/** The approved offer, and taking it. */
export function createOffer(): OfferStore {
  const offer = createLoaded(getApplicationOffer, {});
  const $trouble = atom<OfferTrouble | undefined>();
  const $isAccepting = atom(false);
  // One key for each offer: a second press after a lost answer is the same intent.
  const keys = new Map<string, string>();

  const accept = async (offerId: string) => {
    if ($isAccepting.get()) return;
    $isAccepting.set(true);
    $trouble.set(undefined);
    const idempotencyKey = keys.get(offerId) ?? crypto.randomUUID();
    keys.set(offerId, idempotencyKey);
    const answer = await request(acceptOffer, { body: { offerId } }, { idempotencyKey });
    $isAccepting.set(false);
    if (answer.kind === 'ok') return goOn(answer.value);
    if (answer.kind === 'aborted') return;
    const trouble = troubleOf(answer);
    const isFollowed = trouble === 'gone-on' && (await goWhereItStands());
    if (isFollowed) return;
    $trouble.set(trouble === 'gone-on' ? 'failed' : trouble);
    if (trouble === 'replaced' || trouble === 'expired') await offer.load();
  };

  return { offer, $trouble, $isAccepting, accept };
}

function troubleOf(answer: Refusal | { readonly kind: 'unreachable' }): OfferTrouble | 'gone-on' {
  if (answer.kind === 'unreachable') return 'offline';
  const code = answer.error?.code ?? '';
  return code === 'illegal_transition' ? 'gone-on' : (TROUBLES[code] ?? 'failed');
}

export type ChangeValues = { readonly amount: string; readonly term: string };

/** The highest amount for a term; that of the whole approval for a term it does not name. */
export function maxFor({ approved }: ApplicationOffer, term: number): number {
  return approved.limits.find((limit) => limit.term === term)?.maxAmount ?? approved.maxAmount;
}

/** Less, or for another time, inside what was approved: the answer is the offer that counts from then on. */
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
