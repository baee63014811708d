import { useEffect, useState } from 'react';
import { environment } from '#stores/environment.ts';

/** Counts whole seconds down to an instant (milliseconds since 1970) on the screen; 0 when it has come. */
export function useCountdown(endsAtMs: number): number {
  const left = () => Math.max(0, Math.ceil((endsAtMs - environment().nowMs()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` follows from the instant
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return seconds;
}
