import type { ScreenProps } from '#client-area/screen.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { type JourneyStep, JourneySteps } from './journey-steps.tsx';

interface Props extends Pick<ScreenProps<`step_${JourneyStep}`>, 'say'> {
  readonly step: JourneyStep;
  readonly title: string;
  readonly backHref: string;
  readonly back: string;
  /** The page before, where a step has several. */
  readonly onBack?: (() => void) | undefined;
}

/** The position among the steps, the way back, and the heading. */
export function StepHead({ step, title, backHref, back, onBack, say }: Props) {
  const arrow = <Icon name="arrow-left" />;
  return (
    <>
      <JourneySteps step={step} say={say} />
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
    </>
  );
}
