import { expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { errorBody } from '#api/errors.ts';
import { fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  ['no sequence', '', ['sequence.required']],
  ['an empty sequence', '?sequence=', ['sequence.not_allowed']],
  ['a sequence that does not exist', '?sequence=3', ['sequence.not_allowed']],
  ['a sequence in words', '?sequence=first', ['sequence.not_allowed']],
  ['the sequence twice, even the same', '?sequence=1&sequence=1', ['sequence.invalid']],
  ['a parameter nobody knows', '?sequence=1&color=red', ['color.unknown']],
  ['a prototype as a parameter', '?sequence=1&__proto__=1&constructor=2', ['__proto__.unknown', 'constructor.unknown']],
  ['a broken percent sign', '?sequence=%zz', ['sequence.not_allowed']],
  ['a zero byte', '?sequence=1%00', ['sequence.not_allowed']],
])('%s', async (_, query, codes) => {
  const response = await lending.app.request(getProductSettings.path + query);
  const body = errorBody.parse(await response.json());
  expect(response.status).toBe(400);
  expect(fieldCodes({ body })).toEqual(codes);
});
