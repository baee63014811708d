import { expect, test } from 'vitest';
import { securityTxt } from '#layouts/security-txt.ts';

test('security.txt says where to write, in which languages, and until when it is good', () => {
  const text = securityTxt({ email: 'hola@manay.example', businessDate: '2026-01-15', site: 'https://manay.example/' });
  expect(text.trimEnd().split('\n')).toEqual([
    'Contact: mailto:hola@manay.example',
    'Expires: 2026-07-14T00:00:00.000Z',
    'Preferred-Languages: es, en',
    'Canonical: https://manay.example/.well-known/security.txt',
  ]);
});
