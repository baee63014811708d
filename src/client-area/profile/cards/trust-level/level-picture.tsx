import { TRUST_LEVEL_NAMES } from '#loan/trust-level.ts';
import { percent } from '#ui/chart/threads.tsx';

interface Props {
  /** From 1. */
  readonly level: number;
  /** The picture's text alternative. */
  readonly label: string;
}

const FIRST_PX = 18;
const STEP_PX = 18;
const HEIGHT_PX = FIRST_PX + (TRUST_LEVEL_NAMES.length - 1) * STEP_PX;

/** One step per level; reached levels are filled, the current one's number is bold. */
export function LevelPicture({ level, label }: Props) {
  return (
    <svg className="chart labelled" width="100%" height={HEIGHT_PX} role="img" aria-label={label}>
      {TRUST_LEVEL_NAMES.map((name, index, { length }) => {
        const height = FIRST_PX + index * STEP_PX;
        const number = index + 1;
        return (
          <g key={name}>
            <rect
              fill={number <= level ? 'var(--c-capital)' : 'var(--c-rest)'}
              x={percent((index + 0.05) / length)}
              y={HEIGHT_PX - height}
              width={percent(0.9 / length)}
              height={height}
            />
            <text
              className={number === level ? 'm b' : 'm'}
              x={percent((index + 0.5) / length)}
              y={HEIGHT_PX}
              dy="1.4em"
            >
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
