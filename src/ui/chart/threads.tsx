/**
 * The parts of a sum, always in this order, each with its own texture, so that nothing depends on colour alone.
 * `rest` is what is paid or still to come.
 */
export type Thread = 'capital' | 'interest' | 'fees' | 'vat' | 'late' | 'rest';

const TEXTURES = {
  interest: 'M1.5 0v6',
  fees: 'M0 3h3M3 6h3M3 0h3',
  vat: 'M0 6L6 0M-1 1l2-2M5 7l2-2',
  late: 'M0 0l6 6M0 6l6-6',
} as const;

interface ThreadsProps {
  readonly id: string;
  /** The threads of the charts; by default all. The home page never shows a late loan. */
  readonly of?: readonly Thread[];
}

/** The textures that `threadFill` refers to; once per screen or calculator. */
export function Threads({ id, of }: ThreadsProps) {
  const textured = (Object.keys(TEXTURES) as (keyof typeof TEXTURES)[]).filter((thread) => !of || of.includes(thread));
  return (
    <svg className="defs" aria-hidden="true">
      <defs>
        {textured.map((thread) => (
          <pattern key={thread} id={id + thread} width="6" height="6" patternUnits="userSpaceOnUse">
            <path className={`dye ${thread}`} d="M0 0h6v6H0z" />
            <path className={`thread ${thread}`} d={TEXTURES[thread]} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** As an attribute, because browsers resolve url(#…) in style sheets differently. */
export function threadFill(id: string, thread: Thread): string {
  return thread === 'capital' || thread === 'rest' ? `var(--c-${thread})` : `url(#${id}${thread})`;
}

/** The square beside a row's name. */
export function Swatch({ id, thread }: { readonly id: string; readonly thread: Thread }) {
  return (
    <svg className="sw" viewBox="0 0 14 14" aria-hidden="true">
      <path fill={threadFill(id, thread)} d="M0 0h14v14H0z" />
    </svg>
  );
}

/** A share as a width or position in a chart: 0.87256 → `87.26%`. */
export function percent(share: number): string {
  return `${Math.round(share * 1e4) / 100}%`;
}
