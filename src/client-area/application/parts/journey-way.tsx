import type { ScreenProps } from '#client-area/screen.ts';
import { type JourneyStep, usePlaces } from './journey-steps.tsx';
import { Way } from './way.tsx';
import type { AheadTextKey } from './way-texts.ts';

interface Props extends Pick<ScreenProps<AheadTextKey | `step_${JourneyStep}`>, 'say'> {
  readonly step: JourneyStep;
}

/** The steps to the signature by their names, beside a form; a phone has their count alone. */
export function JourneyWay({ step, say }: Props) {
  const places = usePlaces();
  const now = places[step];
  const names = Object.keys(places) as JourneyStep[];
  const firstAt = (place: number) => names.find((name) => places[name] === place);
  // Steps that share a place have the name of the one that is shown, else of the first.
  const isNamed = (name: JourneyStep) => name === (places[name] === now ? step : firstAt(places[name]));
  return (
    <div className="ahead stack">
      <h2 className="h3">{say('step_ahead')}</h2>
      <Way
        steps={names.filter(isNamed).map((name) => ({
          title: say(`step_${name}`),
          state: places[name] === now ? 'now' : places[name] < now ? 'done' : 'later',
        }))}
        say={say}
      />
    </div>
  );
}
