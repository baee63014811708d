import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import {
  anAgreement,
  anApplicant,
  readAgreement,
  scoringContext,
  signatureOf,
} from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { anAskedApplicant, askedOf } from '#tests/support/applications/information.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const keep = () => advanceApplications(scoringContext(lending));
async function remindersOf({ personId }: Borrower): Promise<unknown[]> {
  const rows = await lending.db.kysely
    .selectFrom('application_event')
    .innerJoin('application', 'application.id', 'application_event.application_id')
    .select('application_event.data')
    .where('application.person_id', '=', personId)
    .where('application_event.event', '=', 'reminded')
    .orderBy('application_event.id')
    .execute();
  return rows.map(({ data }) => Number(data['afterMs']) / 86_400_000);
}

/** Two hundred applications like this one that wait for answers and cannot be opened: their people have no key. */
async function twoHundredWithoutKeys({ personId }: Borrower): Promise<void> {
  await sql`
    insert into person (id, status, language, document_type, document_sealed, document_index, created_at, updated_at)
    select ('00000000-0000-4000-8000-' || lpad(k::text, 12, '0'))::uuid, 'ACTIVE', 'es', 'DNI', 'x', 'x' || k, now(), now()
    from generate_series(1, 200) as k`.execute(lending.db.kysely);
  await sql`
    insert into application select (jsonb_populate_record(null::application, to_jsonb(a) || jsonb_build_object(
      'id', '00000000-0000-4000-9000-' || lpad(k::text, 12, '0'), 'reference', 'SOL-X-' || k,
      'person_id', '00000000-0000-4000-8000-' || lpad(k::text, 12, '0'),
      'stage', 'INFO_MISSING', 'stage_since', '2026-01-01T12:00:00Z'))).*
    from application as a, generate_series(1, 200) as k where a.person_id = ${personId}::uuid`.execute(
    lending.db.kysely,
  );
}

test('a client who was asked is reminded on the second and on the fifth day, once each', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
  const told: unknown[] = [];
  for (const day of ['2026-01-16', '2026-01-17', '2026-01-18', '2026-01-20', '2026-01-21']) {
    lending.clock.moveTo(day);
    await keep();
    await keep();
    told.push(await remindersOf(applicant));
  }
  expect(told).toEqual([[], [2], [2], [2, 5], [2, 5]]);
});

test('two hundred that cannot be kept hide none behind them', async () => {
  await twoHundredWithoutKeys(await anApplicant(lending, 'PERSONAL'));
  const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
  lending.clock.moveTo('2026-01-17');
  await keep();
  expect(await remindersOf(applicant)).toEqual([2]);
});

describe('what the client area says about a stage', () => {
  const unreadOf = async ({ personId }: Borrower) =>
    (await readNotifications(lending.db.kysely, personId, { limit: 20 }))
      .flatMap(({ kind, readAt }) => (readAt === null ? [kind] : []))
      .sort();

  test('ends when what was missing is sent', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
    lending.clock.moveTo('2026-01-17');
    await keep();
    expect(await unreadOf(applicant)).toEqual(['application-needs-information', 'information-ending']);
    const { headers } = applicant;
    const [item] = await askedOf(lending, applicant);
    const body = { items: [{ itemId: item?.itemId, value: '+51912345678' }] };
    acceptedBody(await callEndpoint(lending, submitMissingInformation, { headers, body }));
    expect(await unreadOf(applicant)).toEqual([]);
  });

  test('ends when the offer is signed, not when it is accepted', async () => {
    const { applicant } = await anAgreement(lending);
    lending.clock.moveTo('2026-01-17');
    await keep();
    expect(await unreadOf(applicant)).toEqual(['application-approved', 'offer-ending']);
    const body = await signatureOf(lending, applicant, await readAgreement(lending, applicant));
    acceptedBody(await callEndpoint(lending, signAgreement, { headers: applicant.headers, body }));
    expect(await unreadOf(applicant)).toEqual([]);
  });

  test('ends when a draft goes on, by a saved field or by a step', async () => {
    const [saver, sender] = [await anApplicant(lending, 'PERSONAL'), await anApplicant(lending, 'PERSONAL')];
    lending.clock.moveTo('2026-02-12');
    await keep();
    for (const one of [saver, sender]) expect(await unreadOf(one)).toEqual(['draft-ending']);
    const headers = { ...saver.headers, 'If-Match': '"1"' };
    const draft = { params: { step: 'personal' as const }, headers, body: { firstName: 'Rosa' } };
    expect((await callEndpoint(lending, saveDraft, draft)).status).toBe(204);
    const step = { headers: sender.headers, body: aPersonalStep() };
    acceptedBody(await callEndpoint(lending, submitPersonalStep, step));
    for (const one of [saver, sender]) expect(await unreadOf(one)).toEqual([]);
  });
});

test('an offer without the day of its approval is reminded of and expires by the day it was made', async () => {
  const applicant = await anApplicant(lending, 'OFFER');
  const ofHim = lending.db.kysely.updateTable('application').where('person_id', '=', applicant.personId);
  await ofHim.set({ approved_at: null }).execute();
  lending.clock.moveTo('2026-01-17');
  await keep();
  expect(await remindersOf(applicant)).toEqual([2]);
  lending.clock.moveTo('2026-01-18');
  await keep();
  const { personId } = applicant;
  const stages = lending.db.kysely.selectFrom('application').select('stage').where('person_id', '=', personId);
  expect(await stages.execute()).toEqual([{ stage: 'EXPIRED' }]);
});
