import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const PATH = '/api/v1/staff/fraud-flags';
const WHY = 'Reported by the bank.';
const lender = (name: string, line: string, options = {}) => lenderOf(lending, name)(line, options);

interface Flag {
  readonly id: string;
  readonly caseId: string;
  readonly kind: string;
}
const flagsIn = async (query = '') => (await operator('Rosa', `${PATH}${query}`)).body['flags'] as readonly Flag[];

async function add(thing: object): Promise<void> {
  expect((await operator('Ana', PATH, { thing, reason: WHY })).status).toBe(202);
  expect((await operator('Luis', PATH, { thing, reason: WHY })).status).toBe(200);
}

beforeEach(async () => {
  for (const { id } of await flagsIn('?limit=500')) {
    for (const name of ['Ana', 'Luis']) await operator(name, `${PATH}/${id}/lift`, { reason: 'Of the test before.' });
  }
});

test.each([
  [
    { kind: 'phone', phone: '987 000 111' },
    { kind: 'phone', phone: '+51987000111' },
  ],
  [
    { kind: 'cci', cci: '002 191 000012345678 52' },
    { kind: 'cci', cci: '00219100001234567852' },
  ],
  [
    {
      kind: 'address',
      ubigeo: '150105',
      streetType: 'JR',
      street: 'Los Álamos',
      number: 's/n',
      reference: 'Al frente',
    },
    {
      kind: 'address',
      ubigeo: '150105',
      streetType: 'JR',
      street: 'los alamos',
      number: 'S/N',
      reference: 'al  frente',
    },
  ],
  [
    { kind: 'document', documentType: 'DNI', documentNumber: '45999999' },
    { kind: 'document', documentType: 'DNI', documentNumber: '45.999.999' },
  ],
])('%j is found when it is written otherwise, and kept as a keyed hash alone', async (thing, same) => {
  await add(thing);
  const [flag] = await flagsIn();
  expect((await operator('Rosa', `${PATH}/look-up`, { thing: same })).body['flags']).toMatchObject([{ id: flag?.id }]);
  const rows = await sql<{ all: string }>`select (select json_agg(f) from fraud_flag f)::text
    || (select json_agg(a) from staff_approval a)::text || (select json_agg(t) from audit t)::text as all`.execute(
    lending.db.kysely,
  );
  for (const secret of ['987000111', '00219100001234567852', 'lamos', '45999999']) {
    expect(rows.rows[0]?.all).not.toContain(secret);
  }
});

test('a client is flagged with all they have used, and each flag or the whole case is lifted by two', async () => {
  const { documentNumber, personId } = await anApplicant(lending, 'OFFER');
  await add({ kind: 'document', documentType: 'DNI', documentNumber });
  const flags = await flagsIn();
  expect(flags.map(({ kind }) => kind).sort()).toEqual(['address', 'cci', 'document', 'phone', 'phone']);
  expect(new Set(flags.map(({ caseId }) => caseId)).size).toBe(1);
  const again = { thing: { kind: 'document', documentType: 'DNI', documentNumber }, reason: WHY };
  await operator('Ana', PATH, again);
  expect((await operator('Luis', PATH, again)).body.error?.code).toBe('flagged_already');
  const address = flags.find(({ kind }) => kind === 'address')?.id;
  const lift = async (id: string | undefined) => {
    await operator('Ana', `${PATH}/${id}/lift`, { reason: 'They have moved.' });
    return (await operator('Luis', `${PATH}/${id}/lift`, { reason: 'They have moved.' })).body;
  };
  expect(await lift(address)).toEqual({ flags: 1 });
  expect(await flagsIn()).toHaveLength(4);
  expect(await lift(flags[0]?.caseId)).toEqual({ flags: 4 });
  expect(await flagsIn()).toEqual([]);
  expect((await flagsIn('?state=LIFTED&kind=address')).map(({ id }) => id)).toContain(address);
  const acts = (await readAudit(lending.db.kysely, `person:${personId}`)).map(({ actor, action }) => [actor, action]);
  expect(acts.slice(0, 3)).toEqual([
    ['operator:Ana', 'fraud.add.propose'],
    ['operator:Luis', 'fraud.add'],
    ['operator:Luis', 'fraud.add.approve'],
  ]);
  expect((await verifyAudit(lending.db.kysely)).kind).toBe('intact');
});

describe('bad input', () => {
  test.each<[object, string]>([
    [{ kind: 'phone', phone: '12' }, 'phone'],
    [{ kind: 'cci', cci: '123' }, 'cci'],
    [{ kind: 'document', documentType: 'DNI', documentNumber: '123' }, 'documentNumber'],
    [{ kind: 'device', device: 'x' }, 'device'],
    [{ kind: 'address', ubigeo: '150105' }, 'street'],
    [{ kind: 'car' }, 'kind'],
  ])('%j is refused with its field', async (thing, field) => {
    for (const [path, body] of [
      [PATH, { thing, reason: WHY }],
      [`${PATH}/look-up`, { thing }],
    ] as const) {
      const { status, body: answer } = await operator('Ana', path, body);
      expect(status).toBe(400);
      expect(JSON.stringify(answer)).toContain(field);
    }
  });

  test('so is a flag without a reason, one that is not there, and what is not a state', async () => {
    const thing = { kind: 'phone', phone: '987000111' };
    expect((await operator('Ana', PATH, { thing, reason: 'x' })).status).toBe(400);
    for (const id of ['x', '019bc215-3d00-7000-8000-000000000000']) {
      expect((await operator('Ana', `${PATH}/${id}/lift`, { reason: WHY })).status).toBe(404);
    }
    expect((await operator('Ana', `${PATH}?state=GONE`)).status).toBe(400);
  });
});

test('the database keeps flags: none is deleted, moved, or lifted twice', async () => {
  await add({ kind: 'phone', phone: '987000222' });
  const { kysely } = lending.db;
  await expect(sql`delete from fraud_flag`.execute(kysely)).rejects.toThrow('never deleted');
  await expect(sql`update fraud_flag set mark = 'x'`.execute(kysely)).rejects.toThrow('lifted once');
  await expect(sql`update fraud_flag set person_id = null, flagged_by = 'x'`.execute(kysely)).rejects.toThrow(
    'lifted once',
  );
  const lift = sql`update fraud_flag set lifted_at = now(), lifted_by = 'x', lift_reason = 'x'`;
  await sql`${lift} where lifted_at is null`.execute(kysely);
  await expect(lift.execute(kysely)).rejects.toThrow('lifted once');
});

test('the same by commands', async () => {
  const phone = { kind: 'phone', phone: '987000333' };
  await expect(lender('Ana', 'fraud add', phone)).rejects.toThrow('--reason is missing');
  await expect(lender('Ana', `fraud add ${WHY}`, { kind: 'phone' })).rejects.toThrow('thing.phone: required');
  expect(await lender('Ana', `fraud add ${WHY}`, phone)).toContain('Proposed');
  expect(await lender('Luis', `fraud add ${WHY}`, phone)).toBe('1 fraud flag was added.');
  expect(await lender('Ana', 'fraud list')).toContain(WHY);
  const line = await lender('Ana', 'fraud look-up', phone);
  expect(await lender('Ana', 'fraud look-up', { kind: 'phone', phone: '987000444' })).toBe('Nothing.');
  const address = { kind: 'address', ubigeo: '150105', 'street-type': 'JR', street: 'Puno', number: '12' };
  expect(await lender('Ana', 'fraud look-up', address)).toBe('Nothing.');
  const [id] = line.split(' ');
  expect(await lender('Ana', `fraud lift ${id} It was a mistake.`)).toContain('Proposed');
  expect(await lender('Luis', `fraud lift ${id} It was a mistake.`)).toBe('1 fraud flag was lifted.');
  expect(await lender('Ana', 'fraud list')).toBe('Nothing.');
});
