import { changeAmount, commitAmount, goBack, stepAmount, typeAmount } from '../calculator.store.ts';
import type { CardPartProps } from '../card-model.ts';
import { Icon } from './icon.tsx';

/** Amount: ± buttons, a number field and a native slider, so that dragging is never required (WCAG 2.5.7). */
export function AmountControl({ card: { $calculator, id, say }, at }: CardPartProps) {
  const step = (end: 'less' | 'more', direction: 1 | -1) => (
    <button
      type="button"
      className="icon-btn"
      aria-describedby={`${id}range`}
      {...at(end)}
      onClick={() => stepAmount($calculator, direction)}
    >
      <Icon name={end} />
      <span className="ends" {...at(`${end} end`)} />
    </button>
  );
  return (
    <div>
      <div className="named">
        <label className="lbl" htmlFor={id}>
          {say('calc_amount')}
        </label>
        <span className="ends" id={`${id}range`} {...at('range')} />
      </div>
      <div className="step">
        {step('less', -1)}
        <div className="amount">
          <span aria-hidden="true">S/</span>
          <input
            type="text"
            id={id}
            name="typed"
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={`${id}note`}
            {...at('typed')}
            onChange={(event) => typeAmount($calculator, event.target.value)}
            onBlur={() => commitAmount($calculator)}
          />
        </div>
        {step('more', 1)}
      </div>
      <div className="noted">
        <p className="amount-note" id={`${id}note`} {...at('note')} />
        <button type="button" className="btn line sm" {...at('back')} onClick={() => goBack($calculator)} />
      </div>
      <div className="slider">
        <svg className="track" width="100%" height="8" aria-hidden="true">
          <rect width="100%" height="8" rx="4" />
          <rect className="run" height="8" rx="4" {...at('run')} />
        </svg>
        <input
          className="range"
          type="range"
          name="amount"
          aria-label={say('calc_amount_slider')}
          {...at('amount')}
          onChange={(event) => changeAmount($calculator, Number(event.target.value))}
        />
      </div>
    </div>
  );
}
