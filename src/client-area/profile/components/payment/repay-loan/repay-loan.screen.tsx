import { type ReactNode, useRef, useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { BackLink } from '#client-area/frame/back-link.tsx';
import { loanInQuery } from '#client-area/loan-parts/loan-in-query.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { placeOf } from '#client-area/loan-parts/payment-place.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Note } from '#ui/note/note.tsx';
import type { Choice } from './choice.store.ts';
import { PayForm } from './pay-form.tsx';
import { createPaying } from './paying.store.ts';
import { createRepayment, type Repayment } from './repay-loan.store.ts';
import type { RepayLoanTextKey } from './texts.ts';

type Props = ScreenProps<RepayLoanTextKey>;

/** Paying a loan: the amount, its allocation, and the method. */
export function Screen(props: Props) {
  const { say, query } = props;
  const store = useLoaded(() =>
    createRepayment({
      loanNumber: loanInQuery(query),
      settles: query['settle'] !== undefined,
    }),
  );
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <BackLink href={screenHref('profile')}>{say('pay_my_loans')}</BackLink>
        <h1>{say('repay_title')}</h1>
      </div>
      <LoadedView store={store} look="form" say={say} refused={({ status }) => status === 404 && <Nothing say={say} />}>
        {(repayment, isStale) =>
          repayment ? (
            <Repay {...props} repayment={repayment} isStale={isStale} reload={store.load} />
          ) : (
            <Nothing say={say} />
          )
        }
      </LoadedView>
    </div>
  );
}

interface RepayProps extends Props {
  readonly repayment: Repayment;
  readonly isStale: boolean;
  readonly reload: () => void;
}

function Repay(props: RepayProps) {
  const { repayment, say, reload } = props;
  // These outlive the form: after "the amount has changed" the client's choice is kept.
  const [paying] = useState(() => createPaying(reload));
  const chosen = useRef<Choice>(undefined);
  const { loanNumber, options, quote, settlement } = repayment;
  const figures = JSON.stringify([options.purposes, settlement, quote.date]);
  // Beside a payment that is being confirmed: only what is safe, if anything is.
  const canPay =
    !options.inProgress || (options.purposes.length > 0 && options.methods.some(({ available }) => available));
  if (options.purposes.length === 0 && !options.inProgress) return <SmallRest {...props} />;
  return (
    <>
      <p className="small mute">{say('repay_loan_on', { loan: loanNumber, date: formatDate(quote.date) })}</p>
      {options.inProgress && (
        <Note look="warn" title={say('repay_in_progress')}>
          <p>{say(canPay ? 'repay_in_progress_other' : 'repay_in_progress_text')}</p>
          <a className="btn line sm" href={screenHref('profile-components-modal-loader', { p: options.inProgress })}>
            {say('repay_in_progress_see')}
          </a>
        </Note>
      )}
      {canPay && (
        <>
          <Waiting {...props} />
          <UnlessReviewed {...props}>
            {/* New amounts, or those of another day, mount a new form without the state of the old one. */}
            <PayForm key={figures} {...props} paying={paying} chosen={chosen}>
              <Beside {...props} />
            </PayForm>
          </UnlessReviewed>
        </>
      )}
    </>
  );
}

/** Folds the form while a payment is looked for, because what it offers would pay the same once more. */
function UnlessReviewed({ repayment: { waiting }, say, children }: RepayProps & { readonly children: ReactNode }) {
  if (waiting.every(({ status }) => status !== 'IN_REVIEW')) return children;
  return (
    <details className="fold">
      <summary className="h3">{say('repay_else')}</summary>
      {children}
    </details>
  );
}

/** A payment that was started and not paid: to be continued, because a second one might be paid twice. */
function Waiting({ repayment: { waiting }, say }: RepayProps) {
  const reviewed = waiting.filter(({ status }) => status === 'IN_REVIEW');
  const open = waiting.filter(({ status }) => status !== 'IN_REVIEW');
  return (
    <>
      {reviewed.length > 0 && (
        <Started
          payments={reviewed}
          title="repay_reviewing"
          text="repay_reviewing_text"
          go="repay_in_progress_see"
          say={say}
        />
      )}
      {open.length > 0 && (
        <Started payments={open} title="repay_waiting" text="repay_waiting_text" go="repay_waiting_see" say={say} />
      )}
    </>
  );
}

interface StartedProps extends Pick<Props, 'say'> {
  readonly payments: Repayment['waiting'];
  readonly title: 'repay_waiting' | 'repay_reviewing';
  readonly text: 'repay_waiting_text' | 'repay_reviewing_text';
  readonly go: 'repay_waiting_see' | 'repay_in_progress_see';
}

function Started({ payments, title, text, go, say }: StartedProps) {
  return (
    <section className="card flat stack-s">
      <h2 className="h3">{say(title)}</h2>
      <p className="small">{say(text)}</p>
      <ul className="acts">
        {payments.map((payment) => (
          <li key={payment.id}>
            <a href={screenHref(placeOf(payment), { p: payment.id })}>
              <AnyIcon name="clock" />
              <span>
                <b>{solesText(payment.amount)}</b>
                <small>{say(`pay_method_${payment.method}`)}</small>
              </span>
              <span className="small">{say(go)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Advice before paying, and the way out for people who cannot pay. */
function Beside({ repayment, say }: RepayProps) {
  const { options, loanNumber } = repayment;
  const extension = options.purposes.find(({ code }) => code === 'EXTENSION');
  return (
    <aside>
      <ul className="card limits acts">
        {extension && (
          <li>
            <a href={screenHref('profile-components-payment-extend-loan', { loan: loanNumber })}>
              <AnyIcon name="calendar" />
              <span>
                <b>{say('repay_extend')}</b>
                <small>{say('repay_extend_text', { min: solesText(extension.min ?? 0) })}</small>
              </span>
              <AnyIcon name="arrow-right" />
            </a>
          </li>
        )}
        <li>
          <details className="fold">
            <summary>
              <AnyIcon name="shield" />
              <b>{say('repay_safe')}</b>
            </summary>
            <p className="small">{say('repay_safe_text')}</p>
          </details>
        </li>
      </ul>
    </aside>
  );
}

/** No purpose is offered for small change: it is waived when its time has passed. */
function SmallRest({ repayment: { quote }, say }: RepayProps) {
  return (
    <EmptyStateLink
      title={say('repay_rest', { amount: solesText(quote.total) })}
      text={say('repay_rest_text')}
      href={screenHref('profile')}
      label={say('pay_my_loans')}
    />
  );
}

function Nothing({ say }: Pick<Props, 'say'>) {
  return (
    <EmptyStateLink
      title={say('repay_nothing')}
      text={say('repay_nothing_text')}
      href={screenHref('profile')}
      label={say('pay_my_loans')}
    />
  );
}
