import type { ReactNode } from 'react';
import { afterPaint } from './after-paint.ts';
import { Costs, type DetailsProps, LoanTimeline } from './details.tsx';
import { draw } from './draw.ts';
import { startReactions } from './reactions.ts';

/**
 * The part of the calculator that loads with the first act: from now on the details below the total follow every
 * choice, and it is saved and confirmed. Call the result to stop.
 */
export function startIsland(card: HTMLElement, props: DetailsProps): () => void {
  const { $calculator } = props;
  /** Draws a part when the offer is another one than it shows. */
  const part = (place: string, view: () => ReactNode) => {
    let drawn = $calculator.init?.offer;
    return () => {
      const { offer } = $calculator.get();
      const element = offer !== drawn && card.querySelector(place);
      drawn = offer;
      if (element) draw(element, view());
    };
  };
  const details = afterPaint(
    part('.det > div', () => <Costs {...props} />),
    part('.more > div', () => <LoanTimeline {...props} />),
    () => $calculator.get().ready || $calculator.set({ ...$calculator.get(), ready: true }),
  );
  const stops = [$calculator.listen(details.plan), startReactions($calculator)];
  details.plan();
  return () => {
    for (const stop of stops) stop();
  };
}
