import type { CallOutput, CallResult } from '#api/call.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { getLoan } from '#api/endpoints/arrangements/get-loan.ts';
import { createLoadedFrom, type LoadedStore, type Reading } from '#client-area/data/loaded.store.ts';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import type { Term } from '#loan/explanation.ts';
import { request } from '#stores/protected-call.ts';
import { costTerms, figuresOf } from '../application/offer/figures.ts';
import type { Situation } from './situation.store.ts';

/** The known facts of a loan that has not been paid out yet. */
export interface Pending {
  /** Soles; `promised` once the lender has approved it, before that only requested. */
  readonly amount: number;
  readonly isPromised: boolean;
  readonly term: number;
  readonly productType: CallOutput<typeof getApplication>['selection']['productType'];
  /** Its cost if it were paid out today: by the offer until it is signed, then by the contract. */
  readonly cost?:
    | {
        readonly by: 'offer' | 'arrival';
        readonly total: number;
        readonly firstDueDate: string;
        /** The terms of the total. */
        readonly terms: readonly Term[];
      }
    | undefined;
}

type Answer = CallResult<Pending>;

/**
 * Creates the store of a pending loan. The loan's own figures take precedence over those of the application. The calls
 * are quiet, because opening a page must not ask for a proof.
 */
export function createPending({ loan }: Pick<Situation, 'loan'>): LoadedStore<Pending> {
  return createLoadedFrom((reading) => (loan ? ofLoan(loan.number, reading) : ofApplication(reading)));
}

async function ofLoan(number: string, reading: Reading): Promise<Answer> {
  const answer = await request(getLoan, { params: { number } }, { ...reading, quiet: true });
  if (answer.kind !== 'ok') return answer;
  const { principal: amount, term, productType, ifPaidOutToday } = answer.value.loan;
  const cost = ifPaidOutToday && {
    by: 'arrival' as const,
    total: ifPaidOutToday.totalToRepay,
    firstDueDate: ifPaidOutToday.firstDueDate,
    terms: termsOnWire(ifPaidOutToday.terms),
  };
  return { kind: 'ok', value: { amount, isPromised: true, term, productType, cost: cost ?? undefined } };
}

const WITH_OFFER: ReadonlySet<string> = new Set(['OFFER', 'OFFER_REPEATED', 'AGREEMENT']);

async function ofApplication(reading: Reading): Promise<Answer> {
  const options = { ...reading, quiet: true };
  const asked = await request(getApplication, {}, options);
  if (asked.kind !== 'ok') return asked;
  const { selection, stage } = asked.value;
  const { amount, term, productType } = selection;
  const offered = WITH_OFFER.has(stage) ? await request(getApplicationOffer, {}, options) : undefined;
  // Without an offer the screen shows one figure less.
  if (offered?.kind !== 'ok') return { kind: 'ok', value: { amount, isPromised: false, term, productType } };
  const { offer, selection: chosen } = offered.value;
  const firstDueDate = offer.schedule?.installments[0]?.dueDate ?? offer.dueDate;
  const terms = costTerms(figuresOf(offer), 'total');
  const cost = { by: 'offer' as const, total: offer.total, firstDueDate, terms };
  const { productType: offeredType, term: offeredTerm } = chosen;
  return {
    kind: 'ok',
    value: { amount: offer.principal, isPromised: true, term: offeredTerm, productType: offeredType, cost },
  };
}
