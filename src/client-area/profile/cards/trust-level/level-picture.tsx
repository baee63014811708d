import { TRUST_LEVEL_NAMES } from '#loan/trust-level.ts';

interface Props {
  /** From 1. */
  readonly level: number;
  /** The picture's text alternative. */
  readonly label: string;
}

const STEP_PX = 13;
const WIDTH_PX = 56;
const GAP_PX = 6;
const GROUND_PX = 72;
const FIRST_PX = 14;

/** One step per level; reached levels are filled, the current one's number is bold. */
export function LevelPicture({ level, label }: Props) {
  return (
    <svg className="chart gauge" viewBox="0 0 304 92" role="img" aria-label={label}>
      {TRUST_LEVEL_NAMES.map((name, index) => {
        const x = index * (WIDTH_PX + GAP_PX);
        const height = FIRST_PX + index * STEP_PX;
        const number = index + 1;
        return (
          <g key={name}>
            <path
              fill={number <= level ? 'var(--c-capital)' : 'var(--c-rest)'}
              d={`M${x} ${GROUND_PX - height}h${WIDTH_PX}v${height}h-${WIDTH_PX}z`}
            />
            <text className={number === level ? 'm b' : 'm'} x={x + WIDTH_PX / 2} y="88">
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
