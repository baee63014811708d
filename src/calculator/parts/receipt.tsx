import { askAgain } from '../calculator.store.ts';
import type { CardPartProps } from '../card-model.ts';
import { FACTS } from '../card-view.ts';
import { Icon } from './icon.tsx';
import { Tip } from './tip.tsx';

/** The total, the dates or instalments, the cost and the TCEA; the total is the most prominent figure of the page. */
export function Receipt({ card: { id, say }, at }: CardPartProps) {
  return (
    <div className="sum">
      <p className="total">
        <span className="lbl">{say('calc_total')}</span>
        <strong className="money xl">
          <span className="cur">S/</span>
          <span {...at('total')} />
        </strong>
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
        <div>
          <dt>{say('calc_cost')}</dt>
          <dd {...at('cost')} />
        </div>
        <div>
          <dt>{say('calc_rate')}</dt>
          <dd>
            <Tip group={id} what={say('calc_what_is')} text={<p {...at('tcea tip')} />}>
              <span {...at('tcea')} />
            </Tip>
          </dd>
        </div>
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
