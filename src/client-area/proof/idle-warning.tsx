import { useState } from 'react';
import type { Say } from '#i18n/translate.ts';
import { Modal } from '#ui/modal/modal.tsx';
import { useCountdown } from '../steps/countdown.ts';
import type { FrameTextKey } from '../texts/frame-texts.ts';

/** Seconds at which the countdown is announced (domain 2.1.5), because every second would drown everything else. */
const SPOKEN_AT_SEC: readonly number[] = [120, 60, 30, 10];

interface Props {
  readonly say: Say<FrameTextKey>;
  /** Milliseconds since 1970. */
  readonly endsAtMs: number;
  /** Resolves to the text for the client when the session could not be kept open. */
  readonly onStay: () => Promise<FrameTextKey | undefined>;
  readonly onLeave: () => void;
}

/** The warning that opens two minutes before the session ends: stay, or log out. */
export function IdleWarning({ say, endsAtMs, onStay, onLeave }: Props) {
  const seconds = useCountdown(endsAtMs);
  const [problem, setProblem] = useState<FrameTextKey>();
  const stay = async () => setProblem(await onStay());
  const spoken = SPOKEN_AT_SEC.find((at) => seconds <= at && seconds > at - 2);
  return (
    <Modal title={say('idle_title')} onCancel={stay} isAlert>
      <p>{say('idle_text', { time: clockText(seconds) })}</p>
      <p className="sr" aria-live="polite">
        {spoken && say('idle_spoken', { time: say('idle_seconds', { count: spoken }) })}
      </p>
      <p role="alert">{problem && say(problem)}</p>
      <div className="row">
        <button type="button" className="btn" onClick={stay}>
          {say('idle_stay')}
        </button>
        <button type="button" className="btn quiet" onClick={onLeave}>
          {say('idle_leave')}
        </button>
      </div>
    </Modal>
  );
}

/** Formats seconds: `125` → `02:05`. */
function clockText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
