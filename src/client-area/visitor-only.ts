import { useEffect } from 'react';
import { $accessToken } from '#stores/session.ts';
import { returnPath } from './guards.ts';
import { openHref, replaceScreen } from './router.ts';

/** For sign-in pages: a client with a session is sent to the page the link asked for, or to their next screen. */
export function useVisitorOnly(query: Readonly<Record<string, string>> = {}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the screen opens; signing in on it goes on by itself
  useEffect(() => {
    if (!$accessToken.get()) return;
    const back = returnPath(query);
    if (back) openHref(back);
    else replaceScreen({ name: 'application' });
  }, []);
}
