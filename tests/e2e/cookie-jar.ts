import type { BrowserContext } from '@playwright/test';
import { COOKIES, type CookieName } from '#api/cookies.ts';

/** Clocks of browser and server may differ a little. */
const TOLERANCE_S = 60;

/** Finds what a browser keeps that the table of cookies does not say, or says otherwise. */
export async function strangeCookies(context: BrowserContext): Promise<string[]> {
  const nowS = Date.now() / 1000;
  return (await context.cookies()).flatMap(({ name, httpOnly, expires }) => {
    if (!(name in COOKIES)) return [`${name} is in no table`];
    const { scripts, seconds } = COOKIES[name as CookieName];
    return [
      ...(httpOnly === scripts ? [`${name} is ${httpOnly ? '' : 'not '}hidden from scripts`] : []),
      ...(expires > nowS + seconds + TOLERANCE_S ? [`${name} is kept for ${Math.round(expires - nowS)} s`] : []),
    ];
  });
}
