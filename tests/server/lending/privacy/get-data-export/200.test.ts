import { expect, test } from 'vitest';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { getDataExport } from '#api/endpoints/privacy/get-data-export.ts';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { calendarDate } from '#loan/calendar.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower, proveAgain } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { answerRequest, askFor } from '#tests/support/privacy/data-requests.ts';
import { unzip } from '#tests/support/privacy/unzip.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const PDF = Buffer.from('%PDF-1.7 /Type /Page ');

const download = ({ headers }: Pick<Borrower, 'headers'>) => lending.app.request(getDataExport.path, { headers });

async function aClientWithDocument(): Promise<Borrower> {
  const client = await aBorrower(lending, { stepUp: ['data-request'], firstName: 'Ñusta' });
  const { db, vault, clock } = lending;
  const notice = {
    personId: client.personId,
    loanId: null,
    type: 'PRIVACY_NOTICE',
    cause: 'sign-up',
    language: 'es',
    title: 'Aviso de privacidad',
    bytes: PDF,
    businessDate: calendarDate(clock.businessDate()),
    now: clock.now(),
  } as const;
  await db.kysely.transaction().execute((trx) => storeDocument(trx, vault, notice));
  return client;
}

test('an answered request for access opens everything kept about the client, in the clear, with every paper', async () => {
  const client = await aClientWithDocument();
  await proveAgain(lending, client, ['change-bank-account']);
  const account = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
  acceptedBody(await callEndpoint(lending, changeBankAccount, { headers: client.headers, body: account }));
  await answerRequest(lending, await askFor(lending, client, 'ACCESS'), 'DONE');
  const answer = await download(client);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzip(new Uint8Array(await answer.arrayBuffer()));
  const data = JSON.parse(files.get('data.json')?.bytes.toString('utf8') ?? '');
  const { documentNumber, phone, email, personId } = client;
  expect(data.person).toMatchObject({ firstName: 'Ñusta', documentNumber, phone, email });
  // It counts a day later, and is kept about the client already.
  expect(data.contactChanges).toMatchObject([{ kind: 'BANK_ACCOUNT', value: expect.stringContaining(account.cci) }]);
  expect(data.dataRequests).toMatchObject([{ type: 'ACCESS', status: 'DONE' }]);
  const [document] = [...files.keys()].filter((name) => name.startsWith('papers/privacy-notice-v1-'));
  expect(files.get(document ?? '')?.bytes).toEqual(PDF);

  const { headers } = client;
  const log = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
  expect(log.items.filter(({ kind }) => kind === 'DATA_EXPORT')).toHaveLength(1);
  const rows = await readAudit(lending.db.kysely, `person:${personId}`);
  expect(rows.map(({ action }) => action)).toContain('data.export');
});

test('nothing of anybody else is in it', async () => {
  const [client, other] = [await aClientWithDocument(), await aClientWithDocument()];
  await answerRequest(lending, await askFor(lending, client, 'PORTABILITY'), 'DONE');
  const bytes = Buffer.from(await (await download(client)).arrayBuffer());
  expect(bytes.includes(client.phone)).toBe(true);
  for (const theirs of [other.phone, other.email, other.documentNumber, other.personId]) {
    expect(bytes.includes(theirs)).toBe(false);
  }
  expect((await download(other)).status).toBe(409);
});

test('the list says until when', async () => {
  const client = await aClientWithDocument();
  await answerRequest(lending, await askFor(lending, client, 'ACCESS'), 'DONE');
  const { headers } = client;
  const { items } = acceptedBody(await callEndpoint(lending, listDataRequests, { headers }));
  expect(items).toMatchObject([{ exportUntil: '2026-01-22T17:00:00.000Z' }]);
});
