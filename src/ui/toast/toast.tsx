import { useEffect } from 'react';
import { Icon } from '../icon/icon.tsx';

/** Long enough to read a line. */
export const TOAST_MS = 6_000;

interface Props {
  /** The message; undefined without one. */
  readonly message: string | undefined;
  readonly onGone: () => void;
}

/** A success message at the bottom that disappears by itself. Anything that needs an answer is a modal. */
export function Toast({ message, onGone }: Props) {
  useEffect(() => {
    if (message === undefined) return;
    const timer = setTimeout(onGone, TOAST_MS);
    return () => clearTimeout(timer);
  }, [message, onGone]);
  return (
    <div className="toasts" role="status">
      {message !== undefined && (
        <p className="toast night">
          <Icon name="check" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
