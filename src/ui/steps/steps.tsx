interface Props {
  /** From 1. */
  readonly step: number;
  readonly of: number;
  /** "Step 1 of 3". */
  readonly label: string;
}

/** The position in a sequence of steps: text, and a strip that fills. */
export function Steps({ step, of, label }: Props) {
  return (
    <div className="steps">
      <p className="small strong">{label}</p>
      <ol className="strip" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => {
          const isDone = index + 1 < step;
          const look = isDone ? 'done' : index + 1 === step ? 'now' : undefined;
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a journey keep their places
          return <li key={index} className={look} />;
        })}
      </ol>
    </div>
  );
}
