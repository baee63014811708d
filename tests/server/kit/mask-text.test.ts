import { expect, test } from 'vitest';
import { maskText } from '#server/kit/mask-text.ts';

test.each([
  ['550 5.1.1 <Ana.Quispe+1@correo.example>: unknown', '550 5.1.1 <[address]>: unknown'],
  ['to +51 987 654 321 and 987654321', 'to [number] and [number]'],
  ['/api/v1/nothing/4551708161768059', '/api/v1/nothing/[number]'],
  [`/api/v1/auth/not-me/${'aB-_9'.repeat(8)}xyz`, '/api/v1/auth/not-me/[secret]'],
  [
    '/libro-de-reclamaciones/hoja/LR-2026-000123/7KQ2-M9XA-0B3D-WZ5T-HN8C',
    '/libro-de-reclamaciones/hoja/LR-2026-000123/[secret]',
  ],
  ['card 4551-7081-6176-8059 of 45678912', 'card [number] of [number]'],
])('%s is logged as %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test.each([
  '/api/v1/payments/019bc29b-5b40-71d1-bbf1-2cf68f1ded29',
  '/api/v1/loan/P-2026-0000001/documents',
  '/api/v1/public/complaints/LR-2026-000123/sheet.pdf',
  'connect ECONNREFUSED 127.0.0.1:2525',
  '421 4.7.0 try again later, at 2026-11-21T15:10:44.474Z',
])('%s stays as it is', (text) => {
  expect(maskText(text)).toBe(text);
});

test('the secret of a link is not in a log line', () => {
  const secret = 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD';
  expect(maskText(`/api/v1/profile/changes/stop/${secret}`)).toBe('/api/v1/profile/changes/stop/[secret]');
});

test('a long word costs no more than short ones of its length, so that a long path keeps nobody else waiting', () => {
  const length = 100_000;
  const cost = (text: string): number => {
    const before = process.cpuUsage();
    maskText(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const words = Math.max(cost('ab '.repeat(length / 3)), 5_000);
  for (const long of ['x', '1', 'a-', 'a.b']) expect(cost(long.repeat(length / long.length))).toBeLessThan(100 * words);
});
