import Cookies from 'js-cookie';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallOutput } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

const ANA = '019bc299-8680-7216-b705-1c72d896152a';
const LUIS = '019bc299-8680-7216-b705-1c72d896152b';
const KEY = 'manay:seen';
const DAY_MS = 86_400_000;
const LOAN = getActiveLoan.examples[0]?.response as CallOutput<typeof getActiveLoan>;
const PROFILE = getProfile.examples[0]?.response as CallOutput<typeof getProfile>;
const [OWN, STAFF] = getSession.examples.map(({ response }) => response);

/** The server's answers, by the session that asks. */
function answerOf(path: string, token: string): unknown {
  const who = token.endsWith('luis') ? LUIS : ANA;
  if (path === getSession.path) return token.includes('visit') ? STAFF : OWN;
  if (path === getProfile.path) return { ...PROFILE, clientId: who };
  if (path === getActiveLoan.path) return LOAN;
  return undefined;
}

interface Opened {
  readonly kept?: string | null;
  readonly nowMs?: number;
}

/** A page of the session with this token; what the browser keeps is that of the page before. */
async function openPage(token: string, { kept = null, nowMs }: Opened = {}) {
  openWindow('http://localhost:4321/profile/');
  Cookies.set('auth', token);
  if (kept) localStorage.setItem(KEY, kept);
  vi.resetModules();
  let [now, hasNetwork, status] = [nowMs ?? Date.parse('2026-11-29T21:33:00-05:00'), true, 200];
  let meanwhile = (_path: string): void => undefined;
  const asked: string[] = [];
  const { replaceEnvironment } = await import('#stores/environment.ts');
  const fetch = async (address: RequestInfo | URL, init?: RequestInit) => {
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    const path = new URL(String(address), 'http://localhost:4321').pathname;
    asked.push(path);
    meanwhile(path);
    const body = answerOf(path, new Headers(init?.headers).get('authorization') ?? '');
    return body ? Response.json(body, { status }) : new Response(null, { status: 204 });
  };
  onTestFinished(replaceEnvironment({ fetch, nowMs: () => now, log: () => undefined }));
  const { requestSeen } = await import('#stores/seen.ts');
  const { fileOf, keepPaper, keepSeen, keptPapers, startKeeping } = await import('#stores/kept.ts');
  const { logOut } = await import('#stores/session.ts');
  const ask = async () => {
    const ago: number[] = [];
    const onSeen = (atMs: number) => ago.push(now - atMs);
    const answer = await requestSeen(getActiveLoan, {}, { quiet: true, onSeen });
    return { answer, ago };
  };
  return {
    ...{ asked, fileOf, keepSeen, keptPapers, logOut, startKeeping },
    keepPaper: (id: string, text = 'PDF') =>
      keepPaper({ id, title: `Contract ${id}`, fileName: `${id}.pdf` }, new Blob([text])),
    laterBy: (ms: number) => {
      now += ms;
    },
    /** During the next requests this happens too. */
    during: (act: (path: string) => void) => {
      meanwhile = act;
    },
    /** Asks, and keeps what was answered. */
    see: async (answered = 200) => {
      [hasNetwork, status] = [true, answered];
      const shown = await ask();
      await keepSeen();
      return shown;
    },
    /** Asks without a network. @returns what is shown, and how long ago it was seen */
    offline: () => {
      hasNetwork = false;
      return ask();
    },
  };
}

const kept = () => localStorage.getItem(KEY);
const SHOWN = { kind: 'ok', value: LOAN };
const NOTHING = { answer: { kind: 'unreachable' }, ago: [] };

test('what a client has seen is there without a network, with the time it was seen at', async () => {
  const page = await openPage('token-of-ana');
  expect((await page.see()).ago).toEqual([]);
  const again = await openPage('token-of-ana', { kept: kept() });
  again.laterBy(60_000);
  expect(await again.offline()).toEqual({ answer: SHOWN, ago: [60_000] });
});

test('nothing of it can be read without the token of the session', { tags: 'asvs-14.3.3' }, async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  await page.keepPaper('1', 'DNI 46027897');
  const stored = kept() ?? '';
  expect(Object.keys(JSON.parse(stored))).toEqual(['answers', 'papers']);
  const words = [LOAN.loan?.number ?? 'none', ANA, 'loan/active', 'Contract', 'DNI 46027897', 'token-of-ana'];
  // Three letters may stand in what is encrypted by chance.
  const base64 = words.map((word) => btoa(word).replace(/=+$/, '').slice(0, -1)).filter(({ length }) => length > 7);
  for (const word of [...words, ...base64]) expect(stored, word).not.toContain(word);
});

test('it never takes the place of an answer', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  expect(await page.see(503)).toEqual({ answer: { kind: 'refused', status: 503 }, ago: [] });
});

test('another client of this browser does not see it, with or without a network, and takes it away', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  await page.keepPaper('1');
  const other = await openPage('secret-of-luis', { kept: kept() });
  expect(await other.offline()).toEqual(NOTHING);
  expect(await other.keptPapers()).toEqual([]);
  await other.see();
  const backAgain = await openPage('token-of-ana', { kept: kept() });
  expect(await backAgain.offline()).toEqual(NOTHING);
  expect(await backAgain.keptPapers()).toEqual([]);
});

test('a newer token of the same session shows it, papers too', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  await page.keepPaper('1');
  const next = await openPage('token-of-ana', { kept: kept() });
  // A day later the first answer brings a newer one.
  next.during(() => void Cookies.set('auth', 'newer-of-ana'));
  await next.see();
  await next.keepSeen();
  const later = await openPage('newer-of-ana', { kept: kept() });
  expect((await later.offline()).answer).toEqual(SHOWN);
  expect((await later.keptPapers()).map(({ id }) => id)).toEqual(['1']);
});

test('two windows with two clients: the one of the first keeps nothing under the session of the second', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  const before = kept();
  // In the other window Luis signs in while this one is being answered, and the page takes his token for its own.
  const window = await openPage('token-of-ana', { kept: before });
  window.during(() => void Cookies.set('auth', 'secret-of-luis'));
  await window.see();
  const luis = await openPage('secret-of-luis', { kept: kept() });
  expect(await luis.offline()).toEqual(NOTHING);
});

test('what is answered after another tab has logged out is not kept', async () => {
  const page = await openPage('token-of-ana');
  page.during((path) => void (path === getProfile.path && Cookies.remove('auth')));
  await page.see();
  expect(kept()).toBeNull();
});

test('a log-out in another tab while it is being encrypted leaves nothing', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const encrypting = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...given) => {
    Cookies.remove('auth');
    localStorage.removeItem(KEY);
    return encrypt(...given);
  });
  onTestFinished(() => void encrypting.mockRestore());
  await page.see();
  expect(encrypting).toHaveBeenCalled();
  expect(kept()).toBeNull();
});

test('it goes with the session, also with one that the server has ended', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  expect(kept()).not.toBeNull();
  await page.see(401);
  expect(kept()).toBeNull();
  expect(await page.offline()).toEqual(NOTHING);
  const second = await openPage('token-of-ana');
  await second.see();
  second.logOut();
  expect(kept()).toBeNull();
});

test('a colleague who visits the account leaves nothing of it, and their page asks no more than once', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const visit = await openPage('token-of-visit');
  await visit.see();
  await visit.see();
  await visit.keepPaper('1');
  expect(kept()).toBeNull();
  expect(visit.asked.filter((path) => path === getSession.path)).toHaveLength(1);
  expect(visit.asked).not.toContain(getProfile.path);
  expect(await visit.offline()).toEqual(NOTHING);
});

test('a page that keeps asks whose session it is once, and the next one of this session not at all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const page = await openPage('token-of-ana');
  const stop = page.startKeeping();
  await page.offline();
  const online = page.see();
  await vi.advanceTimersByTimeAsync(1000);
  await online;
  stop();
  expect(page.asked.filter((path) => path === getSession.path)).toHaveLength(1);
  expect(kept()).not.toBeNull();
  const next = await openPage('token-of-ana', { kept: kept() });
  await next.see();
  expect(next.asked).toEqual([getActiveLoan.path]);
});

test('after thirty days it is not shown, whichever way the clock was set', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  page.laterBy(30 * DAY_MS - 1);
  expect((await page.offline()).answer).toEqual(SHOWN);
  page.laterBy(1);
  expect(await page.offline()).toEqual(NOTHING);
  page.laterBy(-60 * DAY_MS);
  expect(await page.offline()).toEqual(NOTHING);
});

test('a clock that was set back an hour says no more than that it was seen', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  page.laterBy(-3_600_000);
  expect(await page.offline()).toEqual({ answer: SHOWN, ago: [-3_600_000] });
});

test('half of what was kept, an earlier shape of it or something else is the same as nothing', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  const whole = kept() ?? '';
  const broken = [whole.slice(0, whole.length / 2), whole.replace(/\.(.{8})/, '.AAAAAAAA'), '{}', '42', 'null', '[]'];
  for (const each of broken) {
    const half = await openPage('token-of-ana', { kept: each });
    expect(await half.offline(), each.slice(0, 20)).toEqual(NOTHING);
  }
  const { sealForSession } = await import('#stores/session-seal.ts');
  const former = { who: ANA, answers: { [`${getActiveLoan.path} {}`]: { atMs: Date.now(), value: { loan: 1 } } } };
  const answers = await sealForSession('token-of-ana', 'answers', former);
  const earlier = await openPage('token-of-ana', { kept: JSON.stringify({ answers }), nowMs: Date.now() });
  expect(await earlier.offline()).toEqual(NOTHING);
});

/** Storage with room for so many characters. */
function stubStorage(most: number): Map<string, string> {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > most) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, value);
    },
  });
  return held;
}

test('with little room the loan is kept rather than its papers, and with none nothing', async () => {
  const page = await openPage('token-of-ana');
  await page.see();
  const held = stubStorage((kept() ?? '').length + 100);
  await page.see();
  await page.keepPaper('1', 'x'.repeat(1000));
  expect(await page.keptPapers()).toEqual([]);
  expect((await page.offline()).answer).toEqual(SHOWN);
  stubStorage(0);
  await page.see();
  expect(await page.offline()).toEqual(NOTHING);
  expect(held.size).toBe(1);
});

test('where storage is forbidden the page goes on without it', async () => {
  const page = await openPage('token-of-ana');
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, removeItem: forbidden, setItem: forbidden });
  expect((await page.see()).answer).toEqual(SHOWN);
  expect(await page.keptPapers()).toEqual([]);
  expect(await page.offline()).toEqual(NOTHING);
  page.logOut();
});

test('papers that were opened are there, newest first, each once; the oldest make room', async () => {
  const page = await openPage('token-of-ana');
  for (const id of ['1', '2', '1']) await page.keepPaper(id, `paper ${id}`);
  const papers = await page.keptPapers();
  expect(papers.map(({ id }) => id)).toEqual(['1', '2']);
  expect(await page.fileOf(papers[0] as (typeof papers)[0]).text()).toBe('paper 1');
  await page.keepPaper('large', 'x'.repeat(1_499_995));
  expect((await page.keptPapers()).map(({ id }) => id)).toEqual(['large']);
  await page.keepPaper('too large', 'x'.repeat(1_600_000));
  expect((await page.keptPapers()).map(({ id }) => id)).toEqual(['large']);
});
