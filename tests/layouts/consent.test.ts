import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const TEXT = 'a'.repeat(64);
const requests: string[] = [];
const answers: Response[] = [];
let isDown = false;

beforeEach(() => {
  openWindow();
  requests.length = 0;
  answers.length = 0;
  isDown = false;
  vi.resetModules();
  // A script that is put into the page is looked at, not loaded.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    requests.push((script as HTMLScriptElement).src);
  });
  // How high the banner is only a browser knows.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
    },
  );
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`);
    if (isDown) throw new TypeError('no network');
    const answer = await lending.app.request(path, { ...init, headers: { ...init.headers, cookie: document.cookie } });
    // What a browser does with the answer's cookies; those for HTTP only stay hidden from the page.
    for (const cookie of answer.headers.getSetCookie()) if (!cookie.includes('HttpOnly')) setCookie(cookie);
    answers.push(answer);
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads it the same way
  document.cookie = cookie;
}

/** A page with the banner, as its layout writes it. */
async function openPage() {
  document.body.innerHTML = `
    <button class="consent-open" hidden></button>
    <section class="consent" data-ids="GTM-AAAA,GTM-BBBB" data-text-version="${TEXT}" hidden>
      <h2 tabindex="-1"></h2><p class="consent-failed" hidden></p>
      <button value="yes"></button><button value="no"></button>
    </section>`;
  const banner = document.querySelector('.consent') as HTMLElement;
  const { startConsent } = await import('#layouts/consent/consent.ts');
  startConsent(banner);
  const settle = () => vi.waitFor(() => expect(requests.length).toBeGreaterThan(0), { timeout: 60_000 });
  const press = async (selector: string) => {
    document.querySelector<HTMLElement>(selector)?.click();
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  return { banner, press };
}

/** The rows written since it was asked last. */
async function newRows() {
  const rows = await lending.db.kysely.selectFrom('consent_event').select(['id', 'granted', 'text_version']).execute();
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh.map(({ granted, text_version }) => ({ granted, text_version }));
}
const seen = new Set<string>();

const CONTAINERS = ['GTM-AAAA', 'GTM-BBBB'].map((id) => `https://www.googletagmanager.com/gtm.js?id=${id}`);

describe('a visitor who has not been asked', () => {
  test('sees the banner, and nothing is loaded', {
    tags: 'promise-cookies-tags-and-what-a-browser-remembers',
  }, async () => {
    const { banner } = await openPage();
    expect(banner.hidden).toBe(false);
    expect(requests).toEqual([]);
  });

  test('says yes: the ledger has it first, then both containers load, and the next page does not ask', async () => {
    const { banner, press } = await openPage();
    await newRows();
    await press('[value=yes]');
    expect(requests).toEqual(['POST /api/v1/public/consents', ...CONTAINERS]);
    expect(await newRows()).toEqual([{ granted: true, text_version: TEXT }]);
    expect(banner.hidden).toBe(true);

    delete window.dataLayer;
    requests.length = 0;
    expect((await openPage()).banner.hidden).toBe(true);
    expect(requests).toEqual(CONTAINERS);
  });

  test('says no: it is recorded as well, nothing loads, and the next page does not ask', {
    tags: 'promise-cookies-tags-and-what-a-browser-remembers',
  }, async () => {
    const { banner, press } = await openPage();
    await newRows();
    await press('[value=no]');
    expect(requests).toEqual(['POST /api/v1/public/consents']);
    expect(await newRows()).toEqual([{ granted: false, text_version: TEXT }]);
    // An answer nobody reads keeps its connection open.
    expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true]);
    expect(banner.hidden).toBe(true);
    expect((await openPage()).banner.hidden).toBe(true);
  });

  test('says yes without network: nothing is loaded, and the banner says why it is still there', async () => {
    isDown = true;
    const { banner, press } = await openPage();
    await press('[value=yes]');
    expect(requests).toEqual(['POST /api/v1/public/consents']);
    expect(banner.hidden).toBe(false);
    expect(banner.querySelector<HTMLElement>('.consent-failed')?.hidden).toBe(false);
  });
});

test('a visitor who said yes can take it back from the footer: the tags’ cookies go', async () => {
  setCookie('__Host-consent=1.granted; path=/; secure');
  setCookie('_ga=GA1.1.1; path=/');
  const { banner, press } = await openPage();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  document.querySelector<HTMLElement>('.consent-open')?.click();
  expect(banner.hidden).toBe(false);
  await press('[value=no]');
  expect(document.cookie).toContain('__Host-consent=1.refused');
  expect(document.cookie).not.toContain('_ga');
  expect(reload).toHaveBeenCalledOnce();
});
