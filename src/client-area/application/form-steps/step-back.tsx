import { Icon } from '#ui/icon/icon.tsx';

interface Props {
  readonly backHref: string;
  readonly back: string;
  /** The page before, where a step has several. */
  readonly onBack?: (() => void) | undefined;
}

/** The way back from a step, above its place among the others. */
export function StepBack({ backHref, back, onBack }: Props) {
  const arrow = <Icon name="arrow-left" />;
  return onBack ? (
    <button type="button" className="back tapl small" onClick={onBack}>
      {arrow}
      {back}
    </button>
  ) : (
    <a className="back tapl small" href={backHref}>
      {arrow}
      {back}
    </a>
  );
}
