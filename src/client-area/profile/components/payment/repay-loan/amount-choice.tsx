import { useState } from 'react';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { withDecimalSign } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { PrepaymentMode } from '#loan/loan.ts';
import { fromSoles } from '#loan/money.ts';
import type { PaymentPurpose } from '#loan/payment-intent.ts';
import { MoneyField } from '#ui/field/money-field.tsx';
import { type CardChoice, RadioCards } from '#ui/field/radio-cards.tsx';
import { RadioGroup } from '#ui/field/radio-group.tsx';
import { Money } from '#ui/money/money.tsx';
import { type ChoiceStore, isFree, type PaymentOptionBody, payable } from './choice.store.ts';
import type { Repayment } from './repay-loan.store.ts';
import type { RepayLoanTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<RepayLoanTextKey>, 'say' | 'sayError'> {
  readonly repayment: Repayment;
  readonly store: ChoiceStore;
  /** True: every error is shown; before that only the error of the amount, once its field was left. */
  readonly isTried: boolean;
}

/** The amount to pay: one of the server's options, or a free amount and its purpose. */
export function AmountChoice(props: Props) {
  const { repayment, store, say } = props;
  const chosen = useStore(store.$choice);
  const options = payable(repayment);
  const option = options.find(({ code }) => code === chosen.purpose);
  return (
    <div className="stack">
      <RadioCards
        id="purpose"
        name="purpose"
        label={say('repay_what')}
        errorWord={say('client_error')}
        value={chosen.purpose}
        onChange={(purpose) => store.change({ purpose: purpose as PaymentPurpose })}
        choices={options.map((each) => choiceOf(each, props))}
      />
      {option && isFree(option) && <OwnAmount {...props} option={option} />}
      {option?.modes && <Modes {...props} modes={option.modes} />}
    </div>
  );
}

function choiceOf(option: PaymentOptionBody, { repayment, say }: Props): CardChoice {
  const { code, amount, terms = [] } = option;
  if (code === 'EXTENSION') throw new RangeError('an extension is paid on its own screen');
  const aside = amount === undefined ? undefined : <Money amount={solesText(amount)} />;
  const beside = amount !== undefined && (
    <ExplainedSum terms={termsOnWire(terms)} totalCents={fromSoles(amount)} isMark say={say} />
  );
  const { settlement } = repayment;
  if (settlement) {
    const note = say('repay_note_settlement', {
      discount: solesText(settlement.discount),
      date: formatDate(settlement.validUntil),
    });
    return { value: code, label: say('repay_settlement'), note, aside, beside };
  }
  const { savings, topUpComing } = repayment.quote;
  const saves = code === 'PAYOFF' && savings > 0;
  return {
    value: code,
    label: say(`repay_${code}`),
    note:
      code === 'PAYOFF' && topUpComing
        ? say('repay_note_PAYOFF_top_up')
        : saves
          ? say('repay_note_PAYOFF_savings', { savings: solesText(savings) })
          : say(`repay_note_${code}`),
    aside,
    beside,
  };
}

function OwnAmount({ option, store, isTried, say, sayError }: Props & { readonly option: PaymentOptionBody }) {
  const chosen = useStore(store.$choice);
  const amount = useStore(store.$amount);
  const [isLeft, setLeft] = useState(false);
  const isWrong = (isTried || isLeft) && amount.kind === 'wrong';
  const bounds = { min: solesText(option.min ?? 0), max: solesText(option.max ?? 0) };
  return (
    <div className="stack-s">
      <MoneyField
        id="amount"
        name="amount"
        label={say('repay_amount', bounds)}
        errorWord={say('client_error')}
        error={
          isWrong
            ? amount.code === 'out_of_range'
              ? say('repay_amount_range', bounds)
              : sayError('amount', amount.code)
            : undefined
        }
        value={chosen.amount}
        onChange={(typed) => store.change({ amount: typed })}
        onBlur={() => setLeft(true)}
      />
      {isWrong && (
        <div className="row">
          {[option.min ?? 0, option.max ?? 0].map((works) => (
            <button
              key={works}
              type="button"
              className="btn line sm"
              onClick={() => store.change({ amount: withDecimalSign(works.toFixed(2)) })}
            >
              {say('repay_try', { amount: solesText(works) })}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The choice of an early payment’s effect; the chosen answer is explained below, and the figures follow it. */
function Modes({ modes, store, say }: Props & { readonly modes: readonly PrepaymentMode[] }) {
  const { mode } = useStore(store.$choice);
  return (
    <div className="stack-s">
      <RadioGroup
        id="mode"
        name="mode"
        label={say('repay_mode')}
        errorWord={say('client_error')}
        value={mode}
        onChange={(chosen) => store.change({ mode: chosen as PrepaymentMode })}
        choices={modes.map((each) => ({ value: each, label: say(`repay_mode_${each}`) }))}
      />
      <p className="small mute" role="status">
        {say(`repay_mode_note_${mode}`)}
      </p>
    </div>
  );
}
