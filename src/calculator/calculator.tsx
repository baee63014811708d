import { type CalculatorProps, Card, createCard } from './card.tsx';
import { Costs, CostThreads, LoanTimeline } from './details.tsx';

/** The calculator as it stands in the page's HTML. start-card.tsx makes it work, island.tsx its details. */
export function Calculator(props: CalculatorProps) {
  const card = createCard(props);
  return (
    <Card
      {...card}
      threads={<CostThreads id={card.details.id} />}
      costs={<Costs {...card.details} />}
      timeline={<LoanTimeline {...card.details} />}
    />
  );
}
