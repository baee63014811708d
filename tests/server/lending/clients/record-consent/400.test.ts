import { expect, test } from 'vitest';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const GOOD = { purpose: 'ANALYTICS', granted: true, textVersion: 'a'.repeat(64) };

test.each([
  [{ ...GOOD, purpose: 'EVERYTHING' }, 'purpose.not_allowed'],
  [{ ...GOOD, granted: 'yes' }, 'granted.invalid'],
  [{ ...GOOD, textVersion: 'v1' }, 'textVersion.invalid'],
  [{ purpose: 'ANALYTICS', granted: true }, 'textVersion.required'],
])('%j is refused with %s', async (body, code) => {
  const answer = await callEndpoint(lending, recordConsent, { body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual([code]);
});
