interface Props {
  /** "Loading", for screen readers. */
  readonly label: string;
  /** The size of what is loading, to reserve the space. */
  readonly look?: 'lines' | 'cards' | 'form';
}

const BLOCKS = {
  lines: ['s', 't', ''],
  cards: ['s', 't', 'card', 's', 'card'],
  form: ['t', 's', 'in', 's', 'in', 'in'],
} as const;

/** The placeholder of loading content: no shimmer, and only after 0.4 seconds. */
export function Skeleton({ label, look = 'lines' }: Props) {
  return (
    <div className="skeleton" role="status" aria-busy="true">
      <span className="sr">{label}</span>
      {BLOCKS[look].map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves here
        <div key={index} className={`skel ${size}`} />
      ))}
    </div>
  );
}
