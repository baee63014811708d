import { expect, test } from 'vitest';
import { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  [{}, 'query.required'],
  [{ query: 7 }, 'query.invalid'],
  [{ query: 'x'.repeat(8_193) }, 'query.too_long'],
  [{ query: 'ref=1', path: '/' }, 'path.unknown'],
])('%j is refused with %s', async (body, code) => {
  const answer = await callEndpoint(lending, keepMarketingParams, { body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual([code]);
});
