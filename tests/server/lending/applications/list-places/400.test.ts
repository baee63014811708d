import { expect, test } from 'vitest';
import { listPlaces } from '#api/endpoints/applications/list-places.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  [{ within: '1' }, ['within.invalid']],
  [{ within: '150' }, ['within.invalid']],
  [{ within: '150122' }, ['within.invalid']],
  [{ within: '%_' }, ['within.invalid']],
  [{ within: '' }, ['within.invalid']],
  [{ department: '15' }, ['department.unknown']],
])('%j is no place to look within', async (query, codes) => {
  const answer = await callEndpoint(lending, listPlaces, { query: query as Record<string, string> });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
});
