import Cookies from 'js-cookie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

const ANA = '019bc299-8680-7216-b705-1c72d896152a';
const LUIS = '019bc299-8680-7216-b705-1c72d896152b';
const KEY = 'manay:seen';
const DAY_MS = 86_400_000;
const LOAN = getActiveLoan.examples[0]?.response;

/** A page of the session with this token; what the browser keeps is that of the page before. */
async function openPage(token: string, kept: string | null = null) {
  openWindow('http://localhost:4321/profile/');
  Cookies.set('auth', token);
  if (kept) localStorage.setItem(KEY, kept);
  vi.resetModules();
  let nowMs = Date.parse('2026-11-29T21:33:00-05:00');
  let network: (() => Promise<Response>) | undefined;
  const { replaceEnvironment } = await import('#stores/environment.ts');
  const fetch = () => network?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  onTestFinished(replaceEnvironment({ fetch, nowMs: () => nowMs, log: () => undefined }));
  const { requestSeen, noteClient } = await import('#stores/seen.ts');
  const { logOut, $accessToken } = await import('#stores/session.ts');
  const ask = async () => {
    const seen: number[] = [];
    const onSeen = (atMs: number) => seen.push(nowMs - atMs);
    return { answer: await requestSeen(getActiveLoan, {}, { quiet: true, onSeen }), seen };
  };
  return {
    logOut,
    $accessToken,
    sees: (who: string) => noteClient(who, token),
    laterBy: (ms: number) => {
      nowMs += ms;
    },
    /** Asks with a network; meanwhile something may happen. */
    online: (answer: unknown = LOAN, status = 200, meanwhile = () => undefined as void) => {
      network = async () => {
        meanwhile();
        return Response.json(answer, { status });
      };
      return ask();
    },
    /** Asks without one. @returns what is shown, and how long ago it was seen */
    offline: () => {
      network = undefined;
      return ask();
    },
  };
}

const kept = () => localStorage.getItem(KEY);
const UNREACHABLE = { answer: { kind: 'unreachable' }, seen: [] };

test('what a client has seen is there without a network, with the time it was seen at', async () => {
  const page = await openPage('token-of-ana');
  await page.online();
  expect(kept(), 'whose it is nobody knows yet').toBeNull();
  page.sees(ANA);
  const again = await openPage('token-of-ana', kept());
  again.laterBy(60_000);
  expect(await again.offline()).toEqual({ answer: { kind: 'ok', value: LOAN }, seen: [60_000] });
});

test('it never takes the place of an answer', async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  await page.online();
  expect(await page.online({}, 503)).toEqual({ answer: { kind: 'refused', status: 503 }, seen: [] });
});

test('another session does not show it, and its client takes it away', async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  await page.online();
  const other = await openPage('secret-of-luis', kept());
  expect(await other.offline()).toEqual(UNREACHABLE);
  other.sees(LUIS);
  expect(kept()).not.toContain('loan/active');
});

test('a new token of the same client shows it once that is known', async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  await page.online();
  const later = await openPage('another-of-ana', kept());
  expect(await later.offline()).toEqual(UNREACHABLE);
  later.sees(ANA);
  expect((await later.offline()).answer.kind).toBe('ok');
});

test('an answer that comes after another tab has logged out, or signed somebody in, is not kept', async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  localStorage.removeItem(KEY);
  await page.online(LOAN, 200, () => Cookies.remove('auth'));
  expect(kept()).toBeNull();
  const second = await openPage('token-of-ana');
  second.sees(ANA);
  localStorage.removeItem(KEY);
  // The page takes the new token, whose it is unknown to it.
  await second.online(LOAN, 200, () => void Cookies.set('auth', 'secret-of-luis'));
  expect(kept()).toBeNull();
});

test('it goes with the session, also with one that the server has ended', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  await page.online();
  expect(kept()).toContain('loan/active');
  await page.online({}, 401);
  expect(kept()).toBeNull();
  expect(await page.offline()).toEqual(UNREACHABLE);
});

test('after thirty days it is not shown', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  await page.online();
  page.laterBy(30 * DAY_MS - 1);
  expect((await page.offline()).answer.kind).toBe('ok');
  page.laterBy(1);
  expect(await page.offline()).toEqual(UNREACHABLE);
});

test('a full disk, half of it or an earlier shape of it is the same as nothing', async () => {
  const page = await openPage('token-of-ana');
  page.sees(ANA);
  await page.online();
  const whole = kept() ?? '';
  const half = await openPage('token-of-ana', whole.slice(0, whole.length / 2));
  expect(await half.offline()).toEqual(UNREACHABLE);
  const earlier = await openPage('token-of-ana', whole.replace('"topUpAvailable"', '"formerName"'));
  expect(await earlier.offline()).toEqual(UNREACHABLE);
  const full = await openPage('token-of-ana', whole);
  const held = new Map([[KEY, whole]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  full.sees(ANA);
  expect(await full.offline()).toEqual(UNREACHABLE);
});
