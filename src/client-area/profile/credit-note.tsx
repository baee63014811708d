import { atom, type ReadableAtom } from 'nanostores';
import { useState } from 'react';
import type { LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import { type RefundBody, requestRefund } from '#api/endpoints/payments/request-refund.ts';
import type { LoanBody } from '#api/loan-body.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { request } from '#stores/protected-call.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { useStore } from '../use-store.ts';
import type { LoanHistoryStore } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loan: Pick<LoanBody, 'number' | 'unappliedCredit'>;
  /** The terms of the credit: where it comes from; unknown with basic assurance. */
  readonly terms?: LoanDetail['creditTerms'] | undefined;
  /** The loan is paid: no further payment can use the credit. */
  readonly isOver?: boolean;
}

/** A credit up to this amount stays while the loan runs (domain 2.11.5); above it a refund can be requested. */
const KEPT_SOLES = 5;

type Refunding =
  | { readonly kind: 'idle' | 'busy' | 'nothing' | 'account' | 'failed' }
  | { readonly kind: 'sent'; readonly refund: RefundBody };

interface RefundStore {
  readonly $state: ReadableAtom<Refunding>;
  readonly ask: () => Promise<void>;
}

const PROBLEMS: ReadonlyMap<string, 'nothing' | 'account'> = new Map(
  Object.entries<'nothing' | 'account'>({
    nothing_to_refund: 'nothing',
    bank_account_missing: 'account',
  }),
);

function createRefund(number: string): RefundStore {
  const $state = atom<Refunding>({ kind: 'idle' });
  // One idempotency key per visit, so that a repeated request refunds once.
  const idempotencyKey = crypto.randomUUID();
  const ask = async () => {
    if ($state.get().kind === 'busy') return;
    $state.set({ kind: 'busy' });
    const answer = await request(requestRefund, { params: { number } }, { idempotencyKey, saysFailure: true });
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'ok') return $state.set({ kind: 'sent', refund: answer.value });
    const code = answer.kind === 'refused' ? answer.error?.code : undefined;
    $state.set({ kind: PROBLEMS.get(code ?? '') ?? 'failed' });
  };
  return { $state, ask };
}

const TEXTS = {
  nothing: 'profile_refund_nothing',
  account: 'profile_refund_account',
  failed: 'profile_refund_failed',
} as const;

/** The credit of loans that are over, whether or not another one runs. */
export function EarlierCredit({
  history,
  running,
  say,
}: Pick<Props, 'say'> & { readonly history: LoanHistoryStore; readonly running: string | undefined }) {
  const state = useStore(history.$state);
  if (state.kind !== 'ready') return null;
  const { loans, detail } = state.value;
  return loans
    .filter(({ number, unappliedCredit }) => number !== running && unappliedCredit > 0)
    .map((loan) => (
      <CreditNote
        key={loan.number}
        loan={loan}
        terms={detail?.number === loan.number ? detail.creditTerms : undefined}
        isOver
        say={say}
      />
    ));
}

/** A credit from an overpayment, and its refund. */
export function CreditNote({ loan, terms = [], isOver = false, say }: Props) {
  const [refund] = useState(() => createRefund(loan.number));
  const state = useStore(refund.$state);
  const amount = solesText(loan.unappliedCredit);
  if (state.kind === 'sent') {
    const { amount: sent, account, arrivesBy } = state.refund;
    return (
      <Note look="ok">
        <p>{say('profile_refunded', { amount: solesText(sent), account, date: formatDate(arrivesBy) })}</p>
      </Note>
    );
  }
  const isBusy = state.kind === 'busy';
  return (
    <Note look="ok" sign={<AnyIcon name="wallet" />} title={say('profile_credit', { amount })}>
      {isOver && <p>{say('profile_credit_of', { loan: loan.number })}</p>}
      {terms.length > 0 && (
        <p>
          <ExplainedSum terms={termsOnWire(terms)} totalCents={fromSoles(loan.unappliedCredit)} say={say} />
        </p>
      )}
      {!isOver && loan.unappliedCredit <= KEPT_SOLES ? (
        <p>{say('profile_credit_small')}</p>
      ) : (
        <>
          <p>{say('profile_credit_text')}</p>
          <button type="button" className="btn line sm" aria-disabled={isBusy || undefined} onClick={refund.ask}>
            {isBusy ? say('form_busy') : say('profile_refund', { amount })}
          </button>
        </>
      )}
      <div role="alert">
        {(state.kind === 'nothing' || state.kind === 'account' || state.kind === 'failed') && (
          <p>{say(TEXTS[state.kind])}</p>
        )}
      </div>
    </Note>
  );
}
