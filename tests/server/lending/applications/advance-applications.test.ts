import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { anApplicant, scoringContext } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant } from '#tests/support/applications/information.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
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
    .where('application_event.event', '=', 'information-reminded')
    .orderBy('application_event.id')
    .execute();
  return rows.map(({ data }) => data['day']);
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

test('a client who was asked is reminded on the second and on the fifth day, once each', async () => {
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

test('two hundred that cannot be kept hide nobody behind them', async () => {
  await twoHundredWithoutKeys(await anApplicant(lending, 'PERSONAL'));
  const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
  lending.clock.moveTo('2026-01-17');
  await keep();
  expect(await remindersOf(applicant)).toEqual([2]);
});
