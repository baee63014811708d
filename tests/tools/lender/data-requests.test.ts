import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { askFor } from '#tests/support/privacy/data-requests.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const folder = mkdtempSync(join(tmpdir(), 'manay-data-requests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTHING = 'Nothing.';
const lender = lenderOf(lending);
const answeredText = (id: string) => `Request ${id} was answered.\nstatus: DONE`;

async function asked() {
  const client = await aBorrower(lending, { stepUp: ['data-request'] });
  const id = await askFor(lending, client, 'ACCESS');
  const seen = async () =>
    acceptedBody(await callEndpoint(lending, listDataRequests, { headers: client.headers })).items[0];
  return { client, id, seen };
}

test('what waits is listed with its last day and its words, and an answer from a file reaches the client', async () => {
  expect(await lender('data-requests list')).toBe(NOTHING);
  const { client, id } = await asked();
  const listed = await lender('data-requests list');
  for (const told of [id, client.personId, 'ACCESS', 'Quiero saber qué datos míos tienen.'])
    expect(listed).toContain(told);
  const file = join(folder, 'answer.txt');
  writeFileSync(file, 'Aquí están sus datos.');
  expect(await lender(`data-requests answer ${id}`, { status: 'DONE', answer: `@${file}` })).toBe(answeredText(id));
  expect(await lender('data-requests list')).toBe(NOTHING);
});

test('what an erased person asked is listed as such, and ends with a no that nobody reads', async () => {
  const { client, id } = await asked();
  await lending.db.kysely.transaction().execute((trx) => erasePerson(trx, client.personId, lending.clock.now()));
  expect(await lender('data-requests list')).toContain(client.personId);
  expect(await lender(`data-requests answer ${id}`, { status: 'DENIED', answer: 'Ya no hay datos.' })).toBe(
    answeredText(id),
  );
  expect(await lender('data-requests list')).toBe(NOTHING);
});

test('the list says whether a request without an account names a client, and only a colleague who says so can answer it', {
  tags: 'promise-data-of-a-client',
}, async () => {
  const { documentNumber, personId } = await aBorrower(lending);
  const body = aVisitorRequest({ documentNumber });
  const { id } = acceptedBody(await callEndpoint(lending, makeVisitorDataRequest, { body }));
  expect(await lender('data-requests list')).toMatch(new RegExp(`${id}.*${documentNumber}.*${personId}`));
  const options = { status: 'DONE', answer: 'Aquí están sus datos.' };
  await expect(lender(`data-requests answer ${id}`, options)).rejects.toThrow(`of person ${personId}`);
  expect(await lender(`data-requests answer ${id}`, { ...options, 'to-client': true })).toBe(answeredText(id));
});

test('a no is sent with its reason, and what is mistyped answers nothing', async () => {
  const { id, seen } = await asked();
  const status = 'DENIED';
  await expect(lender(`data-requests answer ${id}`, { status })).rejects.toThrow('--answer is missing');
  await expect(lender('data-requests answer', { status, answer: 'No.' })).rejects.toThrow('ID is missing');
  expect(await seen()).toMatchObject({ status: 'RECEIVED', answer: null });
  const answer = 'La ley nos manda conservarlos diez años.';
  await lender(`data-requests answer ${id}`, { status, answer });
  expect(await seen()).toMatchObject({ status: 'DENIED', answer });
});
