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
  /** The settings within the content's limits (offered-settings.ts); missing when nothing is limited. */
  readonly offered?: ProductSettingsBody | undefined;
  /**
   * The content's calculator settings, one entry per product type, to limit settings that are newer than the page's.
   */
  readonly limits?: readonly CalculatorSettings[] | undefined;
  /** Where the apply button leads. */
  readonly applyPath: string;
  /** On the landing host the results have no repayment date (product-spec §3). */
  readonly hideRepayDate?: boolean | undefined;
  readonly initialProductType: ProductType;
  /** Hides the choice of product type: for several calculators side by side, or a partner's page. */
  readonly fixedType?: boolean | undefined;
}

/** The calculator. Its first result is in the page's HTML; the script adds interaction. */
export function Calculator({ locale, texts, applyPath, hideRepayDate = false, ...start }: CalculatorProps) {
  const id = useId();
  const [details] = useState(() => ({ $calculator: createCalculator(start), id, texts, hideRepayDate }));
  const { $calculator } = details;
  const say = speaker<CalculatorTextKey>(texts);
  // As in @nanostores/react, without 0.35 KB for deep keys.
  const state = useSyncExternalStore($calculator.listen, $calculator.get, $calculator.get);
  const card = useRef<HTMLFormElement>(null);
  // Two calculators on a page are two landmarks with distinct names.
  const typeKey = state.selection.productType === 'SINGLE_PAY' ? 'calc_single_pay' : 'calc_installment';
  useEffect(() => come(card.current as HTMLFormElement, details), [details]);

  return (
    <form
      className="calc"
      ref={card}
      aria-label={state.fixedType ? `${say('calc_label')}: ${say(typeKey)}` : say('calc_label')}
      action={applyPath}
      // Firefox would restore the values of the last visit, which would look like the client's input.
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
 * Only the controls, the total and the button hydrate with the page. The details are static HTML; hydrating them,
 * saving and confirming load with the first interaction, which halves the initial script.
 */
const firstAct = new Promise<void>((resolve) => {
  wake = resolve;
});

/** Runs when the card's script has loaded. Sends no request without a reason. */
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
    .then(() => import('./hydrate-details.tsx'))
    .then(
      ({ hydrateDetails }) => {
        if (!gone) stop = hydrateDetails(card, details);
      },
      () => {
        noteInAddress($calculator.get());
        // The page reloads once when a chunk fails (product-spec §8); after that the card shows the error.
        if (!dispatchEvent(new Event('vite:preloadError', { cancelable: true }))) return;
        // Nothing can be confirmed any more, whatever is chosen.
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

/** A selection as a query string; `linkedSelection` parses it. */
function searchOf(selection: Selection): string {
  return `?${new URLSearchParams(Object.entries(selection))}`;
}

/** Writes the selection into the address, so that the reloaded page finds it. */
function noteInAddress({ touched, selection }: CalculatorState): void {
  if (touched) history.replaceState(null, '', searchOf(selection));
}

/** Saving and confirming did not load: only a page load can retry. */
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
 * A link, so that it works without script and in a new tab. It carries the selection it names: cookies may be
 * blocked, and another tab or calculator writes the same ones.
 */
function ApplyLink({ state: { selection, saved, framed, touched }, path, say }: ApplyLinkProps) {
  const query = searchOf(selection);
  return (
    <a
      className="btn big wide"
      // Clicks always carry the selection; the href has it for clients who open the link in a new tab.
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
