import type { ReactNode } from 'react';
import type { Locale } from '#i18n/locale.ts';
import { termChoices } from '#loan/selection.ts';
import type { CalculatorState, CalculatorStore } from '../calculator.store.ts';
import { AmountControl } from '../parts/amount-control.tsx';
import { ProductToggle, TermPicker } from '../parts/choices.tsx';
import { Icon } from '../parts/icon.tsx';
import { offerProblemText } from '../parts/notes.ts';
import { Receipt } from '../parts/receipt.tsx';
import type { Say } from '../texts.ts';

interface Props {
  readonly state: CalculatorState;
  readonly locale: Locale;
  readonly say: Say;
  readonly id: string;
  readonly $calculator: CalculatorStore;
  /** Requests the confirmation again. */
  readonly retry: () => void;
  /** The apply link. */
  readonly apply: ReactNode;
  /** The details, on the server only. */
  readonly threads?: ReactNode;
  readonly costs?: ReactNode;
  readonly timeline?: ReactNode;
}

/** The calculator of a first loan, in the order of a phone: choices, total, button, details. */
export function NewClientState({ state, locale, say, id, $calculator, retry, apply, ...details }: Props) {
  const closed = state.confirmation === 'closed';
  return (
    <>
      {details.costs && (
        <noscript>
          <p>{say('calc_no_script')}</p>
        </noscript>
      )}
      <Controls id={id} $calculator={$calculator} state={state} say={say} />
      {closed && <Problem state={state} say={say} retry={retry} />}
      <div className="receipt" hidden={closed}>
        <div>
          <Receipt offer={state.offer} locale={locale} say={say} status={<Status state={state} say={say} />} />
          <Problem state={state} say={say} retry={retry} />
        </div>
        <div className="cta">
          {apply}
          <p className="xs mute">{say('calc_no_commitment')}</p>
        </div>
        <Later className="det" state={state}>
          {details.costs}
        </Later>
      </div>
      <Later className="more" state={state}>
        {details.timeline}
      </Later>
      <AsItStands className="threads">{details.threads}</AsItStands>
      {/* Written by start-card.tsx. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: never assigned */}
      <p className="sr" role="status" dangerouslySetInnerHTML={AS_IT_STANDS} />
    </>
  );
}

interface ControlsProps {
  readonly id: string;
  readonly $calculator: CalculatorStore;
  readonly state: CalculatorState;
  readonly say: Say;
}

/** The choices: product type, amount, term. */
export function Controls({ id, $calculator, state, say }: ControlsProps) {
  const { productType, term } = state.selection;
  return (
    <div className="ctl">
      {!state.fixedType && <ProductToggle $calculator={$calculator} productType={productType} say={say} />}
      <AmountControl id={id} $calculator={$calculator} state={state} say={say} />
      <TermPicker
        $calculator={$calculator}
        productType={productType}
        term={term}
        terms={termChoices(state.published, productType)}
        allowed={termChoices(state.settings, productType)}
        say={say}
      />
    </div>
  );
}

interface AsItStandsProps {
  readonly className: string;
  /** On the server only. */
  readonly children: ReactNode;
}

interface LaterProps extends AsItStandsProps {
  readonly state: CalculatorState;
}

/** Drawing the card leaves alone what is inside. */
const AS_IT_STANDS = { __html: '' };

function AsItStands({ className, children }: AsItStandsProps) {
  if (children) return <div className={className}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: never assigned
  return <div className={className} dangerouslySetInnerHTML={AS_IT_STANDS} />;
}

/** An element whose HTML the server has rendered; `startIsland` draws in the element inside. */
function Later({ className, state, children }: LaterProps) {
  if (children) {
    return (
      <div className={className}>
        <div>{children}</div>
      </div>
    );
  }
  // After the first change the static details are wrong until the island draws them.
  const behind = state.touched && !state.ready;
  return (
    <div
      className={className}
      aria-busy={behind}
      // They failed to load and will not be updated.
      hidden={state.confirmation === 'closed' || (behind && state.confirmation === 'failed')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: never assigned, see above
      dangerouslySetInnerHTML={AS_IT_STANDS}
    />
  );
}

/** Beside the total's label while there is no problem. */
export function Status({ state: { confirmation }, say }: { readonly state: CalculatorState; readonly say: Say }) {
  if (confirmation !== 'confirming' && confirmation !== 'confirmed') return null;
  return (
    <span className="status">
      {confirmation === 'confirmed' && <Icon name="check" />}
      {say(`calc_${confirmation}`)}
    </span>
  );
}

interface ProblemProps {
  readonly state: CalculatorState;
  readonly say: Say;
  readonly retry: () => void;
}

/** Below the total when the request failed or the prices have changed. */
export function Problem({ state, say, retry }: ProblemProps) {
  const text = offerProblemText(state, say);
  if (!text) return null;
  const { confirmation } = state;
  const failed = confirmation === 'failed';
  return (
    <div className={failed || confirmation === 'closed' ? 'note bad' : 'note'}>
      <Icon name="warning" />
      {text}
      {failed && (
        <button type="button" className="btn line sm" onClick={retry}>
          {say('calc_retry')}
        </button>
      )}
    </div>
  );
}
