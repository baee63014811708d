import { describe, expect, test } from 'vitest';
import { listComplaints } from '#api/endpoints/complaints/list-complaints.ts';
import { changePerson } from '#server/lending/people/store/person-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

async function file(changes: Parameters<typeof aComplaint>[0]): Promise<void> {
  const answer = await lending.app.request('/api/v1/public/complaints', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(aComplaint(changes)),
  });
  expect(answer.status).toBe(201);
}

const list = async ({ headers }: Borrower) =>
  acceptedBody(await callEndpoint(lending, listComplaints, { headers })).items;

describe('200', () => {
  test('a client finds what they filed with their phone or their e-mail, newest first', async () => {
    const client = await aBorrower(lending);
    const { documentNumber, phone, email } = client;
    await file({ documentNumber, phone, email: 'otra@correo.example' });
    lending.clock.pass({ minutes: 1 });
    await file({ documentNumber, phone: '911 222 333', email: email.toUpperCase(), type: 'QUEJA' });
    const items = await list(client);
    expect(items.map(({ type, status }) => [type, status])).toEqual([
      ['QUEJA', 'RECEIVED'],
      ['RECLAMO', 'RECEIVED'],
    ]);
    const [newest] = items;
    expect(newest).toMatchObject({ filedOn: '2026-01-15', answerDueDate: '2026-02-05' });
    const opened = await lending.app.request(newest?.url ?? '');
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await lending.app.request(opened.headers.get('location') ?? '', { headers: { cookie } });
    expect(await page.text()).toContain(newest?.code);
  });

  test('a document alone shows nothing: anybody can write it on a sheet, and into a registration', async () => {
    const { documentNumber, phone, email, ...client } = await aBorrower(lending);
    await file({ documentNumber, phone: '911 222 333', email: 'otra@correo.example' });
    await file({ documentNumber: '45678913', phone, email });
    expect(await list({ documentNumber, phone, email, ...client })).toEqual([]);
  });

  test('neither does a telephone or a mailbox that nobody has proven', async () => {
    const client = await aBorrower(lending);
    const { documentNumber, phone, email, personId } = client;
    await file({ documentNumber, phone, email });
    const { db, vault, clock } = lending;
    const change = { phoneVerifiedAt: null, emailVerifiedAt: null };
    await db.kysely.transaction().execute((trx) => changePerson(trx, vault, personId, change, { now: clock.now() }));
    expect(await list(client)).toEqual([]);
  });
});
