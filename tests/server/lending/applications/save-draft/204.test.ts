import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const save = (headers: Record<string, string>, step: string, body: unknown) =>
  callEndpoint(lending, saveDraft, { headers, params: { step }, body });

test('each save has a new version, and what was typed before is replaced', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const first = await save(headers, 'personal', { firstName: 'A' });
  const second = await save({ ...headers, 'If-Match': first.headers.get('ETag') ?? '' }, 'personal', {
    firstName: 'An',
  });
  expect([first.status, second.status]).toEqual([204, 204]);
  expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'));
  const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
  expect(steps.personal.draft).toEqual({ firstName: 'An' });
});

test('a save whose answer was lost may be sent again: it is no change of another device', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const from = { ...headers, 'If-Match': '"1"' };
  const first = await save(from, 'personal', { firstName: 'A' });
  const again = await save(from, 'personal', { firstName: 'A' });
  expect([first.status, again.status]).toEqual([204, 204]);
  expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
});

test('nothing half typed is readable in the tables', { tags: 'promise-an-application-on-its-way' }, async () => {
  // Long enough that what is sealed does not have it by chance.
  const { headers } = await anApplicant(lending, 'FINANCIAL', { personal: { firstName: 'Anacleta' } });
  await save(headers, 'financial', { employerName: 'Nadiedebeleer Esto' });
  const rows = await lending.db.kysely.selectFrom('application_step').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('Nadiedebeleer');
  expect(JSON.stringify(rows)).not.toContain('Anacleta');
});

test('a client who writes is not idle: the thirty days begin anew', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  lending.clock.moveTo('2026-02-10');
  await save(headers, 'personal', { firstName: 'Ana' });
  lending.clock.moveTo('2026-03-01');
  expect((await stateOf(lending, { headers })).application?.stage).toBe('PERSONAL');
});
