import { useState } from 'react';
import type { ClientScreen } from '#api/client-screens.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { leaveScreen } from './seen.ts';

interface Props extends Pick<ScreenProps, 'say'> {
  readonly screen: ClientScreen;
  readonly label: string;
  /** The screen to open when the request fails. */
  readonly otherwise?: ClientScreen;
  readonly look?: 'main' | 'line';
}

/** Marks the outcome as read and continues. */
export function SeenButton({ screen, label, otherwise = 'calculator', look = 'main', say }: Props) {
  const [isGoing, setGoing] = useState(false);
  const go = async () => {
    if (isGoing) return;
    setGoing(true);
    await leaveScreen(screen, otherwise);
    setGoing(false);
  };
  return (
    <button
      type="button"
      className={look === 'main' ? 'btn' : 'btn line'}
      aria-disabled={isGoing || undefined}
      onClick={go}
    >
      {isGoing ? say('form_busy') : label}
    </button>
  );
}
