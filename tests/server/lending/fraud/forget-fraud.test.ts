import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forgetFraud } from '#server/lending/fraud/forget-fraud.ts';
import { flagPerson, insertCase } from '#server/lending/fraud/fraud-flag-store.ts';
import { rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { scoringContext } from '#tests/support/applications/applicant.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const forget = () => forgetFraud(scoringContext(lending));
const openKinds = async () => {
  const rows = await lending.db.kysely
    .selectFrom('fraud_flag')
    .select(['kind', 'mark', 'reason'])
    .where('forgotten_at', 'is', null)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
};

test('what is known of an erased person goes at once, their flags ten years after they were set, no day earlier', async () => {
  const { db, vault, clock } = lending;
  const [gone, kept] = [await aBorrower(lending), await aBorrower(lending)];
  const one = { reason: 'Found.', by: 'operator:Ana', now: clock.now() };
  await db.kysely.transaction().execute(async (trx) => {
    for (const { personId } of [gone, kept]) {
      await rememberMark(trx, vault, personId, { kind: 'cci', value: `002${personId}` }, clock.now());
      await flagPerson(trx, { ...one, personId });
    }
    await insertCase(trx, [{ kind: 'device', mark: 'of nobody here' }], one);
    await erasePerson(trx, gone.personId, clock.now());
  });
  expect(await forget()).toEqual({ marks: 1, flags: 0 });
  expect(await forget()).toEqual({ marks: 0, flags: 0 });
  // 15/01/2026 and 3.650 days.
  clock.moveTo('2036-01-13');
  expect(await forget()).toEqual({ marks: 0, flags: 0 });
  clock.moveTo('2036-01-14');
  expect(await forget()).toEqual({ marks: 0, flags: 4 });
  expect(await forget()).toEqual({ marks: 0, flags: 0 });
  // Who is a client stays flagged.
  expect(await openKinds()).toEqual(['cci', 'document', 'phone']);
  const { rows } = await sql`select mark, reason from fraud_flag where forgotten_at is not null`.execute(db.kysely);
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ mark: null, reason: '' })));
});

test('the days are a dated figure', async () => {
  const { db, clock } = lending;
  const value = { abandonedApplicationDays: 90, refusedApplicationDays: 730, fraudFlagDays: 10 };
  await changeParameter(db, { kind: 'policy', key: 'retention', from: '2026-02-01', value });
  clock.moveTo('2026-02-01');
  const one = { reason: 'Found.', by: 'operator:Ana', now: clock.now() };
  await db.kysely.transaction().execute((trx) => insertCase(trx, [{ kind: 'phone', mark: 'x' }], one));
  clock.moveTo('2026-02-10');
  expect((await forget()).flags).toBe(0);
  clock.moveTo('2026-02-12');
  expect((await forget()).flags).toBe(1);
});
