import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Costs, type DetailsProps, LoanTimeline } from './details.tsx';
import { startReactions } from './reactions.ts';

/**
 * The part of the calculator that loads on the first interaction: it hydrates the details below the total and starts
 * saving and confirming every change. Call the result to stop.
 */
export function hydrateDetails(card: HTMLElement, props: DetailsProps): () => void {
  const hydrate = (place: string, node: ReactNode) => {
    const element = card.querySelector(place);
    return element ? [hydrateRoot(element, node)] : [];
  };
  const roots = [
    ...hydrate('.det > div', <Costs {...props} />),
    ...hydrate('.more > div', <LoanTimeline {...props} />),
  ];
  const stopReactions = startReactions(props.$calculator);
  return () => {
    stopReactions();
    // React refuses to unmount a root while another root is rendering.
    setTimeout(() => roots.map((root) => root.unmount()));
  };
}
