import { atom, onMount } from 'nanostores';
import type { CallOutput, CallResult } from '#api/call.ts';
import { toProductSettings } from '#api/convert.ts';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { earlierSelection, saveSelection } from '#calculator/selection.store.ts';
import { applyFor } from '#client-area/calculator/apply-for.ts';
import { createLoadedFrom, type Reading } from '#client-area/data/loaded.store.ts';
import { openScreen } from '#client-area/router.ts';
import { defaultSelection, type Selection } from '#loan/selection.ts';
import type { InquiryAnswer } from '#stores/inquiry.ts';
import { request } from '#stores/protected-call.ts';
import { $accessToken } from '#stores/session.ts';

/** The chosen loan, priced by the server. */
export interface ChosenLoan {
  readonly selection: Selection;
  /** Nothing was chosen: the default selection is shown as an example. */
  readonly isExample: boolean;
  readonly offer: CallOutput<typeof makePublicOffer>['offer'];
  /** The most that this amount asks for, where the lender says it. */
  readonly asked?: 'little' | 'referees' | 'pictures' | undefined;
}

/** The state of the application. */
export type Inquiry =
  /** The visitor does not have an account yet. */
  | { readonly kind: 'registering' }
  /** The account exists: whether it may apply at all must be known before anything is said. */
  | { readonly kind: 'asking' }
  /** The application is not sent yet, or is being sent. */
  | { readonly kind: 'ready' | 'sending' }
  | { readonly kind: 'failed'; readonly code: string; readonly canReapplyAt?: string | undefined };

/** Creates the store of a new client: the chosen loan, registration, then the application. One per visit. */
export function createNewClient(onAdjusted: (toAmount: number) => void) {
  const chosen = createLoadedFrom(loadChosen);
  const $inquiry = atom<Inquiry>({ kind: $accessToken.get() ? 'asking' : 'registering' });
  // One idempotency key per visit, because retries must not apply twice.
  const key = crypto.randomUUID();

  onMount($inquiry, () => {
    if ($inquiry.get().kind === 'asking') knownState().then(async ({ ask }) => $inquiry.set(await ask()));
  });

  const apply = async () => {
    const loan = chosen.$state.get();
    if (loan.kind !== 'ready' || $inquiry.get().kind === 'sending') return;
    $inquiry.set({ kind: 'sending' });
    const answer = await applyFor(loan.value.selection, key);
    if (answer.kind === 'ok') {
      const [adjusted] = answer.value.adjusted;
      if (adjusted) onAdjusted(adjusted.to);
      openScreen(answer.value.nextScreen);
    } else if (answer.kind !== 'aborted') {
      $inquiry.set(await failureOf(answer));
    }
  };

  /** Sends the application after registration, without another press (domain 2.1.4). */
  const onSession = () => {
    $inquiry.set({ kind: 'ready' });
    return apply();
  };
  return { chosen, $inquiry, apply, onSession };
}

/** Loaded with a session, because a visitor does not have a state. */
const knownState = () => import('./known-state.ts');

export type NewClientStore = ReturnType<typeof createNewClient>;

/** Loads the selection of the link or the cookies, else the default, at today's price of the server. */
async function loadChosen(reading: Reading): Promise<CallResult<ChosenLoan>> {
  const answer = await request(getProductSettings, { query: { sequence: '1' } }, reading);
  if (answer.kind !== 'ok') return answer;
  const settings = toProductSettings(answer.value);
  const earlier = earlierSelection(settings);
  const selection = earlier ?? defaultSelection(settings, 'INSTALLMENT');
  // Saved, so that it survives a detour to sign-in.
  if (earlier) saveSelection(earlier);
  const { amount, term, productId, productType } = selection;
  const inquiry = { amount, term, productId };
  const body = productType === 'SINGLE_PAY' ? { singlePayInquiry: inquiry } : { installmentInquiry: inquiry };
  const priced = await request(makePublicOffer, { body }, reading);
  if (priced.kind !== 'ok') return priced;
  const asked = answer.value.askedAbove && askedFor(amount, answer.value.askedAbove);
  return { kind: 'ok', value: { selection, isExample: !earlier, offer: priced.value.offer, asked } };
}

function askedFor(
  amount: number,
  { referees = amount, pictures = amount }: { referees?: number | undefined; pictures?: number | undefined },
) {
  if (amount > pictures) return 'pictures';
  return amount > referees ? 'referees' : 'little';
}

async function failureOf(answer: InquiryAnswer & { readonly kind: 'refused' | 'unreachable' }): Promise<Inquiry> {
  if (answer.kind === 'unreachable') return { kind: 'failed', code: 'offline' };
  const code = (answer.status < 500 && answer.error?.code) || 'failed';
  if (code !== 'reapply_later') return { kind: 'failed', code };
  const { readReapplyDate } = await knownState();
  return { kind: 'failed', code, canReapplyAt: await readReapplyDate() };
}
