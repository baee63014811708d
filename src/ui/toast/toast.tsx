import { useEffect } from 'react';
import { Icon } from '../icon/icon.tsx';

/** Long enough to read a line; nothing is lost with it, because it only says that something has worked. */
export const TOAST_MS = 6_000;

interface Props {
  /** What has happened; undefined when there is nothing to say. */
  readonly message: string | undefined;
  readonly onGone: () => void;
}

/** Says at the bottom that something has worked, and goes away by itself. For what needs an answer there is the modal. */
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
