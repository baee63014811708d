import type { ReactNode } from 'react';
import type { Locale } from '#i18n/locale.ts';
import { speaker } from '#i18n/translate.ts';
import type { Selection } from '#loan/selection.ts';
import { askAgain, type CalculatorStart, commitAmount, createCalculator, settleAmount } from './calculator.store.ts';
import type { DetailsProps } from './details.tsx';
import { soles } from './parts/notes.ts';
import { NewClientState } from './states/new-client.tsx';
import type { CalculatorTextKey, Say } from './texts.ts';

/** What a page gives its calculator: whom it is for, this browser says. */
export interface CalculatorProps extends Omit<CalculatorStart, 'applicant'> {
  readonly locale: Locale;
  /** The texts of CALCULATOR_TEXT_KEYS; in the browser at first those of CARD_TEXT_KEYS. */
  readonly texts: Readonly<Record<string, string>>;
  /** Where the apply button leads. */
  readonly applyPath: string;
  /** On the landing host the results have no repayment date (product-spec §3). */
  readonly hideRepayDate?: boolean | undefined;
}

/** One calculator: its store, and what its views need beside the store's state. */
export interface CardProps {
  readonly details: DetailsProps;
  readonly locale: Locale;
  readonly say: Say;
  readonly applyPath: string;
  /** After a part did not load: only a page load can retry. */
  readonly reload?: () => void;
  /** The details and the textures of their pictures, on the server; the browser leaves alone what stands there. */
  readonly threads?: ReactNode;
  readonly costs?: ReactNode;
  readonly timeline?: ReactNode;
}

export function createCard({ locale, texts, applyPath, hideRepayDate = false, ...start }: CalculatorProps): CardProps {
  const $calculator = createCalculator(start);
  return {
    // Two calculators on a page are of two types.
    details: { $calculator, id: `calc-${start.initialProductType === 'SINGLE_PAY' ? 's' : 'i'}`, texts, hideRepayDate },
    locale,
    say: speaker<CalculatorTextKey>(texts),
    applyPath,
  };
}

/**
 * The card: choices, total, button. React renders it on the server; in the browser `draw.ts` draws it with the state,
 * so neither this nor what it is made of may use hooks (decision 126).
 */
export function Card({ details, locale, say, applyPath, reload, threads, costs, timeline }: CardProps) {
  const { $calculator } = details;
  const state = $calculator.get();
  // Two calculators on a page are two landmarks with distinct names.
  const typeKey = state.selection.productType === 'SINGLE_PAY' ? 'calc_single_pay' : 'calc_installment';
  return (
    <form
      className="calc"
      aria-label={state.fixedType ? `${say('calc_label')}: ${say(typeKey)}` : say('calc_label')}
      action={applyPath}
      // Firefox would restore the values of the last visit, which would look like the client's input.
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        commitAmount($calculator);
      }}
    >
      <NewClientState
        state={state}
        locale={locale}
        say={say}
        id={details.id}
        $calculator={$calculator}
        threads={threads}
        costs={costs}
        timeline={timeline}
        retry={() => (state.partMissing ? reload?.() : askAgain($calculator))}
        apply={<ApplyLink details={details} path={applyPath} say={say} />}
      />
    </form>
  );
}

/** A selection as a query string; `linkedSelection` parses it. */
export function searchOf(selection: Selection): string {
  // Numbers and names alone: `URLSearchParams` would take half a tap's time to escape nothing.
  return `?${Object.entries(selection)
    .map((field) => field.join('='))
    .join('&')}`;
}

interface ApplyLinkProps extends Pick<CardProps, 'details'> {
  readonly path: string;
  readonly say: Say;
}

/**
 * A link, so that it works without script and in a new tab. It carries the selection it names: cookies may be
 * blocked, and another tab or calculator writes the same ones.
 */
function ApplyLink({ details: { $calculator, id }, path, say }: ApplyLinkProps) {
  const { selection, restored, framed, touched, amountNote } = $calculator.get();
  const query = searchOf(selection);
  // There is no amount to apply for then: the link leads to the field.
  const isUnreadable = amountNote === 'unreadable';
  // Clicks always carry the selection; the href has it for clients who open the link in a new tab.
  const says = framed || touched || restored || selection.clientType === 'repeat';
  const href = says ? path + query : path;
  return (
    <a
      className="btn big wide"
      href={isUnreadable ? `#${id}` : href}
      target={framed && !isUnreadable ? '_blank' : undefined}
      rel="noopener"
      onClick={(event) => {
        if (settleAmount($calculator)) event.currentTarget.search = query;
        else event.preventDefault();
        if ($calculator.get().amountNote === 'unreadable') document.getElementById(id)?.focus();
      }}
    >
      {isUnreadable ? say('calc_apply_unreadable') : say('calc_apply', { amount: soles(selection.amount) })}
      {framed && !isUnreadable && <span className="sr"> {say('calc_new_tab')}</span>}
    </a>
  );
}
