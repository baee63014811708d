import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorClient } from '#tests/support/people/operator.ts';
import { askFor } from '#tests/support/privacy/data-requests.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';
import { runLender } from '#tools/lender.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const folder = mkdtempSync(join(tmpdir(), 'manay-data-requests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lender = (command: string, options = {}) =>
  runLender(
    operatorClient(() => lending.app, 'Ana'),
    command.split(' '),
    options,
  );

async function asked() {
  const client = await aBorrower(lending, { stepUp: ['data-request'] });
  const id = await askFor(lending, client, 'ACCESS');
  const seen = async () =>
    acceptedBody(await callEndpoint(lending, listDataRequests, { headers: client.headers })).items[0];
  return { client, id, seen };
}

test('what waits is listed with its last day and its words, and an answer from a file reaches the client', async () => {
  expect(await lender('data-requests list')).toBe('Nothing waits.');
  const { client, id, seen } = await asked();
  const { dueDate } = (await seen()) ?? {};
  expect(await lender('data-requests list')).toBe(
    `${id}  by ${dueDate}  ACCESS  person ${client.personId}\n  Quiero saber qué datos míos tienen.`,
  );
  const file = join(folder, 'answer.txt');
  writeFileSync(file, 'Aquí están sus datos.');
  expect(await lender(`data-requests done ${id}`, { file })).toBe(`${id}: DONE`);
  expect(await seen()).toMatchObject({ status: 'DONE', answer: 'Aquí están sus datos.' });
  expect(await lender('data-requests list')).toBe('Nothing waits.');
});

test('what an erased person asked is listed as such, and ends with a no that nobody reads', async () => {
  const { client, id } = await asked();
  await lending.db.kysely.transaction().execute((trx) => erasePerson(trx, client.personId, lending.clock.now()));
  expect(await lender('data-requests list')).toContain(`person ${client.personId}, ERASED\n`);
  expect(await lender(`data-requests deny ${id}`, { text: 'Ya no hay datos.' })).toBe(`${id}: DENIED`);
  expect(await lender('data-requests list')).toBe('Nothing waits.');
});

test('of a request without an account the list says whether it names a client, and only who says so answers it', {
  tags: 'promise-data-of-a-client',
}, async () => {
  const { documentNumber, personId } = await aBorrower(lending);
  const body = aVisitorRequest({ documentNumber });
  const { id, dueDate } = acceptedBody(await callEndpoint(lending, makeVisitorDataRequest, { body }));
  expect(await lender('data-requests list')).toBe(
    `${id}  by ${dueDate}  ACCESS  IS A CLIENT (person ${personId}): answer in their account: Rosa Quispe, DNI ${documentNumber}, rosa@example.pe\n  ${body.detail}`,
  );
  const text = 'Aquí están sus datos.';
  await expect(lender(`data-requests done ${id}`, { text })).rejects.toThrow(`of person ${personId}`);
  expect(await lender(`data-requests done ${id}`, { text, 'to-client': true })).toBe(`${id}: DONE`);
});

test('a no is sent with its reason', async () => {
  const { id, seen } = await asked();
  const text = 'La ley nos manda conservarlos diez años.';
  expect(await lender(`data-requests deny ${id}`, { text })).toBe(`${id}: DENIED`);
  expect(await seen()).toMatchObject({ status: 'DENIED', answer: text });
});

test('what is mistyped says how, and nothing is answered', async () => {
  const { id, seen } = await asked();
  await expect(lender(`data-requests done ${id}`)).rejects.toThrow('--text or --file is missing');
  await expect(lender('data-requests deny', { text: 'No.' })).rejects.toThrow('an id is missing');
  await expect(lender('data-requests burn')).rejects.toThrow('npm run lender -- data-requests');
  expect(await seen()).toMatchObject({ status: 'RECEIVED', answer: null });
});
