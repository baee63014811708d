import { askAgain } from '../calculator.store.ts';
import type { CardPartProps } from '../card-model.ts';
import { FACTS } from '../card-view.ts';
import { Icon } from './icon.tsx';

/** The total, the dates or instalments, and the TCEA; the total is the most prominent figure of the page. */
export function Receipt({ card: { say }, at }: CardPartProps) {
  return (
    <div className="sum">
      <p className="lbl">
        {say('calc_total')}
        {/* Beside the total's label while there is no problem. */}
        <span className="status">
          <span {...at('check')}>
            <Icon name="check" />
          </span>
          <span {...at('confirmed')} />
        </span>
      </p>
      <p className="money xl">
        <span className="cur">S/</span>
        <span {...at('total')} />
      </p>
      <dl className="facts">
        {FACTS.map((fact) => (
          <div key={fact} {...at(fact)}>
            <dt {...at(`${fact} name`)} />
            <dd>
              <span {...at(`${fact} value`)} />
              <small {...at(`${fact} note`)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Below the total when the request failed or the prices have changed. */
export function Problem({ card: { $calculator, say }, at }: CardPartProps) {
  return (
    <div {...at('problem')}>
      <Icon name="warning" />
      <span {...at('problem text')} />
      <button type="button" className="btn line sm" {...at('retry')} onClick={() => askAgain($calculator)}>
        {say('calc_retry')}
      </button>
    </div>
  );
}
