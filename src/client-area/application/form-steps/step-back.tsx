import { BackLink } from '#client-area/frame/back-link.tsx';
import { Icon } from '#ui/icon/icon.tsx';

interface Props {
  readonly backHref: string;
  readonly back: string;
  /** The page before, where a step has several. */
  readonly onBack?: (() => void) | undefined;
}

/** The way back from a step, above its place among the others. */
export function StepBack({ backHref, back, onBack }: Props) {
  return onBack ? (
    <button type="button" className="back tapl small" onClick={onBack}>
      <Icon name="arrow-left" />
      {back}
    </button>
  ) : (
    <BackLink href={backHref}>{back}</BackLink>
  );
}
