import type { ReactNode } from 'react';
import { Costs, type DetailsProps, LoanTimeline } from './details.tsx';
import { draw } from './draw.ts';
import { startReactions } from './reactions.ts';

/**
 * The part of the calculator that loads with the first act: from now on the details below the total follow every
 * choice, and it is saved and confirmed. Call the result to stop.
 */
export function startIsland(card: HTMLElement, props: DetailsProps): () => void {
  const { $calculator } = props;
  let drawn = $calculator.init?.offer;
  let isPlanned = false;
  const redraw = () => {
    isPlanned = false;
    const { offer, awake } = $calculator.get();
    if (offer !== drawn) {
      drawn = offer;
      drawIn(card, '.det > div', <Costs {...props} />);
      drawIn(card, '.more > div', <LoanTimeline {...props} />);
    }
    if (!awake) $calculator.set({ ...$calculator.get(), awake: true });
  };
  // After the paint of what the act has changed above: the total does not wait for the details.
  const redrawSoon = () => {
    if (isPlanned) return;
    isPlanned = true;
    window.requestAnimationFrame(() => setTimeout(redraw));
  };
  const stops = [$calculator.listen(redrawSoon), startReactions($calculator)];
  redrawSoon();
  return () => {
    for (const stop of stops) stop();
  };
}

function drawIn(card: HTMLElement, place: string, node: ReactNode): void {
  const element = card.querySelector(place);
  if (element) draw(element, node);
}
