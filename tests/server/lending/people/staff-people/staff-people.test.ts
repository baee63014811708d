import { describe, expect, test } from 'vitest';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { callEndpoint, createTestLending, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, sessionHeaders } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });
const staff = (path: string, body?: unknown, token?: string) =>
  staffCall(lending, `people${path}`, body, { name: 'ana', token });

const person = {
  documentType: 'DNI',
  documentNumber: '71234567',
  phone: '987 111 222',
  email: 'luz@example.pe',
  firstName: 'Luz',
  lastName1: 'Mamani',
  lastName2: '',
  birthDate: '1988-02-29',
};

describe('a person added by an operator', () => {
  test('is stored, audited without their data, and added once only', async () => {
    const response = await staff('', person);
    expect(response.status).toBe(201);
    const { personId } = (await response.json()) as { personId: string };
    const stored = await readPerson(lending.db.kysely, lending.vault, personId);
    expect(stored).toMatchObject({ firstName: 'Luz', phone: '+51987111222', phoneVerifiedAt: null });
    expect(stored?.lastName2).toBeUndefined();
    const [entry] = await readAudit(lending.db.kysely, `person:${personId}`);
    expect(entry).toMatchObject({ actor: 'operator:ana', action: 'person.create' });
    expect(JSON.stringify(entry)).not.toMatch(/71234567|987111222|luz@/);

    const again = await staff('', { ...person, firstName: 'Otra' });
    expect([again.status, (await again.json()).error.code]).toEqual([409, 'person_exists']);
    expect(await readAudit(lending.db.kysely, `person:${personId}`)).toHaveLength(1);
  });

  test('is refused field by field', async () => {
    const response = await staff('', { ...person, documentNumber: '1', phone: '5' });
    expect(fieldCodes({ body: await response.json() })).toEqual(['phone.invalid', 'documentNumber.invalid']);
  });
});

test('wrapping the keys of people anew is for operators, says how many, and is on record without a key', async () => {
  expect((await staff('/keys', {}, 'another-token')).status).toBe(401);
  const done = await staff('/keys', {});
  expect(done.status).toBe(200);
  expect(await done.json()).toEqual({ rewrapped: 0, people: expect.any(Number), requests: 0 });
  const entries = (await readAudit(lending.db.kysely, 'person')).filter(
    ({ action }) => action === 'person.rewrap-keys',
  );
  expect(entries).toMatchObject([{ actor: 'operator:ana', after: { rewrapped: 0 } }]);
});

test('the list shows people by name and masked, and that somebody looked is on record', {
  tags: ['asvs-8.2.3', 'asvs-8.1.2'],
}, async () => {
  await aBorrower(lending, { documentNumber: '79876543' });
  const before = (await readAudit(lending.db.kysely, 'person')).length;
  const { people } = (await (await staff('')).json()) as { people: object[] };
  expect(people[0]).toMatchObject({
    client: 'Rosa Quispe Huamán',
    document: { type: 'DNI', number: '••••6543' },
    status: 'ACTIVE',
  });
  expect(JSON.stringify(people)).not.toContain('79876543');
  expect(await readAudit(lending.db.kysely, 'person')).toHaveLength(before + 1);
});

describe('a session for the sandbox', () => {
  test('answers calls, and its link opens the client area once', async () => {
    const { documentNumber, personId } = await aBorrower(lending);
    const response = await staff('/sessions', { documentNumber });
    expect(response.status).toBe(201);
    const issued = (await response.json()) as { url: string; token: string; bind: string };
    const headers = { ...sessionHeaders(issued) };
    expect((await callEndpoint(lending, getProfile, { headers, query: {} })).status).toBe(200);
    expect(issued.url).toMatch(/^http:\/\/localhost:4321\/sandbox\/sign-in\/[\w-]{43}$/);
    expect(await readAudit(lending.db.kysely, `person:${personId}`)).toMatchObject([{ action: 'session.issue' }]);
  });

  test('is not given for an unknown document', async () => {
    expect((await staff('/sessions', { documentNumber: '70000000' })).status).toBe(404);
  });

  test('does not exist where money is real', { tags: 'asvs-6.3.2' }, async () => {
    const real = createTestLending(lending.db, { operatorToken: OPERATOR_TOKEN });
    const { documentNumber } = await aBorrower(lending);
    const response = await staffCall(real, 'people/sessions', { documentNumber });
    expect(response.status).toBe(404);
    expect((await real.app.request('/sandbox/sign-in/x')).status).toBe(404);
  });
});

test.each(['', '/sessions'])('%s is closed to everybody without an operator token', async (path) => {
  expect((await staff(path, {}, 'wrong')).status).toBe(401);
});
