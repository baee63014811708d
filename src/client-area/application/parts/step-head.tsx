import { Icon } from '#ui/icon/icon.tsx';

interface Props {
  readonly title: string;
  readonly backHref: string;
  readonly back: string;
  /** The page before, where a step has several. */
  readonly onBack?: (() => void) | undefined;
}

/** The way back, and the heading. */
export function StepHead({ title, backHref, back, onBack }: Props) {
  const arrow = <Icon name="arrow-left" />;
  return (
    <div className="stack">
      {onBack ? (
        <button type="button" className="back tapl" onClick={onBack}>
          {arrow}
          {back}
        </button>
      ) : (
        <a className="back tapl" href={backHref}>
          {arrow}
          {back}
        </a>
      )}
      <h1>{title}</h1>
    </div>
  );
}
