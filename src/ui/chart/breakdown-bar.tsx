import { useId } from 'react';
import { percent, Swatch, type Thread, Threads, threadFill } from '../chart/threads.tsx';

export interface BreakdownPart {
  readonly thread: Thread;
  /** Name in the legend. */
  readonly name: string;
  /** In any unit, the same for all parts. Never negative. */
  readonly amount: number;
}

interface Props {
  readonly parts: readonly BreakdownPart[];
  /** The chart's text alternative. */
  readonly label: string;
  readonly hasLegend?: boolean;
}

/** The parts of a sum, to scale; the table beside it has the numbers. */
export function BreakdownBar({ parts, label, hasLegend = true }: Props) {
  const id = useId();
  const shown = parts.filter(({ amount }) => amount > 0);
  const whole = shown.reduce((sum, { amount }) => sum + amount, 0);
  let at = 0;
  return (
    <>
      <Threads id={id} />
      <svg className="chart" width="100%" height="22" role="img" aria-label={label}>
        {shown.map(({ thread, amount }) => {
          const x = percent(at / whole);
          at += amount;
          return <rect key={thread} fill={threadFill(id, thread)} x={x} width={percent(amount / whole)} height="22" />;
        })}
      </svg>
      {hasLegend && (
        <p className="legend">
          {shown.map(({ thread, name }) => (
            <span key={thread}>
              <Swatch id={id} thread={thread} />
              {name}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
