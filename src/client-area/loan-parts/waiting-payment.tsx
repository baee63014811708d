import { type ReactNode, useState } from 'react';
import type { PaymentBody } from '#api/payment.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Locale } from '#i18n/locale.ts';
import { fromSoles } from '#loan/money.ts';
import { environment } from '#stores/environment.ts';
import { $hasNetwork } from '#stores/online.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Money } from '#ui/money/money.tsx';
import { Note } from '#ui/note/note.tsx';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import { allocationParts } from './allocation-parts.ts';
import { AllocationTable } from './allocation-table.tsx';
import { createCancelling } from './cancelling.store.ts';
import { limaInstant } from './date-text.ts';
import { solesText } from './money-text.ts';
import type { PaymentWatch } from './payment-watch.store.ts';
import type { WaitingTextKey } from './waiting-texts.ts';

type Expected = NonNullable<PaymentBody['expected']>;

interface Props extends Pick<ScreenProps<WaitingTextKey>, 'say'> {
  readonly payment: PaymentBody;
  readonly watch: PaymentWatch;
  readonly locale: Locale;
  readonly title: string;
  readonly lead: string;
  /** The client must act before anything can change. */
  readonly isQuiet?: boolean | undefined;
  /** Copies the amount, beside it. */
  readonly copy?: ReactNode;
  /** Copied together with the amount, in its card. */
  readonly reference?: ReactNode;
  /** The code or account that the client pays with. */
  readonly children: ReactNode;
  /** The instructions. */
  readonly how?: ReactNode;
}

/** A payment that waits for its money: amount, deadline, instructions; updates itself when the money arrives. */
export function WaitingPayment({
  payment,
  watch,
  locale,
  title,
  lead,
  isQuiet,
  copy,
  reference,
  children,
  how,
  say,
}: Props) {
  const { amount, loanNumber, method, expected, extension } = payment;
  const isCut = useIsCut(watch);
  const deadline = deadlineOf(payment);
  const until = limaInstant(deadline, locale);
  return (
    <div className="stack-l">
      <div className="stack-s">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      <div className="cols main">
        <div className="stack">
          <section className="card edge stack-s grow">
            <div className="weave" aria-hidden="true" />
            <div>
              <p className="small mute">{say('pay_amount')}</p>
              <div className="row">
                <Money amount={solesText(amount)} size="xl" />
                {copy}
              </div>
            </div>
            <KeyValues
              items={[
                { name: say('pay_until'), value: until },
                // Of a transfer the title says how it is paid.
                {
                  name: say('pay_loan'),
                  value: method === 'MANUAL' ? loanNumber : `${loanNumber} · ${say(`pay_method_${method}`)}`,
                },
              ]}
            />
            {extension && (
              <p className="small">{say('pay_extension_until', { date: formatDate(extension.validUntil) })}</p>
            )}
            {reference}
            {expected && <Goes payment={payment} expected={expected} say={say} />}
          </section>
          {isCut && Date.parse(deadline) < environment().nowMs() && (
            <Note look="warn">
              <p>{say('pay_over_offline', { until })}</p>
            </Note>
          )}
          {children}
        </div>
        <aside className="stack">
          {how && <div className="card flat grow">{how}</div>}
          {!isQuiet && <Watching isCut={isCut} say={say} />}
          {!isCut && <Ways payment={payment} watch={watch} isQuiet={isQuiet} say={say} />}
        </aside>
      </div>
    </div>
  );
}

/** Tells whether nobody knows at present how the payment stands, so that nothing can be asked for or cancelled. */
function useIsCut({ $state }: PaymentWatch): boolean {
  const state = useStore($state);
  const hasNetwork = useStore($hasNetwork);
  return !hasNetwork || (state.kind === 'ready' && state.isStale);
}

/** Finds the payment's deadline; the price of an extension may expire earlier, at the end of a day in Lima. */
function deadlineOf({ expiresAt, extension }: PaymentBody): string {
  const priceEnds = extension && `${extension.validUntil}T23:59:00-05:00`;
  return priceEnds && Date.parse(priceEnds) < Date.parse(expiresAt) ? priceEnds : expiresAt;
}

/** The expected allocation, collapsed, because the instructions come first. */
function Goes({ payment, expected, say }: Pick<Props, 'payment' | 'say'> & { readonly expected: Expected }) {
  const { amount, today } = payment;
  return (
    <details className="after">
      <summary className="tapl small">{say('pay_goes')}</summary>
      <AllocationTable
        parts={allocationParts(expected)}
        totalCents={fromSoles(amount)}
        totalName={say('pay_amount')}
        caption={say('pay_goes')}
        say={say}
      />
      <p className="small mute">{say('pay_goes_today', { date: formatDate(today) })}</p>
    </details>
  );
}

/** The polling state, without a progress bar, because the duration is unknown. */
function Watching({ isCut, say }: Pick<Props, 'say'> & { readonly isCut: boolean }) {
  if (isCut) {
    return (
      <Note icon="wifi" title={say('client_offline')}>
        <p>{say('pay_waiting_offline')}</p>
      </Note>
    );
  }
  return (
    <Note icon="clock" title={say('pay_waiting')}>
      <p>{say('pay_waiting_text')}</p>
    </Note>
  );
}

/** Checking now, and what else can be done with the payment. */
function Ways({ payment, watch, isQuiet, say }: Pick<Props, 'payment' | 'watch' | 'isQuiet' | 'say'>) {
  const [cancelling] = useState(() => createCancelling(watch));
  const state = useStore(cancelling.$state);
  return (
    <div className="stack-s">
      <div className="row">
        {!isQuiet && (
          <button type="button" className="btn quiet sm" onClick={watch.load}>
            {say('pay_look')}
          </button>
        )}
        <a
          className="btn quiet sm"
          href={screenHref('profile-components-payment-repay-loan', { loan: payment.loanNumber })}
        >
          {say('pay_other_way')}
        </a>
        {payment.canCancel && (
          <button
            type="button"
            className="btn quiet sm"
            aria-disabled={state === 'busy' || undefined}
            onClick={() => cancelling.cancel(payment.id)}
          >
            {say(state === 'busy' ? 'form_busy' : 'pay_cancel')}
          </button>
        )}
        <a className="btn quiet sm" href={screenHref('profile')}>
          {say('pay_my_loans')}
        </a>
      </div>
      <div role="alert" className="doubt">
        {state === 'failed' && (
          <Note look="bad">
            <p>{say('pay_cancel_failed')}</p>
          </Note>
        )}
      </div>
    </div>
  );
}
