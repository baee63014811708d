import { mkdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { type StaticSiteOptions, staticSite } from '#server/kit/static-files.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { page, releaseSite, SMALL_SITE, scratchDir, writeSite } from '#tests/support/browser/site.ts';
import { INFO } from '#tests/support/publishing/release-info.ts';

async function site(
  files = SMALL_SITE,
  info = INFO,
  options: Omit<StaticSiteOptions, 'releasesDir'> = {},
): Promise<{ app: Hono; directory: string }> {
  const directory = await scratchDir();
  await writeSite(join(directory, 'dist'), files);
  await releaseSite({ distDir: join(directory, 'dist'), releasesDir: join(directory, 'releases'), info });
  return { app: staticSite({ releasesDir: join(directory, 'releases'), ...options }), directory };
}

describe('the static site', () => {
  test('answers a page with its policy, a framing ban and a validator', async () => {
    const { app } = await site();
    const answer = await app.request('/');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(SMALL_SITE['index.html']);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'sha256-AAA='; style-src 'self'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const again = await app.request('/', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test.each([
    ['a.html', 'text/html; charset=utf-8'],
    ['a.css', 'text/css; charset=utf-8'],
    ['a.js', 'text/javascript; charset=utf-8'],
    ['a.json', 'application/json; charset=utf-8'],
    ['a.xml', 'application/xml; charset=utf-8'],
    ['a.svg', 'image/svg+xml; charset=utf-8'],
    ['a.png', 'image/png'],
    ['a.exe', 'application/octet-stream'],
  ])('says of %s that it is %s', { tags: 'asvs-4.1.1' }, async (name, type) => {
    const { app } = await site({ ...SMALL_SITE, [name]: SMALL_SITE['index.html'] ?? '' });
    const answer = await app.request(`/${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  });

  test('sends the compressed file to clients that accept it, and to no other', async () => {
    const { app } = await site();
    const packed = await app.request('/preguntas/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(
      SMALL_SITE['preguntas/index.html'],
    );
    const refused = await app.request('/preguntas/', { headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  test('sends the part of a file that is asked for, of the file itself and of this very version of it', async () => {
    const { app } = await site();
    const ask = (headers: Record<string, string>) =>
      app.request('/preguntas/', { headers: { range: 'bytes=0-14', ...headers } });
    const part = await ask({ 'accept-encoding': 'br' });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('<!doctype html>');
    const size = SMALL_SITE['preguntas/index.html']?.length;
    expect(part.headers.get('content-range')).toBe(`bytes 0-14/${size}`);
    const etag = part.headers.get('etag') ?? '';
    expect((await ask({ 'if-range': etag })).status).toBe(206);
    expect((await ask({ 'if-range': '"an older version"' })).status).toBe(200);
    const beyond = await ask({ range: 'bytes=999999-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  });

  test('adds the missing slash for good and keeps the query', async () => {
    const { app } = await site();
    const answer = await app.request('/preguntas?utm_source=a');
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe('/preguntas/?utm_source=a');
  });

  test.each([
    ['/index.html', '/'],
    ['/preguntas/index.html?a=1', '/preguntas/?a=1'],
    ['/preguntas//', '/preguntas/'],
    ['/en//', '/en/'],
    ['/en///preguntas//index.html', '/en/preguntas/'],
  ])('%s leads for good to the page’s one address, %s', async (asked, address) => {
    const { app } = await site();
    const answer = await app.request(asked);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, address]);
  });

  test('leads a password manager to the page where a password is changed, a visitor to sign in first', async () => {
    const { app } = await site();
    const ask = (headers: Record<string, string> = {}) => app.request('/.well-known/change-password', { headers });
    const answer = await ask();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in/?returnTo=/profile/settings/']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await ask({ cookie: 'auth=t' })).headers.get('location')).toBe('/profile/settings/');
    // What managers ask for to learn that this site does not answer everything with a page.
    const never = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await app.request(never)).status).toBe(404);
  });

  test('keeps assets for ever, also those of the release before', async () => {
    const { app, directory } = await site();
    const { '_astro/a.B1.js': _, ...rest } = SMALL_SITE;
    await writeSite(join(directory, 'dist'), rest);
    await releaseSite({ distDir: join(directory, 'dist'), releasesDir: join(directory, 'releases'), info: INFO });
    const answer = await app.request('/_astro/a.B1.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  test.each([
    '/nowhere/',
    '/nowhere',
    '/release.json',
    '/files.json',
    '/index.html.br',
    '/..%2f..%2fsecret',
    '/%2e%2e/secret',
    // Decoded twice it would be a page.
    '/%2569ndex.html',
    '/%00',
    '/%',
    '/.git/config',
  ])(
    'answers %s with the 404 page and the 404 status',
    { tags: ['asvs-1.1.1', 'asvs-5.3.2', 'spec-8.5', 'asvs-13.4.1', 'asvs-13.4.3'] },
    async (path) => {
      const { app, directory } = await site();
      await writeFile(join(directory, 'secret'), 'secret');
      const answer = await app.request(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe(SMALL_SITE['404.html']);
    },
  );

  test.each([
    ['/404.html', '404.html'],
    ['/500.html', '500.html'],
    ['/en/404/', 'en/404/index.html'],
    ['/en/404/index.html', 'en/404/index.html'],
  ])('answers %s, asked for by name, as a page that is not there', async (path, file) => {
    const errorPages = Object.fromEntries(['500.html', 'en/404/index.html'].map((name) => [name, page(name)]));
    const { app } = await site({ ...SMALL_SITE, ...errorPages });
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe({ ...SMALL_SITE, ...errorPages }[file]);
  });

  test('answers security.txt where RFC 9116 looks for it, and nothing else with a dot', async () => {
    const { app } = await site({ ...SMALL_SITE, 'security.txt': 'Contact: mailto:a@b.example' });
    const answer = await app.request('/.well-known/security.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe('Contact: mailto:a@b.example');
    expect((await app.request('/.well-known/other.txt')).status).toBe(404);
  });

  test('never sends a browser to another host', { tags: 'asvs-3.7.2' }, async () => {
    const { app } = await site();
    for (const path of ['//evil.example/preguntas', '/\\evil.example', '//evil.example']) {
      const answer = await app.request(`http://localhost${path}`);
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  test('takes no other method', async () => {
    const { app } = await site();
    expect((await app.request('/', { method: 'POST' })).status).toBe(405);
    const head = await app.request('/', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  test('says 503 while the content asks for maintenance', { tags: 'spec-1.7' }, async () => {
    const { app } = await site(SMALL_SITE, { ...INFO, maintenance: true });
    const answer = await app.request('/');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('600');
    expect((await app.request('/nothing-here/')).status).toBe(503);
    expect((await app.request('/_astro/a.B1.js')).status).toBe(200);
  });

  test('shows staff with a pass the last release that was open, and no cache keeps it', async () => {
    const { app, directory } = await site();
    const [distDir, releasesDir] = [join(directory, 'dist'), join(directory, 'releases')];
    await writeFile(join(distDir, 'index.html'), '<h1>Volvemos pronto');
    await releaseSite({ distDir, releasesDir, info: { ...INFO, maintenance: true } });
    expect((await app.request('/')).status).toBe(503);
    const passing = staticSite({ releasesDir, passes: (request) => request.headers.get('cookie') === 'pass' });
    const answer = await passing.request('/', { headers: { cookie: 'pass' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toContain('Volvemos pronto');
    expect((await passing.request('/')).status).toBe(503);
  });

  test('leads to where a page moved as soon as the list of moved pages is mended in its place', async () => {
    const { app, directory } = await site();
    const list = join(directory, 'releases/current/.moved-pages.json');
    const moved = JSON.stringify([{ from: '/gone/', to: '/faq/', until: '2027-01-01' }]);
    const asked = async () => (await app.request('/gone/')).status;
    await writeAtomically(list, '[{"from"');
    expect(await asked()).toBe(404);
    await writeAtomically(list, moved);
    expect(await asked()).toBe(308);
    // What was read stays when it cannot be read any more.
    await writeAtomically(list, '');
    expect(await asked()).toBe(308);
    await writeAtomically(list, '[]');
    expect(await asked()).toBe(404);
  });

  test('sends a page that was put back in its place with its own policy', async () => {
    const { app, directory } = await site();
    const file = join(directory, 'releases/current/index.html');
    const asked = async () => (await app.request('/')).headers.get('content-security-policy');
    await writeAtomically(file, 'cut');
    expect(await asked()).not.toContain('sha256-own');
    await writeAtomically(file, page('back', "default-src 'none'; script-src 'sha256-own='"));
    expect(await asked()).toContain('sha256-own');
  });

  test('says that it is being prepared before the first release, and serves it from then on', async () => {
    const directory = await scratchDir();
    const releasesDir = join(directory, 'releases');
    await mkdir(releasesDir);
    const app = staticSite({ releasesDir });
    expect((await app.request('/')).status).toBe(503);
    await writeSite(join(directory, 'dist'), SMALL_SITE);
    await releaseSite({ distDir: join(directory, 'dist'), releasesDir, info: INFO });
    expect((await app.request('/')).status).toBe(200);
    await unlink(join(releasesDir, 'current'));
    await symlink('000001-1700000000-abcdef01', join(releasesDir, 'current'));
    expect((await app.request('/')).status).toBe(200);
  });

  test.each(['/', '/profile/', '/profile/components/niubiz-method/', '/nowhere/'])(
    'sends %s with its own policy alone, as long as a release is live',
    { tags: 'asvs-3.4.3' },
    async (path) => {
      const policies = ['index', 'profile/index', 'profile/components/niubiz-method/index', '404'].map(
        (name) => [`${name}.html`, `default-src 'none'; script-src 'sha256-${name}='`] as const,
      );
      const own = (part: string) => policies.find(([file]) => file.startsWith(part))?.[1] ?? '';
      const pages = Object.fromEntries(policies.map(([file, policy]) => [file, page(file, policy)]));
      const { app, directory } = await site({ ...KINDS, ...pages });
      const [distDir, releasesDir] = [join(directory, 'dist'), join(directory, 'releases')];
      const asked = async () => (await app.request(path)).headers.get('content-security-policy');
      const file = path === '/nowhere/' ? '404' : `${path.slice(1)}index`;
      expect(await asked()).toBe(`${own(file)}; frame-ancestors 'none'`);
      await writeFile(join(distDir, `${file}.html`), page('anew', "default-src 'none'"));
      await releaseSite({ distDir, releasesDir, info: INFO });
      expect(await asked()).toBe("default-src 'none'; frame-ancestors 'none'");
    },
  );

  test('lets partners frame the iframe pages, and nobody anything else', async () => {
    const { app } = await site(KINDS, INFO, { framers: ['https://partner.pe', 'https://shop.example'] });
    const framed = (await app.request('/calculatoripl/')).headers;
    expect(framed.get('content-security-policy')).toContain('frame-ancestors https://partner.pe https://shop.example');
    expect(framed.get('x-frame-options')).toBeNull();
    expect(framed.get('cross-origin-resource-policy')).toBe('cross-origin');
    const other = (await app.request('/')).headers;
    expect(other.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(other.get('x-frame-options')).toBe('DENY');
  });

  test('lets nobody frame an iframe page when no partner is known', async () => {
    const { app } = await site(KINDS);
    expect((await app.request('/calculatoripl/')).headers.get('x-frame-options')).toBe('DENY');
  });
});

const KINDS = {
  ...SMALL_SITE,
  'profile/index.html': page('profile'),
  'profile/components/niubiz-method/index.html': page('card'),
  'calculatoripl/index.html': page('calculator'),
};

describe('a landing host', () => {
  const FILES: Readonly<Record<string, string>> = {
    ...SMALL_SITE,
    'landing/index.html': page('landing'),
    'en/landing/index.html': page('landing in English'),
    'landing-host.js': '',
    'calculator/index.html': page('calculator'),
  };
  const ask = async (host: string, path: string, cookie = '') => {
    const { app } = await site(FILES, INFO, { landingHosts: ['oferta.manay.pe'] });
    return app.request(`http://${host}${path}`, { headers: { host, cookie } });
  };
  const at = async (host: string, path: string, cookie = '') => (await ask(host, path, cookie)).text();

  test('never shows a calculator by the name of its file: that leads to its address, where the landing page is', async () => {
    for (const path of ['/index.html', '/calculator/index.html', '/en/calculators//index.html']) {
      const answer = await ask('oferta.manay.pe', path);
      const address = answer.headers.get('location') ?? '';
      expect([path, answer.status]).toEqual([path, 308]);
      expect(await at('oferta.manay.pe', address)).toContain('landing');
    }
  });

  test.each(['oferta.manay.pe', 'OFERTA.manay.pe', 'oferta.manay.pe:4321'])(
    '%s shows the landing page',
    { tags: ['spec-1.8', 'spec-2.48', 'spec-4.24'] },
    async (host) => {
      expect(await at(host, '/')).toContain('<body>landing</body>');
      expect(await at(host, '/en/')).toContain('landing in English');
      for (const calculator of ['calculator/', 'calculators/', 'calculatoripl/']) {
        expect(await at(host, `/${calculator}`)).toContain('<body>landing</body>');
        expect(await at(host, `/en/${calculator}`)).toContain('landing in English');
      }
      expect(await at(host, '/preguntas/')).toBe(FILES['preguntas/index.html']);
      expect(await at(host, '/landing-host.js')).toBe("document.documentElement.dataset.host='landing'");
    },
  );

  test.each(['manay.pe', 'x.oferta.manay.pe', 'oferta.manay.pe.evil.example'])(
    '%s is an ordinary host',
    { tags: 'spec-4.24' },
    async (host) => {
      expect(await at(host, '/')).toBe(FILES['index.html']);
      expect(await at(host, '/calculator/')).toBe(FILES['calculator/index.html']);
      expect(await at(host, '/landing-host.js')).toBe('');
    },
  );

  test('has the calculator of whoever is signed in', { tags: 'spec-4.24' }, async () => {
    expect(await at('oferta.manay.pe', '/calculator/', 'auth=token')).toBe(FILES['calculator/index.html']);
    expect(await at('oferta.manay.pe', '/', 'auth=token')).toContain('<body>landing</body>');
  });
});

describe('when the site itself fails', () => {
  const PAGES = { ...SMALL_SITE, '500.html': page('our fault'), 'en/500/index.html': page('our fault, in English') };

  /** A release whose `release.json` cannot be read, as after a full disk. */
  async function broken(files: Readonly<Record<string, string>>) {
    const failures: Error[] = [];
    const { app, directory } = await site(files, INFO, { onFailure: (error) => failures.push(error) });
    await writeFile(join(directory, 'releases/current/release.json'), '{');
    return { app, failures };
  }

  test.each([
    ['/', 'our fault'],
    ['/en/', 'our fault, in English'],
  ])(
    'the visitor of %s gets the error page with status 500, and the operator the reason',
    { tags: 'spec-8.6' },
    async (path, words) => {
      const { app, failures } = await broken(PAGES);
      const answer = await app.request(path);
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain(`<body>${words}</body>`);
      expect(failures).toHaveLength(1);
    },
  );

  test('even without an error page there is something to read and a way home', { tags: 'spec-8.9' }, async () => {
    const { app } = await broken(SMALL_SITE);
    const answer = await app.request('/');
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain('An error occurred while showing the error page');
    expect(html).toContain('<a href="/">Go back to home</a>');
  });
});
