import type { CallOutput } from '#api/call.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { type PlanOfferBody, planOfferBody } from '#api/payment-plan-body.ts';
import { combine } from '#client-area/data/combined.store.ts';
import { createLoaded, createLoadedFrom, type Loaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { currentOf } from '#client-area/form/agreed.tsx';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import type { PlanSettings } from '#client-area/profile/parts/plan-figures.ts';
import { firstDateFor } from '#loan/payment-plan.ts';
import { refreshProfileState } from '#stores/profile-state.ts';
import { request } from '#stores/protected-call.ts';

export type PlanDone = CallOutput<typeof confirmPaymentPlan>;

export type PlanValues = Readonly<Record<'numberOfPayments' | 'firstPaymentDate' | 'paymentChannel', string>> & {
  readonly acceptTerms: boolean;
};

/** An offer with the choice it belongs to, because only the offer of the current choice can be confirmed. */
export interface PlanOffer {
  readonly offer: PlanOfferBody;
  readonly choice: string;
}

export interface PlanFormStore {
  readonly form: FormStore<PlanValues>;
  readonly offer: LoadedStore<PlanOffer>;
}

/** The screen's data: the loan, its eligibility for a plan, and the client's payday. */
export const createPlanStart = () =>
  combine({
    active: createLoaded(getActiveLoan, {}),
    settings: createLoaded(getPaymentPlanSettings, {}),
    profile: createLoaded(getProfile, { query: {} }),
  });

/** Creates today's payoff, for the comparison. */
export const createPayoffToday = (number: string) => createLoaded(getPayoffQuote, { params: { number }, query: {} });

/** Lists the allowed numbers of payments. */
export function paymentCounts({ minItems, maxItems, itemStep }: PlanSettings): number[] {
  const count = Math.floor((maxItems - minItems) / itemStep) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => minItems + index * itemStep);
}

const choiceOf = ({ numberOfPayments, firstPaymentDate, paymentChannel }: PlanValues) => ({
  numberOfPayments: Number(numberOfPayments),
  firstPaymentDate,
  paymentChannel,
});

/** Finds the current offer for the form's values; undefined while it is loading, stale or for another choice. */
export function offerOf(values: PlanValues, shown: Loaded<PlanOffer>): PlanOfferBody | undefined {
  if (shown.kind !== 'ready' || shown.isStale) return undefined;
  return JSON.stringify(choiceOf(values)) === shown.value.choice ? shown.value.offer : undefined;
}

export interface PlanEnds {
  readonly onDone: (done: PlanDone) => void;
  /** Called when the amount owed has changed, and the plan with it. */
  readonly onChanged: () => void;
  /** Called when a plan is no longer possible: one was agreed to in another window, or the loan was paid. */
  readonly onGone: () => void;
}

/** The initial choices. */
interface FirstChoices {
  readonly payday: number | null | undefined;
  /** As in the address. */
  readonly payments: string | undefined;
}

/** Creates the form for choosing a plan, with an offer for each choice, and agreeing to it. */
export function createPlanForm(
  settings: PlanSettings,
  { payday, payments }: FirstChoices,
  { onDone, onChanged, onGone }: PlanEnds,
): PlanFormStore {
  const offer = createLoadedFrom<PlanOffer>(async (reading) => {
    const body = choiceOf(form.$state.get().values);
    const answer = await request(makePaymentPlanOffer, { body }, reading);
    return answer.kind === 'ok' ? { kind: 'ok', value: { offer: answer.value, choice: JSON.stringify(body) } } : answer;
  });

  const form: FormStore<PlanValues> = createForm({
    endpoint: confirmPaymentPlan,
    initial: {
      numberOfPayments: String(
        paymentCounts(settings).find((count) => String(count) === payments) ?? settings.minItems,
      ),
      firstPaymentDate: firstDateFor(settings.allowedDates, payday) ?? '',
      paymentChannel: 'MANUAL',
      acceptTerms: false,
    },
    toBody: (values: PlanValues) => {
      return { ...choiceOf(values), offerId: offerOf(values, offer.$state.get())?.offerId };
    },
    check: ({ acceptTerms }) => (acceptTerms ? [] : [{ field: 'acceptTerms', code: 'required' }]),
    onDone: (done) => {
      onDone(done);
      refreshProfileState();
    },
    onRefused: ({ error }, values) => {
      if (error?.code === 'not_eligible') onGone();
      const newer = currentOf(planOfferBody, error);
      if (!newer) return false;
      // The offer has changed since: the new one is shown and needs a new agreement. Another choice has its own.
      const choice = JSON.stringify(choiceOf(values));
      if (choice === JSON.stringify(choiceOf(form.$state.get().values))) offer.take({ offer: newer, choice });
      form.change('acceptTerms', false);
      onChanged();
      return true;
    },
  });

  // Only an offer that is shown can be agreed to.
  const submit = async () => {
    if (offerOf(form.$state.get().values, offer.$state.get())) await form.submit();
  };
  return { form: { ...form, change: changing(form, offer), submit }, offer };
}

/**
 * Loads the offer of a new choice at once, which needs a new agreement; the response to the previous choice is ignored.
 */
function changing(form: FormStore<PlanValues>, offer: LoadedStore<PlanOffer>): FormStore<PlanValues>['change'] {
  return (field, value) => {
    form.change(field, value);
    if (field === 'acceptTerms') return;
    form.change('acceptTerms', false);
    offer.load();
  };
}
