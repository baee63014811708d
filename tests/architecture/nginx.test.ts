import { expect, test } from 'vitest';
import { MAX_VOUCHER_BYTES } from '#api/endpoints/payments/send-voucher.ts';
import { MAX_FILE_BYTES } from '#server/lending/applications/application-files.ts';
import { sheetLink } from '#server/lending/complaints/complaints-context.ts';
import { MAX_FORM_BYTES as MAX_COMPLAINT_BYTES } from '#server/lending/complaints/read-complaint-form.ts';
import { MAX_ANSWER_BYTES } from '#server/lending/complaints/staff-complaints.ts';
import { MAX_STATEMENT_BYTES } from '#server/lending/gateways/transfer/bank-statement.ts';
import { ONLINE_PAYMENT_PATH } from '#server/lending/payments/payment-context.ts';
import { emailLinkUrl, notMeUrl, stopUrl } from '#server/lending/people/messages/identity-messages.ts';
import { read } from './source-tree.ts';

/** Settings that a running nginx does not show; `tests/e2e/proxy.spec.ts` runs one with this file. */
const CONF = read('.config/nginx.conf');
const setting = (name: string): string => new RegExp(`^ *${name} ([^;]+);`, 'm').exec(CONF)?.[1] ?? '';
const locations = [...(CONF.split('listen 443')[1] ?? '').matchAll(/^ {2}location ~ (\S+) \{(.*)\}/gm)].map(
  ([, where = '', body = '']) => ({
    where: new RegExp(where),
    body,
  }),
);
/** Finds the place as nginx does: the first expression that fits. */
const locationOf = (path: string): string => locations.find(({ where }) => where.test(path))?.body ?? '';

test('the sample is a reverse proxy in forty lines', () => {
  expect(CONF.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(CONF).not.toMatch(/\b(?:root|alias|autoindex|stub_status|resolver|include)\b/);
});

test('it speaks TLS 1.2 and 1.3 and nothing older', { tags: 'asvs-12.1.1' }, () => {
  expect(setting('ssl_protocols').split(' ').sort()).toEqual(['TLSv1.2', 'TLSv1.3']);
});

test('it takes only authenticated ciphers with forward secrecy, the strongest first', { tags: 'asvs-12.1.2' }, () => {
  const ciphers = setting('ssl_ciphers').split(':');
  expect(ciphers.length).toBeGreaterThan(3);
  const strong = /^ECDHE-(?:ECDSA|RSA)-(?:AES(?:256|128)-GCM-SHA(?:384|256)|CHACHA20-POLY1305)$/;
  expect(ciphers.filter((cipher) => !strong.test(cipher))).toEqual([]);
  expect(ciphers.findIndex((cipher) => cipher.includes('AES128'))).toBeGreaterThan(
    ciphers.findLastIndex((cipher) => cipher.includes('AES256')),
  );
  expect(setting('ssl_session_tickets')).toBe('off');
});

test('it leads pages to TLS, refuses programs without it, and has a certificate of a public authority', {
  tags: ['asvs-4.1.2', 'asvs-12.2.1', 'asvs-12.2.2'],
}, () => {
  expect(CONF).toMatch(/listen 80;[\s\S]*?location ~ \^\/\(\?:api\|hooks\)\(\?:\/\|\$\) \{ return 403; \}/);
  expect(CONF).toContain('location / { return 308 https://$host$request_uri; }');
  expect(setting('ssl_certificate')).toContain('/etc/letsencrypt/live/');
});

test('it sends requests to the lending role and the publisher alone, and publishes nothing from inside', {
  tags: ['asvs-13.2.5', 'asvs-13.4.3', 'asvs-13.4.5'],
}, () => {
  const passed = [...CONF.matchAll(/(\w+_pass) ([^;]+);/g)].map(([, how, to]) => `${how} ${to}`);
  expect([...new Set(passed)].sort()).toEqual(['proxy_pass http://127.0.0.1:4321', 'proxy_pass http://manay_lending']);
  const inside = [
    '/metrics',
    '/healthz',
    '/readyz',
    '/operator/publish',
    '/desk/',
    '/desk/payments/list',
    '/editor/',
    '/sandbox',
    '/api/v1/staff/tasks',
  ];
  for (const path of inside) expect(locationOf(path), path).toContain('rewrite ^ /404.html break;');
  for (const path of ['/desks', '/apix', '/contents/', '/', '/libro-de-reclamaciones/'])
    expect(locationOf(path), path).toBe('');
  expect(locationOf('/api/v1/public/offer')).toContain('manay_lending');
});

test('no log keeps the address of a link that carries a secret, and the role that knows it answers', () => {
  const links = [
    sheetLink('es', 'LR-2026-000123', '7KQ2-M9XA-0B3D-WZ5T-HN8C'),
    sheetLink('en', 'LR-2026-000123', '7KQ2-M9XA-0B3D-WZ5T-HN8C'),
    notMeUrl('', 'es', 'token'),
    emailLinkUrl('', 'es', 'token'),
    stopUrl('', 'es', 'token'),
    `${ONLINE_PAYMENT_PATH}/key`,
  ];
  for (const link of links)
    expect(locationOf(link), link).toMatch(/access_log off; error_log .* http:\/\/manay_lending;/);
  expect(locationOf('/hooks/storyblok/key')).toMatch(/access_log off; error_log .* http:\/\/127\.0\.0\.1:4321;/);
});

test('it takes the largest upload that the lending role takes, with the boundaries of its form', () => {
  const most = [MAX_ANSWER_BYTES, MAX_COMPLAINT_BYTES, MAX_FILE_BYTES, MAX_VOUCHER_BYTES, MAX_STATEMENT_BYTES];
  expect(Number.parseInt(setting('client_max_body_size'), 10) * 1024 * 1024).toBeGreaterThan(Math.max(...most));
});
