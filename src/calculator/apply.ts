import type { Selection } from '#loan/selection.ts';
import { type CalculatorState, type CalculatorStore, settleAmount } from './calculator.store.ts';
import type { CardModel } from './card-model.ts';
import type { CardView } from './card-view.ts';
import { soles } from './parts/notes.ts';

/** Draws the link to the application, and what the form sends without it; a client's card has a button of its own. */
export function applyView(state: CalculatorState, { id, say, applyPath }: CardModel): CardView {
  const { selection, restored, framed, touched, amountNote } = state;
  // No amount to apply for then, so the link leads to the field.
  const isUnreadable = amountNote === 'unreadable';
  // Clicks always carry the selection; the href has it for clients who open the link in a new tab.
  const says = framed || touched || restored || selection.clientType === 'repeat';
  const isElsewhere = framed && !isUnreadable;
  return {
    apply: {
      href: isUnreadable ? `#${id}` : says ? applyPath + searchOf(selection) : applyPath,
      target: isElsewhere ? '_blank' : undefined,
    },
    'apply text': {
      children: say(isUnreadable ? 'calc_apply_unreadable' : 'calc_apply', { amount: soles(selection.amount) }),
    },
    productId: { value: selection.productId },
    'apply tab': isElsewhere ? ` ${say('calc_new_tab')}` : '',
  };
}

/** Writes a selection as a query string; `linkedSelection` parses it. */
export function searchOf(selection: Selection): string {
  // Numbers and names alone: `URLSearchParams` would take half a tap's time to escape nothing.
  return `?${Object.entries(selection)
    .map((field) => field.join('='))
    .join('&')}`;
}

/**
 * Follows the application's link. It is a link so that it works without script and in a new tab. It carries the
 * selection it names, because cookies may be blocked, and another tab or calculator writes the same ones.
 */
export function apply($calculator: CalculatorStore, event: Pick<Event, 'preventDefault'>, link: HTMLAnchorElement) {
  const isSettled = settleAmount($calculator);
  const { selection, amountNote } = $calculator.get();
  if (isSettled) link.search = searchOf(selection);
  else event.preventDefault();
  if (amountNote === 'unreadable') link.closest('form')?.querySelector<HTMLElement>('[name=typed]')?.focus();
}
