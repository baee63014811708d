import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { anApplicant, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('204', () => {
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

  test('a save whose answer was lost may be sent again: it is not taken for a change of another device', async () => {
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
});

describe('400', () => {
  test.each([
    ['personal', { firstName: 7 }, ['firstName.invalid']],
    ['personal', { monthlyIncome: 1 }, ['monthlyIncome.unknown']],
    ['financial', { firstName: 'Ana' }, ['firstName.unknown']],
    ['financial', { role: 'admin' }, ['role.unknown']],
  ])('%s %j: %j', async (step, body, codes) => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const answer = await callEndpoint(lending, saveDraft, { headers, params: { step }, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});

describe('404', () => {
  test('there is no third step to write', async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const answer = await callEndpoint(lending, saveDraft, { headers, params: { step: 'device' }, body: {} });
    expect(answer.status).toBe(404);
  });
});

describe('409', () => {
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
});
