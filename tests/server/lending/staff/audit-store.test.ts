import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type AuditEntry, readAudit, recordAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

function record(entry: Partial<AuditEntry> = {}): Promise<void> {
  const whole = {
    actor: 'operator:ana',
    action: 'parameter.set',
    subject: 'parameter:igv',
    at: 1_768_000_000_123,
    ...entry,
  };
  return lending.db.kysely.transaction().execute((trx) => recordAudit(trx, whole));
}

test('what staff did is on record, with what was before and after', { tags: 'asvs-8.1.2' }, async () => {
  await record({
    subject: 'parameter:tea',
    before: { value: '1.1', note: null },
    after: { value: '1.2', list: [1, 'ñ'] },
  });
  const [row] = await readAudit(lending.db.kysely, 'parameter:tea');
  expect(row).toMatchObject({
    actor: 'operator:ana',
    action: 'parameter.set',
    before: { value: '1.1', note: null },
    after: { value: '1.2', list: [1, 'ñ'] },
    at: new Date(1_768_000_000_123),
  });
});

test('many at once make one chain, and the chain is intact', { tags: ['asvs-11.4.3', 'asvs-16.4.2'] }, async () => {
  const before = await verifyAudit(lending.db.kysely);
  await Promise.all(Array.from({ length: 20 }, (_, n) => record({ after: { n, b: 1, a: { z: 1, y: 2 } } })));
  const after = await verifyAudit(lending.db.kysely);
  expect([before.kind, after.kind]).toEqual(['intact', 'intact']);
  if (before.kind === 'intact' && after.kind === 'intact') expect(after.rows - before.rows).toBe(20);
});

test('what was rolled back leaves no row and no gap', { tags: 'asvs-16.5.3' }, async () => {
  await expect(
    lending.db.kysely.transaction().execute(async (trx) => {
      await recordAudit(trx, { actor: 'job:x', action: 'a.b', subject: 'rolled:back', at: 1 });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await readAudit(lending.db.kysely, 'rolled:back')).toEqual([]);
  expect((await verifyAudit(lending.db.kysely)).kind).toBe('intact');
});

test.each(["update audit set actor = 'nobody'", 'delete from audit', 'truncate audit'])(
  'nobody can change the audit trail by %s',
  { tags: 'asvs-16.4.2' },
  async (statement) => {
    await record();
    await expect(sql.raw(statement).execute(lending.db.kysely)).rejects.toThrow('append-only');
  },
);

test.each<[string, (position: number) => string]>([
  ['a changed row', (position) => `update audit set actor = 'operator:eva' where position = ${position}`],
  ['a changed time', (position) => `update audit set at = at + interval '1 second' where position = ${position}`],
  ['a missing row', (position) => `delete from audit where position = ${position}`],
])('somebody who switches the locks off is found out: %s', async (_, tamper) => {
  const { kysely } = lending.db;
  for (let n = 0; n < 3; n++) await record({ after: { n } });
  const { position } = await kysely.selectFrom('audit_head').select('position').executeTakeFirstOrThrow();
  await kysely
    .transaction()
    .execute(async (trx) => {
      await sql`alter table audit disable trigger audit_kept`.execute(trx);
      await sql.raw(tamper(position - 1)).execute(trx);
      expect(await verifyAudit(trx)).toEqual({ kind: 'broken', position: position - 1 });
      throw new Error('undo');
    })
    .catch((error: Error) => expect(error.message).toBe('undo'));
  expect((await verifyAudit(kysely)).kind).toBe('intact');
});
