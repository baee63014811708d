import type { ScreenProps } from '#client-area/screen.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Steps } from '#ui/steps/steps.tsx';

interface Props extends Pick<ScreenProps<'step_of_three'>, 'say'> {
  readonly step: 1 | 2 | 3;
  /** The subject of the step. */
  readonly name: string;
  readonly title: string;
  readonly backHref: string;
  readonly back: string;
}

/** The position among the three steps, the way back, and the heading. */
export function StepHead({ step, name, title, backHref, back, say }: Props) {
  return (
    <>
      <Steps step={step} of={3} label={say('step_of_three', { step })} name={name} />
      <div className="stack">
        <a className="back tapl" href={backHref}>
          <Icon name="arrow-left" />
          {back}
        </a>
        <h1>{title}</h1>
      </div>
    </>
  );
}
