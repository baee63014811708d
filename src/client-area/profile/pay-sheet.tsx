import { useEffect, useState } from 'react';
import type { MakePaymentRequest } from '#api/endpoints/payments/make-payment.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { takesAmount, wayOf } from '#client-area/loan-parts/method-choice.tsx';
import { openScreen, screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { $hasNetwork } from '#stores/online.ts';
import { SubmitButton } from '#ui/button/submit-button.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { Money } from '#ui/money/money.tsx';
import { Note } from '#ui/note/note.tsx';
import { createChoice, payable } from './components/payment/repay-loan/choice.store.ts';
import { createPaying } from './components/payment/repay-loan/paying.store.ts';
import { createRepayment, type Repayment } from './components/payment/repay-loan/repay-loan.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loanNumber: string;
  readonly onClose: () => void;
  /** Called when the lender says that the figures have changed. */
  readonly onOutOfDate: () => void;
}

/** A payment of a known amount. */
type Asked = MakePaymentRequest & { readonly amount: number };

/** Paying in one press: what is due today, by the way that the client used the last time. */
export function PaySheet({ loanNumber, onClose, onOutOfDate, say }: Props) {
  const store = useLoaded(() => createRepayment({ loanNumber }));
  const reload = () => {
    onOutOfDate();
    store.load();
  };
  return (
    <Modal title={say('repay_title')} onCancel={onClose}>
      <LoadedView store={store} look="lines" say={say} refused={({ status }) => status === 404 && <Elsewhere />}>
        {(repayment, isStale) => {
          const asked = repayment && onePress(repayment);
          // A stale figure must not be paid, and what is missing is asked on the payment screen.
          if (!asked || isStale) return <Elsewhere />;
          return <Sheet asked={asked} today={repayment.quote.date} reload={reload} say={say} />;
        }}
      </LoadedView>
      <div className="row">
        <a className="btn quiet sm" href={screenHref('profile-components-payment-repay-loan')}>
          {say('repay_sheet_other')}
        </a>
        <button type="button" className="btn quiet sm" onClick={onClose}>
          {say('explain_close')}
        </button>
      </div>
    </Modal>
  );
}

/**
 * Finds the payment that can be started without a question; undefined while another one waits or is being confirmed,
 * when the last way does not take the amount, and when the client must choose what an early payment does.
 */
function onePress(repayment: Repayment): Asked | undefined {
  const { options, waiting } = repayment;
  if (options.inProgress || waiting.length > 0) return undefined;
  const asked = createChoice(repayment).paymentRequest();
  const method = options.methods.find(({ code }) => code === asked?.method);
  const option = payable(repayment).find(({ code }) => code === asked?.purpose);
  if (asked?.amount === undefined || !method || option?.modes) return undefined;
  const { amount } = asked;
  return takesAmount(method, fromSoles(amount)) ? { ...asked, amount } : undefined;
}

interface SheetProps extends Pick<Props, 'say'> {
  readonly asked: Asked;
  readonly today: string;
  readonly reload: () => void;
}

function Sheet({ asked, today, reload, say }: SheetProps) {
  const [paying] = useState(() => createPaying(reload));
  const { isBusy, problem } = useStore(paying.$paying);
  const hasNetwork = useStore($hasNetwork);
  const amount = formatSoles(fromSoles(asked.amount));
  const way = wayOf(asked.method);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasNetwork) paying.pay(asked);
      }}
    >
      <div>
        <p>
          <Money amount={amount} size="xl" />
        </p>
        <p className="small mute">
          {asked.purpose !== 'EXTENSION' && `${say(`repay_${asked.purpose}`)} · `}
          {say('repay_sheet_today', { date: formatDate(today) })}
        </p>
      </div>
      <p className="row pay-way">
        <AnyIcon name={way.icon} />
        <span>
          <b>{say(way.name)}</b> <span className="small mute">{say('pay_method_last')}</span>
        </span>
      </p>
      <div role="alert" className="doubt">
        {(problem || !hasNetwork) && (
          <Note look="bad">
            <p>{say(problem ? `repay_problem_${problem}` : 'repay_stale')}</p>
          </Note>
        )}
      </div>
      <SubmitButton label={say('repay_pay', { amount })} busyLabel={say('form_busy')} isBusy={isBusy} />
    </form>
  );
}

/** The payment screen in place of the sheet. */
function Elsewhere() {
  useEffect(() => openScreen({ name: 'profile-components-payment-repay-loan' }), []);
  return null;
}
