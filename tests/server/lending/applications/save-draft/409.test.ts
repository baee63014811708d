import { expect, test } from 'vitest';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { anApplicant, detailsOf } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const save = (headers: Record<string, string>, firstName = 'Ana') =>
  callEndpoint(lending, saveDraft, { headers, params: { step: 'personal' }, body: { firstName } });

test('what was changed elsewhere is not overwritten: the version that counts is told', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  await save(headers);
  const stale = await save({ ...headers, 'If-Match': '"1"' }, 'Rosa');
  expect(detailsOf(stale)).toEqual({ code: 'stale_version', details: { version: 2 } });
  expect(stale.headers.get('ETag')).toBe('"2"');
});

test('after the draft there is nothing to write', async () => {
  const { headers } = await anApplicant(lending, 'SCORING');
  expect(detailsOf(await save(headers))).toMatchObject({ code: 'illegal_transition', details: { stage: 'SCORING' } });
});

test('without an application there is nothing to write', async () => {
  const { headers } = await aBorrower(lending);
  expect(detailsOf(await save(headers)).details?.allowedEvents).toEqual(['inquiry']);
});
