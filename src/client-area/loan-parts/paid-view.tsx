import type { LoanBody } from '#api/loan-body.ts';
import type { PaymentBody } from '#api/payment.ts';
import { formatDate } from '#i18n/format-date.ts';
import { sum } from '#loan/money.ts';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { LoanPaid } from '#ui/illustration/loan-paid.tsx';
import { Money } from '#ui/money/money.tsx';
import { Note } from '#ui/note/note.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { allocationParts } from './allocation-parts.ts';
import { AllocationTable } from './allocation-table.tsx';
import { comingValues, solesText } from './money-text.ts';
import { OutcomeHead } from './outcome-head.tsx';
import type { PaidTextKey } from './outcome-texts.ts';
import { useActiveLoan } from './use-active-loan.ts';

type ExtensionPaid = NonNullable<PaymentBody['extension']>;

interface Props extends Pick<ScreenProps<PaidTextKey>, 'say'> {
  readonly payment: PaymentBody;
}

/** A successful payment: what is left and when, then its receipt, and folded how it was applied. */
export function PaidView({ payment, say }: Props) {
  const { received, allocation } = payment;
  const parts = allocation ? allocationParts(allocation) : [];
  // A top-up on its way makes the loan owe again.
  const isOver = payment.status !== 'DISPUTED' && payment.paysOff && !payment.topUpComing;
  const running = useActiveLoan();
  const loan = running?.number === payment.loanNumber ? running : undefined;
  return (
    <div className="stack-l">
      <OutcomeHead tag={say('paid_tag', { amount: solesText(received) })} title={titleOf(payment, say)}>
        <p className="lead">{leadOf(payment, say)}</p>
      </OutcomeHead>
      <Difference payment={payment} say={say} />
      <div className="cols main">
        <div className="stack">
          <TitledSection
            id="paid-left"
            look={isOver ? 'card edge stack woven' : 'card edge stack'}
            title={say(isOver ? 'paid_left_over' : 'paid_left')}
            isWoven
          >
            <Left loan={loan} payment={payment} say={say} />
            <div className="row floor">
              {isOver && (
                <a className="btn" href={screenHref('profile-documents')}>
                  {say('paid_certificate')}
                </a>
              )}
              <a className={isOver ? 'btn quiet' : 'btn'} href={screenHref('profile')}>
                {say('pay_my_loans')}
              </a>
            </div>
          </TitledSection>
        </div>
        <aside className="stack">
          <TitledSection id="paid-receipt" look="card flat stack" title={say('paid_receipt')}>
            <KeyValues items={facts(payment, say)} />
            {parts.length > 0 && (
              <details className="fold">
                <summary>
                  <span className="strong">{say('paid_goes')}</span>
                </summary>
                <AllocationTable
                  parts={parts}
                  totalCents={sum(...parts.map(({ amountCents }) => amountCents))}
                  totalName={say('paid_received')}
                  caption={say('paid_goes')}
                  say={say}
                />
              </details>
            )}
            {!isOver && (
              <p className="floor">
                <a className="tapl" href={screenHref('profile-documents')}>
                  {say('paid_documents')}
                </a>
              </p>
            )}
          </TitledSection>
        </aside>
      </div>
    </div>
  );
}

/** The rest owed of the loan, and its next date; only the lender's current figures. */
function Left({ loan, payment, say }: Props & { readonly loan: LoanBody | undefined }) {
  const { paysOff, topUpComing } = payment;
  if (topUpComing) return <p>{say('top_up_coming', comingValues(topUpComing))}</p>;
  if (paysOff) {
    return (
      <>
        <LoanPaid />
        <p>
          <Money amount={solesText(0)} size="xl" />
        </p>
        <p>{say('paid_left_nothing')}</p>
      </>
    );
  }
  if (!loan) return <p>{say('paid_left_see')}</p>;
  const { totalOutstanding, totalDue, nextPaymentDate } = loan;
  return (
    <>
      <p>
        <Money amount={solesText(totalOutstanding)} size="xl" />
      </p>
      {nextPaymentDate && (
        <KeyValues
          items={[
            { name: say('paid_next'), value: solesText(totalDue) },
            { name: say('paid_next_on'), value: formatDate(nextPaymentDate) },
          ]}
        />
      )}
    </>
  );
}

function titleOf({ status, paysOff }: PaymentBody, say: Props['say']): string {
  if (status === 'DISPUTED') return say('paid_title_disputed');
  return say(paysOff ? 'paid_title_closed' : 'paid_title');
}

function leadOf(payment: PaymentBody, say: Props['say']): string {
  const { status, applied, paysOff, topUpComing, extension } = payment;
  if (status === 'DISPUTED') return say('paid_lead_disputed');
  if (!applied) return say('paid_lead_unapplied');
  if (paysOff) return say('paid_lead_closed');
  if (topUpComing) return say('paid_lead_top_up');
  return (extension && extensionLead(extension, say)) ?? say('paid_lead');
}

/** Says that a payment for an extension has moved the due date, or how much was missing. */
function extensionLead(extension: ExtensionPaid, say: Props['say']): string | undefined {
  const { status, newDueDate, missing, validUntil } = extension;
  if (status === 'ACTIVE') return say('paid_extended', { date: formatDate(newDueDate) });
  if (status === 'PAYMENT_PENDING' && missing !== null) {
    return say('paid_extension_part', { missing: solesText(missing), date: formatDate(validUntil) });
  }
  if (status === 'EXPIRED' && missing !== null) return say('paid_extension_short', { missing: solesText(missing) });
  if (status !== 'APPLIED_AS_PAYMENT') return undefined;
  if (missing === null) return say('paid_extension_over');
  return say('paid_extension_short', { missing: solesText(missing) });
}

/** The note about a received amount that differs from the requested one; it is posted as received. */
function Difference({ payment, say }: Props) {
  const { outcome, amount, received } = payment;
  if (outcome !== 'PARTIAL' && outcome !== 'OVERPAID') return null;
  const values = { asked: solesText(amount), received: solesText(received) };
  return (
    <Note look="warn">
      <p>{say(outcome === 'PARTIAL' ? 'paid_less' : 'paid_more', values)}</p>
    </Note>
  );
}

function facts({ paidOn, method, card, loanNumber, receipt, received }: PaymentBody, say: Props['say']): KeyValue[] {
  return [
    { name: say('paid_received'), value: solesText(received) },
    ...(paidOn ? [{ name: say('paid_on'), value: formatDate(paidOn) }] : []),
    { name: say('paid_by'), value: say(`pay_method_${method}`) },
    ...(card ? [{ name: say('paid_card'), value: `${card.brand} ••${card.maskedCard.slice(-4)}` }] : []),
    { name: say('paid_loan'), value: loanNumber },
    ...(receipt ? [{ name: say('paid_number'), value: receipt }] : []),
  ];
}
