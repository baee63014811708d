import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  changePerson,
  createPerson,
  erasePerson,
  findPersonByDocument,
  findPersonByEmail,
  findPersonByPhone,
  type NewPerson,
  readPerson,
} from '#server/lending/people/store/person-store.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
let number = 0;

function somebody(): NewPerson {
  number++;
  return {
    documentType: 'DNI',
    documentNumber: String(70_000_000 + number),
    firstName: 'Ana',
    lastName1: 'Ñahui',
    lastName2: 'Soto',
    birthDate: '1990-05-01',
    phone: `+519${String(10_000_000 + number)}`,
    email: `ana.${number}@example.pe`,
    address: { ubigeo: '150122', streetType: 'AV', street: 'Los Álamos', number: 'S/N' },
  };
}

async function add(person: NewPerson) {
  const { db, vault, clock } = lending;
  return createPerson(db.kysely, vault, person, clock.now());
}

describe('a person', () => {
  test('is read back as given', async () => {
    const person = somebody();
    const { personId } = await add(person);
    expect(await readPerson(lending.db.kysely, lending.vault, personId)).toEqual({
      ...person,
      id: personId,
      status: 'ACTIVE',
      language: 'es',
      phoneVerifiedAt: null,
      emailVerifiedAt: null,
      payday: null,
      version: 1,
      createdAt: new Date('2026-01-15T17:00:00Z'),
    });
  });

  test('is found by document, telephone and e-mail, and by nothing that is only similar', async () => {
    const { db, vault } = lending;
    const person = somebody();
    const { personId } = await add(person);
    expect(await findPersonByDocument(db.kysely, vault, 'DNI', person.documentNumber)).toBe(personId);
    expect(await findPersonByPhone(db.kysely, vault, person.phone ?? '')).toBe(personId);
    expect(await findPersonByEmail(db.kysely, vault, (person.email ?? '').toUpperCase())).toBe(personId);
    expect(await findPersonByDocument(db.kysely, vault, 'CE', person.documentNumber)).toBeUndefined();
    expect(await findPersonByPhone(db.kysely, vault, (person.phone ?? '').slice(0, -1))).toBeUndefined();
  });

  test('has one document: a second registration is told who has it', async () => {
    const person = somebody();
    const first = await add(person);
    expect(await add({ ...somebody(), documentNumber: person.documentNumber })).toEqual({
      kind: 'known',
      personId: first.personId,
    });
  });

  test('two at once with the same document become one person', async () => {
    const person = somebody();
    const made = await Promise.all(Array.from({ length: 8 }, () => add(person)));
    expect(made.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(new Set(made.map(({ personId }) => personId)).size).toBe(1);
  });

  test('may share telephone and e-mail with their family; then only the document names them', async () => {
    const { db, vault } = lending;
    const mother = somebody();
    await add(mother);
    await add({ ...somebody(), phone: mother.phone ?? '', email: mother.email ?? '' });
    expect(await findPersonByPhone(db.kysely, vault, mother.phone ?? '')).toBeUndefined();
    expect(await findPersonByEmail(db.kysely, vault, mother.email ?? '')).toBeUndefined();
  });

  test('who confirmed a telephone or an e-mail has it as a name, whoever else typed it, unless two have', async () => {
    const { db, vault } = lending;
    const confirmed = { phoneVerifiedAt: new Date(1), emailVerifiedAt: new Date(1) };
    const owner = somebody();
    const typed = { ...owner, phone: owner.phone ?? '', email: owner.email ?? '' };
    const found = async () => [
      await findPersonByPhone(db.kysely, vault, typed.phone),
      await findPersonByEmail(db.kysely, vault, typed.email),
    ];
    const another = () => somebody().documentNumber;
    const first = await add({ ...typed, documentNumber: another() });
    expect(await found()).toEqual([first.personId, first.personId]);
    const { personId } = await add({ ...typed, ...confirmed });
    await add({ ...typed, documentNumber: another() });
    expect(await found()).toEqual([personId, personId]);
    await add({ ...typed, ...confirmed, documentNumber: another() });
    expect(await found()).toEqual([undefined, undefined]);
  });

  test('changes only for a colleague who has seen the latest version', { tags: 'asvs-2.1.2' }, async () => {
    const { db, vault } = lending;
    const { personId } = await add(somebody());
    const change = (phone: string, expectedVersion: number) =>
      db.kysely
        .transaction()
        .execute((trx) => changePerson(trx, vault, personId, { phone, language: 'en' }, { now: 1, expectedVersion }));
    expect(await change('+51911111111', 1)).toBe(2);
    expect(await change('+51922222222', 1)).toBeUndefined();
    expect(await readPerson(db.kysely, vault, personId)).toMatchObject({
      phone: '+51911111111',
      language: 'en',
      firstName: 'Ana',
      version: 2,
    });
    expect(await findPersonByPhone(db.kysely, vault, '+51911111111')).toBe(personId);
  });

  test('who was erased cannot be read or found, although the row stays', async () => {
    const { db, vault } = lending;
    const person = somebody();
    const { personId } = await add(person);
    const { data_key } = await db.kysely
      .selectFrom('person')
      .select('data_key')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    await db.kysely.transaction().execute((trx) => erasePerson(trx, personId, 2));
    expect(await readPerson(db.kysely, vault, personId)).toBeUndefined();
    expect(await findPersonByDocument(db.kysely, vault, 'DNI', person.documentNumber)).toBeUndefined();
    expect(await findPersonByPhone(db.kysely, vault, person.phone ?? '')).toBeUndefined();
    const row = await db.kysely.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow();
    expect(row.data_key).toBeNull();
    // Only the destroyed key would have opened what is left.
    const place = { table: 'person', column: 'first_name_sealed', id: personId };
    expect(() => vault.open(row.first_name_sealed ?? '', place)).toThrow();
    expect(vault.withKey(data_key ?? '').open(row.first_name_sealed ?? '', place)).toBe('Ana');
  });
});

test('nothing of a hundred people can be read in the tables', async () => {
  const people = Array.from({ length: 100 }, somebody);
  for (const person of people) await add(person);
  const { rows } = await sql<{ row: string }>`select person::text as row from person`.execute(lending.db.kysely);
  const dump = rows.map(({ row }) => row).join('\n');
  expect(rows.length).toBeGreaterThanOrEqual(100);
  for (const { documentNumber, phone = '', email = '' } of people) {
    for (const value of [documentNumber, phone.slice(3), email]) expect(dump).not.toContain(value);
  }
  expect(dump).not.toContain('Ñahui');
});
