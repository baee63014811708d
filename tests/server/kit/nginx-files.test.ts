import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_VOUCHER_BYTES } from '#api/endpoints/payments/send-voucher.ts';
import { MAINTENANCE_FILE } from '#server/kit/maintenance.ts';
import { MOVED_PAGES_FILE } from '#server/kit/moved-pages.ts';
import { type NginxFacts, nginxFiles } from '#server/kit/nginx-files.ts';
import { pageHeaders } from '#server/kit/page-headers.ts';
import { MAX_FILE_BYTES } from '#server/lending/applications/application-files.ts';
import { sheetLink } from '#server/lending/complaints/complaints-context.ts';
import { MAX_FORM_BYTES as MAX_COMPLAINT_BYTES } from '#server/lending/complaints/read-complaint-form.ts';
import { MAX_ANSWER_BYTES } from '#server/lending/complaints/staff-complaints.ts';
import { MAX_STATEMENT_BYTES } from '#server/lending/gateways/transfer/bank-statement.ts';
import { ONLINE_PAYMENT_PATH } from '#server/lending/payments/payment-context.ts';
import { emailLinkUrl, notMeUrl, stopUrl } from '#server/lending/people/messages/identity-messages.ts';
import { HELD_BACK_FILE } from '#server/publishing/publisher/held-back.ts';

const FACTS: NginxFacts = {
  policies: {
    strict: "default-src 'none'; script-src 'self' 'sha256-A+/='",
    marketing: "default-src 'none'; script-src 'self' https://www.googletagmanager.com",
    card: "default-src 'none'; script-src 'self' https://card.example",
  },
  maintenance: false,
  framers: ['https://partner.pe', 'https://shop.example'],
  landingHosts: ['oferta.manay.pe'],
  movedPages: [{ from: '/preguntas/', to: '/ayuda/', until: '2027-11-23' }],
};

/**
 * Reads a map of the file as nginx does: exact keys first, in capitals or not, then the first expression that fits, then
 * the default. With one key twice it does not start.
 */
function lookUp(file: string, variable: string, key: string): string {
  const block = new RegExp(`map \\$\\w+ \\${variable} \\{\\n([\\s\\S]*?)\\n\\}`).exec(file)?.[1];
  if (block === undefined) throw new Error(`no map for ${variable}`);
  const cases = block.split('\n').map((line) => {
    const [, name = '', value = ''] = /^ {2}"(.*)" "(.*)";$/.exec(line) ?? [];
    return [name.replaceAll('\\\\', '\\'), value.replaceAll('\\\\', '\\')] as const;
  });
  const keys = cases.map(([name]) => name).filter((name) => !name.startsWith('~'));
  const twice = keys.find((name, at) => keys.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < at);
  if (twice !== undefined) throw new Error(`conflicting parameter "${twice}"`);
  const exact = cases.find(([name]) => name.toLowerCase() === key.toLowerCase());
  const fitting = cases.find(([name]) => name.startsWith('~') && new RegExp(name.slice(1)).test(key));
  return (exact ?? fitting ?? cases.find(([name]) => name === 'default'))?.[1] ?? '';
}

/** The headers nginx adds to a page, with its variables filled in; an empty one is not sent. */
function headersFromNginx(path: string, facts: NginxFacts): Record<string, string> {
  const files = nginxFiles(facts);
  const lines = [...files['nginx-headers.conf'].matchAll(/^add_header (\S+) "(.*)" always;$/gm)];
  const down = lookUp(files['nginx-maps.conf'], '$manay_down', path);
  const filled = lines.map(([, name = '', value = '']) => [
    name,
    value.replace(/\$manay_\w+/g, (variable) =>
      lookUp(files['nginx-maps.conf'], variable, variable === '$manay_retry_after' ? down : path),
    ),
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

const PAGES = [
  '/',
  '/en/',
  '/index.html',
  '/requisitos/index.html',
  '/profile/index.html',
  '/en/profile/components/niubiz-method/index.html',
  '/calculatoripl/index.html',
  '/calculatoripl/',
  '/404.html',
  '/libro-de-reclamaciones/',
];

describe.each([FACTS, { ...FACTS, framers: [] }])('what nginx is told', (facts) => {
  test.each(PAGES)('sends %s with the very headers of our own server', (path) => {
    expect(headersFromNginx(path, facts)).toEqual({
      ...pageHeaders(path, facts.policies, facts.framers),
      'Cache-Control': 'public, no-cache',
    });
  });
});

test.each(['/_astro/a.B1.js', '/favicon.svg', '/landing-host.js', '/calculatoripl/a.png'])(
  'the file %s has the very headers of our own server too, and may do nothing as a page',
  (path) => {
    const { 'Cache-Control': _, ...headers } = headersFromNginx(path, FACTS);
    expect(headers).toEqual(pageHeaders(path, FACTS.policies, FACTS.framers));
    expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'; base-uri 'none'; form-action 'none'; /);
  },
);

test('assets are kept for ever, other files an hour', () => {
  expect(headersFromNginx('/_astro/a.B1.js', FACTS)['Cache-Control']).toBe('public, max-age=31536000, immutable');
  expect(headersFromNginx('/favicon.svg', FACTS)['Cache-Control']).toBe('public, max-age=3600');
});

test('maintenance takes pages down and says when to come back; files stay', () => {
  const facts = { ...FACTS, maintenance: true };
  expect(headersFromNginx('/requisitos/', facts)['Retry-After']).toBe('600');
  expect(headersFromNginx('/_astro/a.B1.js', facts)['Retry-After']).toBeUndefined();
  // The complaints book stays open, and what tells the lending role is never kept by a cache.
  expect(headersFromNginx('/en/libro-de-reclamaciones/', facts)['Retry-After']).toBeUndefined();
  expect(headersFromNginx('/maintenance.json', facts)['Cache-Control']).toBe('public, no-cache');
});

test('a landing host has its own home and script', () => {
  const maps = nginxFiles(FACTS)['nginx-maps.conf'];
  expect(lookUp(maps, '$manay_landing', 'oferta.manay.pe')).toBe('1');
  expect(lookUp(maps, '$manay_landing', 'manay.pe')).toBe('0');
  expect(lookUp(maps, '$manay_home', '1')).toBe('/landing/index.html');
  expect(lookUp(maps, '$manay_landing_script', '1')).toBe("document.documentElement.dataset.host='landing'");
});

test('a page that moved is found at its former address, with and without the slash', () => {
  const maps = nginxFiles(FACTS)['nginx-maps.conf'];
  expect(
    ['/preguntas/', '/preguntas', '/pregunta', '/ayuda/'].map((path) => lookUp(maps, '$manay_moved', path)),
  ).toEqual(['/ayuda/', '/ayuda/', '', '']);
});

describe('addresses that differ in capitals alone', () => {
  const movesOf = (...moves: [string, string][]): string =>
    nginxFiles({ ...FACTS, movedPages: moves.map(([from, to]) => ({ from, to, until: '2027-11-23' })) })[
      'nginx-maps.conf'
    ];
  const lead = (maps: string, paths: readonly string[]) => paths.map((path) => lookUp(maps, '$manay_moved', path));

  test('a page that was renamed from capitals does not lead to itself, nor one that was renamed to them', () => {
    const maps = movesOf(['/Ayuda/', '/ayuda/'], ['/tarifas/', '/Tarifas/']);
    expect(lead(maps, ['/Ayuda/', '/Ayuda', '/ayuda/'])).toEqual(['/ayuda/', '/ayuda/', '']);
    expect(lead(maps, ['/tarifas/', '/tarifas', '/Tarifas/', '/Tarifas'])).toEqual(['/Tarifas/', '/Tarifas/', '', '']);
  });

  test('two former addresses each lead to their own page, and nginx starts', () => {
    const maps = movesOf(['/Promo.1/', '/uno/'], ['/promo.1/', '/dos/'], ['/otra/', '/tres/']);
    const paths = ['/Promo.1/', '/promo.1/', '/Promo.1', '/promo.1', '/Promo-1/', '/otra'];
    expect(lead(maps, paths)).toEqual(['/uno/', '/dos/', '/uno/', '/dos/', '', '/tres/']);
  });

  test('of one address twice the last counts, as with our own server', () => {
    expect(lead(movesOf(['/ayuda/costos/', '/uno/'], ['/ayuda/costos/', '/dos/']), ['/ayuda/costos/'])).toEqual([
      '/dos/',
    ]);
  });

  test('a page that is there wins over a former address', () => {
    const conf = readFileSync('.config/nginx.conf', 'utf8');
    const locations = [...conf.matchAll(/^ {2}location (\S+) \{\n((?: {4}[^\n]*\n)+)/gm)];
    const asking = locations.filter(([, , body]) => body?.includes('$manay_moved'));
    expect(asking.map(([, path]) => path)).toEqual(['/', '/en/']);
    const unlessThere = [
      'set $moved $manay_moved;',
      'if (-f $request_filename) { set $moved ""; }',
      'if (-f $request_filename/index.html) { set $moved ""; }',
      'if ($moved) { return 308 $moved$is_args$args; }',
    ];
    for (const [, , body] of asking) expect(body).toContain(unlessThere.join('\n    '));
  });
});

test('no visitor reads what a release has for servers alone: which stories are held back, and why', () => {
  const conf = readFileSync('.config/nginx.conf', 'utf8');
  const hidden = new RegExp(/location ~ (\S+) \{\n {4}return 404;/.exec(conf)?.[1] ?? '^$');
  const forServers = [
    'release.json',
    'files.json',
    ...Object.keys(nginxFiles(FACTS)),
    HELD_BACK_FILE,
    MOVED_PAGES_FILE,
  ];
  expect(forServers.filter((file) => !hidden.test(`/${file}`))).toEqual([]);
  expect([...PAGES, '/favicon.svg', `/${MAINTENANCE_FILE}`].filter((path) => hidden.test(path))).toEqual([]);
});

test('a value that would end its quotes or name a variable is refused', () => {
  for (const framer of ['https://a"; return 200 "', 'https://$host']) {
    expect(() => nginxFiles({ ...FACTS, framers: [framer] })).toThrow('nginx cannot be told');
  }
});

test('no log keeps the address of a link that carries a secret, and the lending role answers each of them', () => {
  const conf = readFileSync('.config/nginx.conf', 'utf8');
  const silent = /location ~ (\S+) \{\n {4}access_log off;\n {4}error_log \/dev\/null crit;\n {4}proxy_pass /g;
  const locations = [...conf.matchAll(silent)].map(([, location = '']) => new RegExp(location));
  const links = [
    sheetLink('es', 'LR-2026-000123', '7KQ2-M9XA-0B3D-WZ5T-HN8C'),
    sheetLink('en', 'LR-2026-000123', '7KQ2-M9XA-0B3D-WZ5T-HN8C'),
    notMeUrl('', 'es', 'token'),
    emailLinkUrl('', 'es', 'token'),
    stopUrl('', 'es', 'token'),
    `${ONLINE_PAYMENT_PATH}/key`,
    '/hooks/storyblok/key',
  ];
  expect(locations).toHaveLength(2);
  for (const link of links)
    expect(
      locations.some((location) => location.test(link)),
      link,
    ).toBe(true);
});

describe('each location of the lending role', () => {
  const conf = readFileSync('.config/nginx.conf', 'utf8');
  const locations = [...conf.matchAll(/^ {2}location [^\n]+\{\n(?: {4}[^\n]*\n)+/gm)]
    .map(([text]) => text)
    .filter((text) => text.includes('proxy_pass'));
  const ofLending = locations.filter((text) => text.includes('proxy_pass http://manay_lending;'));

  test('takes the largest upload that the lending role takes, with the boundaries of its form', () => {
    const largest = Math.max(
      MAX_ANSWER_BYTES,
      MAX_COMPLAINT_BYTES,
      MAX_FILE_BYTES,
      MAX_VOUCHER_BYTES,
      MAX_STATEMENT_BYTES,
    );
    const limits = ofLending.map((text) => Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]) * 1024 * 1024);
    expect(limits).toHaveLength(2);
    for (const limit of limits) expect(limit).toBeGreaterThan(largest);
  });

  test("has the site's headers on what nginx says there itself", () => {
    for (const text of locations) {
      expect(text).toContain('error_page 502 504 =503 @away;');
      expect(text).toContain('error_page 413 @large;');
    }
    for (const name of ['away', 'large']) {
      const [, own] = new RegExp(`location @${name} \\{\\n([\\s\\S]*?)\\n {2}\\}`).exec(conf) ?? [];
      expect(own).toMatch(/return (?:413|503) '\{"error":/);
      // One header of its own would take all of the server's away.
      expect(own).not.toContain('add_header');
    }
  });
});

test('the documented configuration uses every variable and file that a release brings', () => {
  const conf = readFileSync('.config/nginx.conf', 'utf8');
  const { 'nginx-maps.conf': maps, 'nginx-headers.conf': headers } = nginxFiles(FACTS);
  const made = [...maps.matchAll(/^map \$\w+ (\$\w+) /gm)].map(([, name]) => name);
  const used = new Set([...`${conf}${headers}`.matchAll(/\$manay_\w+/g)].map(([name]) => name));
  expect([...used].sort()).toEqual(made.sort());
  expect(conf).toContain('current/nginx-maps.conf');
  expect(conf).toContain('current/nginx-headers.conf');
});

describe('the documented configuration of TLS', () => {
  const tls = readFileSync('.config/nginx-tls.conf', 'utf8');
  const directive = (name: string): string[] => new RegExp(`^${name} (.+);$`, 'm').exec(tls)?.[1]?.split(/[ :]/) ?? [];

  test('speaks TLS 1.2 and 1.3 and nothing older', () => {
    expect(directive('ssl_protocols').sort()).toEqual(['TLSv1.2', 'TLSv1.3']);
  });

  test('takes only ciphers with forward secrecy that authenticate, the strongest first', () => {
    const ciphers = directive('ssl_ciphers');
    expect(ciphers.length).toBeGreaterThan(3);
    const strong = /^ECDHE-(?:ECDSA|RSA)-(?:AES(?:256|128)-GCM-SHA(?:384|256)|CHACHA20-POLY1305)$/;
    expect(ciphers.filter((cipher) => !strong.test(cipher))).toEqual([]);
    expect(ciphers.findIndex((cipher) => cipher.includes('AES128'))).toBeGreaterThan(
      ciphers.findLastIndex((cipher) => cipher.includes('AES256')),
    );
    expect(directive('ssl_session_tickets')).toEqual(['off']);
  });

  test('leads pages without TLS to it, refuses programs, and has a certificate of a public authority', () => {
    const plain = /# server \{\n(?:# .*\n)+?# \}/.exec(tls)?.[0].replace(/^# ?/gm, '') ?? '';
    expect(plain).toMatch(/listen 80;/);
    const pages = 'return 308 https://$host$request_uri;';
    const rules = [...plain.matchAll(/^ *(?:location (?:~ )?(\S+) \{ )?(return [^;]+;)(?: \})?$/gm)];
    // As nginx does: an expression before the beginning of a path.
    const answers = (path: string) =>
      (rules.find(([, where]) => where?.startsWith('^') && new RegExp(where).test(path)) ??
        rules.find(([, where]) => where === '/'))?.[2];
    expect(['/api', '/api/v1/auth/sign-in', '/hooks/storyblok'].map(answers)).toEqual(Array(3).fill('return 403;'));
    expect(['/', '/apis/', '/en/', '/libro-de-reclamaciones/hoja/'].map(answers)).toEqual(Array(4).fill(pages));
    expect(rules).toHaveLength(2);
    expect(directive('ssl_certificate')[0]).toContain('/etc/letsencrypt/live/');
  });
});

test('the documented nginx sends requests to the lending role alone, and to no path of it but the API, webhooks and pages of complaint sheets', () => {
  // Webhooks are the publisher's.
  const conf = readFileSync('.config/nginx.conf', 'utf8');
  const passed = [...conf.matchAll(/^\s*(\w+_pass) (.+);$/gm)].map(([, how, to]) => `${how} ${to}`);
  expect([...new Set(passed)].sort()).toEqual(['proxy_pass http://manay_lending', 'proxy_pass http://manay_publisher']);
  const servers = [...conf.matchAll(/^ {2}server (\S+?)(?: [^;]+)?;$/gm)].map(([, server]) => server);
  expect(servers).toEqual(['127.0.0.1:4331', '127.0.0.1:4332', '127.0.0.1:4321']);
  const proxied = [...conf.matchAll(/^ {2}location ~ (\S+) \{\n((?: {4}.*\n)+)/gm)].flatMap(([, where = '', body]) =>
    body?.includes('proxy_pass') ? [new RegExp(where)] : [],
  );
  expect(proxied).toHaveLength(passed.length);
  const reaches = (path: string): boolean => proxied.some((where) => where.test(path));
  const open = ['/api/v1/public/offer', '/hooks/storyblok', sheetLink('es', 'LR-1', 'A'), sheetLink('en', 'LR-1', 'A')];
  expect(open.filter((path) => !reaches(path))).toEqual([]);
  const hooks =
    /location ~ (\S+) \{\n(?: {4}[^\n]*\n)*? {4}proxy_pass http:\/\/manay_publisher;/.exec(conf)?.[1] ?? '^$';
  expect(open.filter((path) => new RegExp(hooks).test(path))).toEqual(['/hooks/storyblok']);
  const inside = ['/metrics', '/healthz', '/operator/publish', '/editor/', '/sandbox', '/apix', '/_preview/'];
  expect([...inside, '/libro-de-reclamaciones/'].filter(reaches)).toEqual([]);
  expect(conf).not.toMatch(/autoindex|stub_status|resolver/);
});
