import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { Locale } from '#i18n/locale.ts';
import { speaker } from '#i18n/translate.ts';
import type { CalculatorSettings } from '#loan/calculator-settings.ts';
import type { ProductType } from '#loan/product.ts';
import type { Selection } from '#loan/selection.ts';
import { environment } from '#stores/environment.ts';
import { askAgain, type CalculatorState, commitAmount, createCalculator, isStale } from './calculator.store.ts';
import type { DetailsProps } from './details.tsx';
import { readEarlyChanges } from './early-changes.ts';
import { soles } from './parts/notes.ts';
import { NewClientState } from './states/new-client.tsx';
import type { CalculatorTextKey, Say } from './texts.ts';

export interface CalculatorProps {
  readonly locale: Locale;
  /** The texts of CALCULATOR_TEXT_KEYS. */
  readonly texts: Readonly<Record<string, string>>;
  /** Product settings as the API sends them, sequence 1. */
  readonly settings: ProductSettingsBody;
  /** Business date of the settings. */
  readonly valueDate: string;
  /** What `limits` leave of them (offered-settings.ts); missing when they leave all. */
  readonly offered?: ProductSettingsBody | undefined;
  /** The content's calculator settings, one entry per product type: for prices that are newer than the page's. */
  readonly limits?: readonly CalculatorSettings[] | undefined;
  /** Where the apply button leads. */
  readonly applyPath: string;
  /** On the landing host the results have no repayment date (product-spec §3). */
  readonly hideRepayDate?: boolean | undefined;
  readonly initialProductType: ProductType;
  /** Without the choice of product type: several calculators side by side, or one for a partner. */
  readonly fixedType?: boolean | undefined;
}

/** The calculator. Its first result is in the page's HTML; the script makes it move. */
export function Calculator({ locale, texts, applyPath, hideRepayDate = false, ...start }: CalculatorProps) {
  const id = useId();
  const [details] = useState(() => ({ $calculator: createCalculator(start), id, texts, hideRepayDate }));
  const { $calculator } = details;
  const say = speaker<CalculatorTextKey>(texts);
  // What @nanostores/react does, without the 0.35 KB that it needs for deep keys.
  const state = useSyncExternalStore($calculator.listen, $calculator.get, $calculator.get);
  const card = useRef<HTMLFormElement>(null);
  // Two calculators on a page are two landmarks, told apart by their names.
  const typeKey = state.selection.productType === 'SINGLE_PAY' ? 'calc_single_pay' : 'calc_installment';
  useEffect(() => come(card.current as HTMLFormElement, details), [details]);

  return (
    <form
      className="calc"
      ref={card}
      aria-label={state.fixedType ? `${say('calc_label')}: ${say(typeKey)}` : say('calc_label')}
      action={applyPath}
      // Firefox would put the values of the last visit back, which look like a person's.
      autoComplete="off"
      onPointerEnter={wake}
      onFocus={wake}
      onSubmit={(event) => {
        event.preventDefault();
        commitAmount($calculator);
      }}
    >
      <NewClientState
        state={state}
        locale={locale}
        say={say}
        details={details}
        retry={() => (state.awake ? askAgain($calculator) : reload(state))}
        apply={<ApplyLink state={state} path={applyPath} say={say} />}
      />
    </form>
  );
}

let wake: () => void;
/**
 * The first view needs the controls, the total and the button. What explains them stands in the page's HTML; it comes
 * alive, and saving and confirming start, with the person's first act: until then half of the code need not travel.
 */
const firstAct = new Promise<void>((resolve) => {
  wake = resolve;
});

/** What happens when the card's script has come: nothing that asks the network, unless there is a reason. */
function come(card: HTMLFormElement, details: DetailsProps): () => void {
  const { $calculator } = details;
  readEarlyChanges($calculator, card);
  const { isFramed, location } = environment();
  if (isFramed()) $calculator.set({ ...$calculator.get(), framed: true });
  const chosenEarlier = document.cookie.includes('calc_selected_') || location().search.includes('productId');
  if ($calculator.get().touched || chosenEarlier || isStale($calculator)) wake();

  let stop: (() => void) | undefined;
  let gone = false;
  firstAct
    .then(() => import('./awaken.tsx'))
    .then(
      ({ awaken }) => {
        if (!gone) stop = awaken(card, details);
      },
      () => {
        noteInAddress($calculator.get());
        // The page's frame may reload once (product-spec §8); when it does not, the card says what is wrong.
        if (!dispatchEvent(new Event('vite:preloadError', { cancelable: true }))) return;
        // Nothing confirms any more, whatever else is chosen.
        $calculator.subscribe((state) => {
          if (state.confirmation !== 'failed') $calculator.set({ ...state, confirmation: 'failed' });
        });
      },
    );
  return () => {
    gone = true;
    stop?.();
  };
}

/** A selection as a link's query; `linkedSelection` reads it. */
function searchOf(selection: Selection): string {
  return `?${new URLSearchParams(Object.entries(selection))}`;
}

/** Puts a person's choice into the address while nothing saves it, so that the reloaded page finds it there. */
function noteInAddress({ touched, selection }: CalculatorState): void {
  if (touched) history.replaceState(null, '', searchOf(selection));
}

/** What saves and confirms did not load: only a new page can try again. */
function reload(state: CalculatorState): void {
  noteInAddress(state);
  environment().location().reload();
}

interface ApplyLinkProps {
  readonly state: CalculatorState;
  readonly path: string;
  readonly say: Say;
}

/**
 * A link, so that it works before the script and can be opened anywhere. It carries the selection that its own button
 * names: the cookies may be blocked, and another tab or the calculator beside this one writes the same ones.
 */
function ApplyLink({ state: { selection, saved, framed, touched }, path, say }: ApplyLinkProps) {
  const query = searchOf(selection);
  return (
    <a
      className="btn big wide"
      // A click carries it in any case; here it stands for whoever opens the link in a tab of its own.
      href={framed || touched || saved ? path + query : path}
      target={framed ? '_blank' : undefined}
      rel="noopener"
      onClick={(event) => {
        event.currentTarget.search = query;
      }}
    >
      {say('calc_apply', { amount: soles(selection.amount) })}
      {framed && <span className="sr"> {say('calc_new_tab')}</span>}
    </a>
  );
}
