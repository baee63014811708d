import { Swatch, Threads } from '#ui/chart/threads.tsx';
import type { ScreenProps } from '../screen.ts';
import { type LoanRow, partsOf } from './schedule-rows.ts';
import type { ScheduleTextKey } from './schedule-texts.ts';

interface Props extends Pick<ScreenProps<ScheduleTextKey>, 'say'> {
  /** Of the picture: its threads are named after it. */
  readonly id: string;
  readonly rows: readonly LoanRow[];
}

/** The threads that a picture of a schedule is drawn with, and what each stands for. */
export function ScheduleLegend({ id, rows, say }: Props) {
  return (
    <>
      <Threads id={id} />
      <p className="legend">
        {partsOf(rows).map(({ thread, name }) => (
          <span key={thread}>
            <Swatch id={id} thread={thread} />
            {say(name)}
          </span>
        ))}
      </p>
    </>
  );
}
