import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { CalculatorStore } from './calculator.store.ts';
import { Costs, Course, type DetailsProps } from './details.tsx';
import { startReactions } from './reactions.ts';

/**
 * The part of the calculator that loads with the person's first act: what explains the total comes alive where it
 * stands, and changes are saved and confirmed from now on. The answer stops it all.
 */
export function awaken(card: HTMLElement, props: DetailsProps): () => void {
  const hydrate = (place: string, node: ReactNode) => {
    const element = card.querySelector(place);
    return element ? [hydrateRoot(element, node)] : [];
  };
  const roots = [...hydrate('.det > div', <Costs {...props} />), ...hydrate('.more > div', <Course {...props} />)];
  const stopReactions = keepUp(props.$calculator);
  return () => {
    stopReactions();
    // React does not let a root go while another one is at work.
    setTimeout(() => roots.map((root) => root.unmount()));
  };
}

/** Restores, saves and confirms without anything to bring to life, for a screen that only shows what was chosen. */
export function keepUp($calculator: CalculatorStore): () => void {
  return startReactions($calculator);
}
