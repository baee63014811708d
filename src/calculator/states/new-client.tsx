import type { ReactNode } from 'react';
import type { Locale } from '#i18n/locale.ts';
import { termChoices } from '#loan/selection.ts';
import type { CalculatorState, CalculatorStore } from '../calculator.store.ts';
import type { DetailsProps } from '../details.tsx';
import { AmountControl } from '../parts/amount-control.tsx';
import { ProductToggle, TermPicker } from '../parts/choices.tsx';
import { Icon } from '../parts/icon.tsx';
import { troubleText } from '../parts/notes.ts';
import { Receipt } from '../parts/receipt.tsx';
import type { Say } from '../texts.ts';

/**
 * The details are drawn on the server and come alive later (awaken.tsx). A static import would carry them to the browser
 * with the first view, although nothing there uses them; the browser's build removes this one whole.
 */
const onServer = import.meta.env.SSR ? await import('../details.tsx') : undefined;

interface Props {
  readonly state: CalculatorState;
  readonly locale: Locale;
  readonly say: Say;
  readonly details: DetailsProps;
  /** Asks the server again after it could not confirm. */
  readonly retry: () => void;
  /** The link that leads on. */
  readonly apply: ReactNode;
}

/** The calculator of a first loan. In the order of a phone: choices, total, the button, then the details. */
export function NewClientState({ state, locale, say, details, retry, apply }: Props) {
  return (
    <>
      <Controls $calculator={details.$calculator} state={state} say={say} />
      <div className="receipt">
        <div>
          <Receipt offer={state.offer} locale={locale} say={say} status={<Status state={state} say={say} />} />
          <Trouble state={state} say={say} retry={retry} />
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
        {onServer && <onServer.Course {...details} />}
      </Later>
    </>
  );
}

interface ControlsProps {
  readonly $calculator: CalculatorStore;
  readonly state: CalculatorState;
  readonly say: Say;
}

/** What is chosen: kind of loan, amount, term. */
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

/** One object for all renders: a second one would make React empty the place. */
const AS_IT_STANDS = { __html: '' };

/**
 * A place whose HTML the server has made. Here React only has to leave it alone; it does so for an element with its own
 * HTML, and since that never changes, nothing is ever assigned. `awaken` brings the element inside to life.
 */
function Later({ className, state, children }: LaterProps) {
  if (import.meta.env.SSR) {
    return (
      <div className={className}>
        <div>{children}</div>
      </div>
    );
  }
  // From the first change until the details have followed it, they are not the truth.
  const behind = state.touched && !state.awake;
  return (
    <div
      className={className}
      aria-busy={behind}
      // They did not load and will not follow.
      hidden={behind && state.confirmation === 'failed'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: never assigned, see above
      dangerouslySetInnerHTML={AS_IT_STANDS}
      suppressHydrationWarning
    />
  );
}

/** Beside the total's label while everything is well. */
export function Status({ state: { confirmation }, say }: { readonly state: CalculatorState; readonly say: Say }) {
  if (confirmation !== 'confirming' && confirmation !== 'confirmed') return null;
  return (
    <span className="status">
      {confirmation === 'confirmed' && <Icon name="check" />}
      {say(`calc_${confirmation}`)}
    </span>
  );
}

interface TroubleProps {
  readonly state: CalculatorState;
  readonly say: Say;
  readonly retry: () => void;
}

/** Under the total when the server did not answer, or answered with newer prices. */
export function Trouble({ state, say, retry }: TroubleProps) {
  const text = troubleText(state, say);
  if (!text) return null;
  const failed = state.confirmation === 'failed';
  return (
    <div className={failed ? 'note bad' : 'note'}>
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
