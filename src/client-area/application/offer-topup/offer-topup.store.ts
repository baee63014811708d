import { atom, type ReadableAtom } from 'nanostores';
import type { CallOutput } from '#api/call.ts';
import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { isUnproven } from '#client-area/data/unproven.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { notify } from '#client-area/frame/notice.ts';
import { openScreen } from '#client-area/router.ts';
import { FEE_NAMES } from '#loan/fee-names.ts';
import { fromSoles, subtract, ZERO } from '#loan/money.ts';
import { request } from '#stores/protected-call.ts';
import { openCurrentStep } from '../any-step/next-step.ts';
import type { CostFigures } from '../offer/figures.ts';

/** Converts the costs of a top-up for screens. */
export function topUpFigures(offer: TopUpOfferBody): CostFigures {
  const [principalCents, totalCents] = [fromSoles(offer.principalRequested), fromSoles(offer.topUpTotal)];
  const costs = FEE_NAMES.flatMap((name) => {
    const fee = offer.fees[name];
    return fee ? [{ name, amountCents: fromSoles(fee.net), beforeCents: undefined }] : [];
  });
  return {
    principalCents,
    totalCents,
    costCents: subtract(totalCents, principalCents),
    totalVatCents: fromSoles(offer.totalFeesVat),
    fees: Object.fromEntries(
      costs.map(({ name, amountCents }) => [
        name,
        { netCents: amountCents, discountCents: ZERO, afterDiscountCents: amountCents },
      ]),
    ),
    costs,
  };
}

export const createTopUp = () => createLoaded(getTopUp, {});

export type TopUpToSign = CallOutput<typeof getTopUp>;

/**
 * Creates the form that signs a top-up. Signing what is shown requires a fresh proof (428) and continues after it. If
 * the top-up was signed or declined in another window, the client is sent to their current screen.
 * @param onChanged called when the price or the paper has changed meanwhile, and the new one is shown
 */
export function createTopUpForm(
  shown: LoadedStore<TopUpToSign>,
  onChanged: () => void,
): FormStore<{ readonly acceptTerms: boolean }> {
  return createForm({
    endpoint: signTopUp,
    initial: { acceptTerms: false },
    toBody: ({ acceptTerms }) => {
      const state = shown.$state.get();
      const { topUp, documents = [] } = state.kind === 'ready' ? state.value : {};
      return {
        ...(acceptTerms ? { acceptTerms } : {}),
        ...(topUp && { offerId: topUp.offer.offerId }),
        documents: documents.map(({ sha256 }) => ({ sha256 })),
      };
    },
    onDone: ({ nextScreen }) => openScreen(nextScreen),
    onRefused: async ({ status, error }) => {
      if (error?.code !== 'balance_changed' && error?.code !== 'document_changed') {
        return status === 409 && openCurrentStep();
      }
      await shown.load();
      onChanged();
      return true;
    },
  });
}

export interface Declining {
  readonly $state: ReadableAtom<'idle' | 'busy' | 'failed'>;
  readonly decline: () => Promise<void>;
}

/** Declines a top-up; the loan is unchanged. */
export function createDeclining(doneText: string): Declining {
  const $state = atom<'idle' | 'busy' | 'failed'>('idle');
  const decline = async () => {
    if ($state.get() === 'busy') return;
    $state.set('busy');
    const answer = await request(declineTopUp, {}, { saysFailure: true });
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'ok') {
      $state.set('idle');
      notify(doneText);
      return openScreen(answer.value.nextScreen);
    }
    // It was signed in another window, which is not a failure.
    const isSigned = answer.kind === 'refused' && answer.status === 409 && (await openCurrentStep());
    $state.set(isSigned || isUnproven(answer) ? 'idle' : 'failed');
  };
  return { $state, decline };
}
