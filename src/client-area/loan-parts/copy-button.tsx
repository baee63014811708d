import { useEffect, useState } from 'react';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { ScreenProps } from '../screen.ts';

/** The time for which the button confirms the copy (product-spec §9). */
const COPIED_MS = 1800;

interface Props extends Pick<ScreenProps<'pay_copy' | 'pay_copied'>, 'say'> {
  readonly value: string;
  /** The accessible name, to tell several "Copy" buttons apart. */
  readonly name: string;
}

/** A button that copies a number to the clipboard. If the browser refuses, the number beside it can be selected. */
export function CopyButton({ value, name, say }: Props) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () => navigator.clipboard.writeText(value).then(() => setDone(true), noClipboard);
  return (
    <>
      <button type="button" className="btn line sm" aria-label={`${say('pay_copy')}: ${name}`} onClick={copy}>
        <AnyIcon name={isDone ? 'check' : 'copy'} />
        {say(isDone ? 'pay_copied' : 'pay_copy')}
      </button>
      <span className="sr" role="status">
        {isDone && `${say('pay_copied')}: ${name}`}
      </span>
    </>
  );
}

function noClipboard(): void {
  // The number stays selectable.
}
