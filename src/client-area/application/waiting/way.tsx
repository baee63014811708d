import type { ReactNode } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import type { WayTextKey } from './way-texts.ts';

export interface WayStep {
  readonly title: string;
  readonly note?: ReactNode;
  /** The time of a step that has happened, else by when it will. */
  readonly when?: string | undefined;
  /** `done` must be used only for a step that has happened. */
  readonly state: 'done' | 'now' | 'later';
}

interface Props extends Pick<ScreenProps<WayTextKey>, 'say'> {
  readonly steps: readonly WayStep[];
}

/** Steps one below the other: what has happened and when, what happens now, what comes next. */
export function Way({ steps, say }: Props) {
  return (
    <ol className="way">
      {steps.map(({ title, note, when, state }) => (
        <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <path d="M0 -10L10 0L0 10L-10 0z" />
            {state === 'done' && <path className="tick" d="M-4.5 0l3 3.5L4.5 -3" />}
          </svg>
          <div>
            <p className="strong">
              {title}
              <span className="sr"> ({say(`way_${state}`)})</span>
            </p>
            {note && <p className="small mute">{note}</p>}
          </div>
          {when && <p className="when small">{when}</p>}
        </li>
      ))}
    </ol>
  );
}
