import type { ScreenProps } from '#client-area/screen.ts';
import type { JourneyStep, Places } from './journey-steps.tsx';
import { Way } from './way.tsx';
import type { AheadTextKey } from './way-texts.ts';

interface Props extends Pick<ScreenProps<AheadTextKey | `step_${JourneyStep}`>, 'say'> {
  readonly step: JourneyStep;
  readonly places: Places;
}

/** The steps to the signature by their names, beside a form; a phone has their count alone. */
export function JourneyWay({ step, places, say }: Props) {
  const now = places[step];
  const names = Object.keys(places) as JourneyStep[];
  // Several steps may share a place: the one that is shown names it, else the first.
  const shown = names.filter((name) => name === (places[name] === now ? step : firstAt(places[name])));
  function firstAt(place: number): JourneyStep | undefined {
    return names.find((name) => places[name] === place);
  }
  return (
    <div className="ahead stack">
      <h2 className="h3">{say('step_ahead')}</h2>
      <Way
        steps={shown.map((name) => ({
          title: say(`step_${name}`),
          state: places[name] === now ? 'now' : places[name] < now ? 'done' : 'later',
        }))}
        say={say}
      />
    </div>
  );
}
