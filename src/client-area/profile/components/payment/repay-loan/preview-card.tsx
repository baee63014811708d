import type { PaymentPreviewBody } from '#api/endpoints/payments/make-payment-preview.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { scheduleTerms, termsOnWire } from '#client-area/explain/loan-terms.ts';
import { allocationParts } from '#client-area/loan-parts/allocation-parts.ts';
import { AllocationTable } from '#client-area/loan-parts/allocation-table.tsx';
import { comingValues, solesText } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Term } from '#loan/explanation.ts';
import { type Cents, fromSoles } from '#loan/money.ts';
import type { ChoiceStore } from './choice.store.ts';
import type { Repayment } from './repay-loan.store.ts';
import type { RepayLoanTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<RepayLoanTextKey>, 'say'> {
  readonly repayment: Repayment;
  readonly store: ChoiceStore;
  /** The terms of the chosen amount; shown while that is the amount to pay. */
  readonly terms: readonly Term[];
}

/**
 * The allocation of the choice before it is paid, with the server's figures. A phone shows what the payment leaves, and
 * opens the rest, because the ways to pay and the button come first.
 */
export function PreviewCard({ store, repayment, terms, say }: Props) {
  const preview = useStore(store.$preview);
  const amount = useStore(store.$amount);
  const waitsFor = amount.kind === 'wrong' && amount.code !== 'required' ? 'repay_goes_wrong' : 'repay_goes_none';
  const pending = {
    none: waitsFor,
    asking: 'client_loading',
    failed: 'repay_goes_failed',
  } as const;
  const short = preview.kind === 'ready' ? leftText(preview.body, say) : say(pending[preview.kind]);
  return (
    <section className="card flat stack-s" aria-live="polite" aria-busy={preview.kind === 'asking'}>
      <h2 className="h3 desk">{say('repay_goes')}</h2>
      <details className="fold open-desk">
        <summary>
          <span>
            <b className="h h3">{say('repay_goes')}</b>
            <small>{short}</small>
          </span>
        </summary>
        <div className="stack-s">
          {preview.kind === 'ready' ? (
            <Ready {...preview} repayment={repayment} terms={terms} say={say} />
          ) : (
            <p className="mute desk">{short}</p>
          )}
          {preview.kind === 'failed' && (
            <button type="button" className="btn line sm" onClick={store.preview}>
              {say('client_retry')}
            </button>
          )}
        </div>
      </details>
    </section>
  );
}

/** Says what a payment leaves to pay, and what it saves. */
function leftText({ paysOff, outstandingAfter, savings }: PaymentPreviewBody, say: Props['say']): string {
  if (paysOff) return say('repay_ends');
  const left = `${say('repay_left')}: ${solesText(outstandingAfter)}`;
  return savings > 0 ? `${left} · ${say('repay_savings')} ${solesText(savings)}` : left;
}

interface ReadyProps extends Pick<Props, 'repayment' | 'terms' | 'say'> {
  readonly amountCents: Cents;
  readonly body: PaymentPreviewBody;
}

function Ready({ amountCents, body, repayment: { quote }, terms, say }: ReadyProps) {
  const { allocation, savings, savingsTerms, outstandingAfter, paysOff, topUpComing, scheduleAfter } = body;
  return (
    <>
      <AllocationTable
        parts={allocationParts(allocation)}
        totalCents={amountCents}
        total={<ExplainedSum terms={terms} totalCents={amountCents} say={say} />}
        totalName={say('repay_you_pay')}
        caption={say('repay_goes_caption')}
        say={say}
      >
        <tr>
          <th scope="row" className="strong">
            {say('repay_left')}
          </th>
          <td className="strong">
            <ExplainedSum terms={scheduleTerms(scheduleAfter)} totalCents={fromSoles(outstandingAfter)} say={say} />
          </td>
        </tr>
        {savings > 0 && (
          <tr>
            <th scope="row">{say('repay_savings')}</th>
            <td className="good">
              <ExplainedSum terms={termsOnWire(savingsTerms)} totalCents={fromSoles(savings)} isSaved say={say} />
            </td>
          </tr>
        )}
      </AllocationTable>
      {topUpComing && <p>{say('top_up_coming', comingValues(topUpComing))}</p>}
      {paysOff ? <p className="strong good desk">{say('repay_ends')}</p> : <After rows={scheduleAfter} say={say} />}
      {paysOff && quote.savings > 0 && (
        <p className="small">
          {say('repay_wait', { total: solesText(quote.comparedTo), savings: solesText(quote.savings) })}
        </p>
      )}
      <p className="small mute">{say('repay_day_counts')}</p>
    </>
  );
}

function After({ rows, say }: Pick<Props, 'say'> & { readonly rows: PaymentPreviewBody['scheduleAfter'] }) {
  if (rows.length === 0) return null;
  return (
    <details className="after">
      <summary className="tapl small">{say('repay_after', { count: rows.length })}</summary>
      <table className="rows small">
        <caption className="sr">{say('repay_after_caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('repay_after_date')}</th>
            <td>{say('repay_after_amount')}</td>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <th scope="row">{formatDate(row.dueDate)}</th>
              <td>
                <ExplainedSum terms={scheduleTerms([row])} totalCents={fromSoles(row.total)} isBare say={say} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
