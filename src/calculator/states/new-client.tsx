import type { ReactNode } from 'react';
import type { Locale } from '#i18n/locale.ts';
import { termChoices } from '#loan/selection.ts';
import type { CalculatorState, CalculatorStore } from '../calculator.store.ts';
import type { DetailsProps } from '../details.tsx';
import { AmountControl } from '../parts/amount-control.tsx';
import { ProductToggle, TermPicker } from '../parts/choices.tsx';
import { Icon } from '../parts/icon.tsx';
import { offerProblemText } from '../parts/notes.ts';
import { Receipt } from '../parts/receipt.tsx';
import type { Say } from '../texts.ts';

/**
 * The details are rendered on the server and hydrated later (hydrate-details.tsx). A static import would add them to
 * the browser's first script; this branch is removed from the browser's build.
 */
const onServer = import.meta.env.SSR ? await import('../details.tsx') : undefined;

interface Props {
  readonly state: CalculatorState;
  readonly locale: Locale;
  readonly say: Say;
  readonly details: DetailsProps;
  /** Requests the confirmation again. */
  readonly retry: () => void;
  /** The apply link. */
  readonly apply: ReactNode;
}

/** The calculator of a first loan, in the order of a phone: choices, total, button, details. */
export function NewClientState({ state, locale, say, details, retry, apply }: Props) {
  const closed = state.confirmation === 'closed';
  return (
    <>
      <Controls $calculator={details.$calculator} state={state} say={say} />
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
          {onServer && <onServer.Costs {...details} />}
        </Later>
      </div>
      <Later className="more" state={state}>
        {onServer && <onServer.LoanTimeline {...details} />}
      </Later>
    </>
  );
}

interface ControlsProps {
  readonly $calculator: CalculatorStore;
  readonly state: CalculatorState;
  readonly say: Say;
}

/** The choices: product type, amount, term. */
export function Controls({ $calculator, state, say }: ControlsProps) {
  const { productType, term } = state.selection;
  return (
    <div className="ctl">
      {!state.fixedType && <ProductToggle $calculator={$calculator} productType={productType} say={say} />}
      <AmountControl $calculator={$calculator} state={state} say={say} />
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

interface LaterProps {
  readonly className: string;
  readonly state: CalculatorState;
  /** On the server only. */
  readonly children: ReactNode;
}

/** One constant for all renders: with a new object React would empty the element. */
const AS_IT_STANDS = { __html: '' };

/**
 * An element whose HTML the server has rendered and React leaves alone: it does so for `dangerouslySetInnerHTML`, and
 * because the object never changes nothing is assigned. `hydrateDetails` hydrates the element inside.
 */
function Later({ className, state, children }: LaterProps) {
  if (import.meta.env.SSR) {
    return (
      <div className={className}>
        <div>{children}</div>
      </div>
    );
  }
  // After the first change the static details are wrong until they are hydrated.
  const behind = state.touched && !state.awake;
  return (
    <div
      className={className}
      aria-busy={behind}
      // They failed to load and will not be updated.
      hidden={state.confirmation === 'closed' || (behind && state.confirmation === 'failed')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: never assigned, see above
      dangerouslySetInnerHTML={AS_IT_STANDS}
      suppressHydrationWarning
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
