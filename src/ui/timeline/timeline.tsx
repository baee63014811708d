import { percent } from '../chart/threads.tsx';

export interface TimelineItem {
  /** Unique within the timeline, shown below the mark: `27/02`. */
  readonly when: string;
  /** Shown above the date: `195,10`. */
  readonly what: string;
  readonly state: 'done' | 'next' | 'later';
}

interface Props {
  readonly items: readonly TimelineItem[];
  /** The timeline's text alternative. */
  readonly label: string;
}

/** With more marks than this their labels would overlap on a phone. */
const MAX_MARKS = 4;

/** As many marks as fit: the last paid one, the next one and those after it. */
function around(items: readonly TimelineItem[]): readonly TimelineItem[] {
  const next = items.findIndex(({ state }) => state === 'next');
  const first = Math.max(0, Math.min((next === -1 ? items.length : next) - 1, items.length - MAX_MARKS));
  return items.slice(first, first + MAX_MARKS);
}

/** Payments on a line: paid, next, later; distinguished by shape, not by colour alone. */
export function Timeline({ items: all, label }: Props) {
  const items = around(all);
  const centre = (index: number) => percent((index + 0.5) / items.length);
  return (
    <svg className="chart timeline" width="100%" role="img" aria-label={label}>
      <line className="axis" x1={centre(0)} x2={centre(items.length - 1)} y1="14" y2="14" />
      {items.map(({ when, what, state }, index) => (
        <g key={when}>
          <svg x={centre(index)} y="14" overflow="visible" aria-hidden="true">
            <path className={`dia ${state}`} d="M0 -11L11 0L0 11L-11 0z" />
            {state === 'done' && <path className="tick" d="M-4.5 0l3 3.5L4.5-3" />}
          </svg>
          <text className="m b" x={centre(index)} y="30" dy="1.2em">
            {what}
          </text>
          <text className="m" x={centre(index)} y="30" dy="2.5em">
            {when}
          </text>
        </g>
      ))}
    </svg>
  );
}
