import { formatAmount, formatWholeSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import {
  type CalculatorState,
  type CalculatorStore,
  changeAmount,
  commitAmount,
  stepAmount,
  typeAmount,
} from '../calculator.store.ts';
import type { Say } from '../texts.ts';
import { Icon } from './icon.tsx';
import { amountNoteText, soles } from './notes.ts';

interface Props {
  /** Prefix of the ids inside, distinct on its page. */
  readonly id: string;
  readonly $calculator: CalculatorStore;
  readonly state: CalculatorState;
  readonly say: Say;
}

/** Amount: ± buttons, a number field and a native slider, so that dragging is never required (WCAG 2.5.7). */
export function AmountControl({ id, $calculator, state, say }: Props) {
  const { product, selection, typed, amountNote } = state;
  const { minAmount, maxAmount, amountStep, firstLoanLimit } = product;
  const { amount } = selection;
  const max = formatWholeSoles(maxAmount);
  const step = (end: 'less' | 'more', direction: 1 | -1, bound: number) => (
    <button
      type="button"
      className="icon-btn"
      aria-label={say(`calc_${end}`, { amount: soles(amountStep) })}
      aria-disabled={amount === bound}
      aria-describedby={id + end}
      onClick={() => stepAmount($calculator, direction)}
    >
      <Icon name={end} />
    </button>
  );
  return (
    <div>
      <label className="lbl" htmlFor={id}>
        {say('calc_amount')}
      </label>
      <div className="step">
        {step('less', -1, minAmount)}
        <div className="amount">
          <span aria-hidden="true">S/</span>
          <input
            type="text"
            id={id}
            name="typed"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? formatAmount(fromSoles(amount))}
            aria-invalid={amountNote === 'unreadable'}
            aria-describedby={`${id}note`}
            onChange={(event) => typeAmount($calculator, event.target.value)}
            onBlur={() => commitAmount($calculator)}
          />
        </div>
        {step('more', 1, maxAmount)}
      </div>
      <p className="amount-note" id={`${id}note`}>
        {amountNoteText(state, say)}
      </p>
      <div className="slider">
        <svg className="track" width="100%" height="8" aria-hidden="true">
          <rect width="100%" height="8" rx="4" />
          <rect
            className="run"
            width={`${((amount - minAmount) / (maxAmount - minAmount || 1)) * 100}%`}
            height="8"
            rx="4"
          />
        </svg>
        <input
          className="range"
          type="range"
          name="amount"
          min={minAmount}
          max={maxAmount}
          step={amountStep}
          value={amount}
          aria-label={say('calc_amount_slider')}
          aria-valuetext={say('calc_amount_spoken', { amount })}
          onChange={(event) => changeAmount($calculator, Number(event.target.value))}
        />
      </div>
      <div className="ends">
        <span id={`${id}less`}>{formatWholeSoles(minAmount)}</span>
        <span id={`${id}more`}>
          {maxAmount === firstLoanLimit ? say('calc_first_loan_limit', { amount: max }) : max}
        </span>
      </div>
    </div>
  );
}
