import { expect, test } from 'vitest';
import { base32, newTotpSecret, stepOfCode, totpCode, totpUri } from '#server/kit/totp.ts';

/** The secret of RFC 6238's own table. */
const SECRET = Buffer.from('12345678901234567890');
const STEP_MS = 30_000;

// Appendix B, the last six of its eight figures.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is the standard’s', (seconds, code) => {
  expect(totpCode(SECRET, seconds * 1000)).toBe(code.slice(2));
});

test('a clock that is wrong by a step is right enough, one that is wrong by two is not', () => {
  const nowMs = 1_111_111_111_000;
  const taken = [-2, -1, 0, 1, 2].map((steps) =>
    stepOfCode(SECRET, totpCode(SECRET, nowMs + steps * STEP_MS), { nowMs, lastStep: 0 }),
  );
  const now = Math.floor(nowMs / STEP_MS);
  expect(taken).toEqual([undefined, now - 1, now, now + 1, undefined]);
});

test('a code counts once, and none before it counts any more', () => {
  const nowMs = 1_111_111_111_000;
  const now = Math.floor(nowMs / STEP_MS);
  const code = (steps: number) => totpCode(SECRET, nowMs + steps * STEP_MS);
  expect(stepOfCode(SECRET, code(0), { nowMs, lastStep: now })).toBeUndefined();
  expect(stepOfCode(SECRET, code(-1), { nowMs, lastStep: now })).toBeUndefined();
  expect(stepOfCode(SECRET, code(1), { nowMs, lastStep: now })).toBe(now + 1);
});

test.each(['', '1', '0504710', 'abcdef'])('%j is nobody’s code', (code) => {
  expect(stepOfCode(SECRET, code, { nowMs: 1_111_111_111_000, lastStep: 0 })).toBeUndefined();
});

test('an app reads the secret, the lender and the login', () => {
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(totpUri(SECRET, { issuer: 'Mañay', account: 'ana torres' })).toBe(
    `otpauth://totp/Ma%C3%B1ay:ana%20torres?secret=${base32(SECRET)}&issuer=Ma%C3%B1ay`,
  );
  expect(newTotpSecret()).toHaveLength(20);
  expect(base32(newTotpSecret())).not.toBe(base32(newTotpSecret()));
});
