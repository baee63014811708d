import type { PaymentPreviewBody } from '#api/endpoints/payments/make-payment-preview.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { scheduleTerms, termsOnWire } from '#client-area/explain/loan-terms.ts';
import { allocationParts } from '#client-area/loan-parts/allocation-parts.ts';
import { AllocationTable } from '#client-area/loan-parts/allocation-table.tsx';
import { comingValues } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Term } from '#loan/explanation.ts';
import { type Cents, fromSoles } from '#loan/money.ts';
import type { ChoiceStore } from './choice.store.ts';
import type { RepayLoanTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<RepayLoanTextKey>, 'say'> {
  readonly store: ChoiceStore;
  /** The terms of the chosen amount; shown while that is the amount to pay. */
  readonly terms: readonly Term[];
}

/** The allocation of the choice before it is paid, with the server's figures. */
export function PreviewCard({ store, terms, say }: Props) {
  const preview = useStore(store.$preview);
  const amount = useStore(store.$amount);
  const waitsFor = amount.kind === 'wrong' && amount.code !== 'required' ? 'repay_goes_wrong' : 'repay_goes_none';
  return (
    <section className="card flat stack" aria-live="polite" aria-busy={preview.kind === 'asking'}>
      <h2 className="h3">{say('repay_goes')}</h2>
      {preview.kind === 'ready' ? (
        <Ready amountCents={preview.amountCents} body={preview.body} terms={terms} say={say} />
      ) : preview.kind === 'failed' ? (
        <>
          <p>{say('repay_goes_failed')}</p>
          <button type="button" className="btn line sm" onClick={store.preview}>
            {say('client_retry')}
          </button>
        </>
      ) : (
        <p className="mute">{preview.kind === 'asking' ? say('client_loading') : say(waitsFor)}</p>
      )}
    </section>
  );
}

interface ReadyProps extends Pick<Props, 'terms' | 'say'> {
  readonly amountCents: Cents;
  readonly body: PaymentPreviewBody;
}

function Ready({ amountCents, body, terms, say }: ReadyProps) {
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
      {paysOff ? <p className="strong good">{say('repay_ends')}</p> : <After rows={scheduleAfter} say={say} />}
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
