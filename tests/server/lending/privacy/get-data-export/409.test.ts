import { expect, test } from 'vitest';
import { getDataExport } from '#api/endpoints/privacy/get-data-export.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower, sessionHeaders, signIn } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { answerRequest, askFor } from '#tests/support/privacy/data-requests.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

async function codeOf(headers: Borrower['headers']): Promise<unknown> {
  const answer = await lending.app.request(getDataExport.path, { headers });
  return answer.status === 200 ? 200 : [answer.status, (await answer.json()).error.code];
}
const asker = () => aBorrower(lending, { stepUp: ['data-request'] });
const NOT_READY = [409, 'export_not_ready'];

test('before the answer there is no file, and after a no neither', async () => {
  const client = await asker();
  expect(await codeOf(client.headers)).toEqual(NOT_READY);
  const id = await askFor(lending, client, 'ACCESS');
  expect(await codeOf(client.headers)).toEqual(NOT_READY);
  await answerRequest(lending, id, 'DENIED');
  expect(await codeOf(client.headers)).toEqual(NOT_READY);
});

test('a correction that was made is no reason to hand out everything', async () => {
  const client = await asker();
  await answerRequest(lending, await askFor(lending, client, 'RECTIFICATION'), 'DONE');
  expect(await codeOf(client.headers)).toEqual(NOT_READY);
});

test('it is there for seven days', { tags: 'promise-data-of-a-client' }, async () => {
  const client = await asker();
  await answerRequest(lending, await askFor(lending, client, 'ACCESS'), 'DONE');
  lending.clock.pass({ hours: 7 * 24 - 1 });
  expect(await codeOf(sessionHeaders(await signIn(lending, client.personId)))).toBe(200);
  lending.clock.pass({ hours: 2 });
  expect(await codeOf(sessionHeaders(await signIn(lending, client.personId)))).toEqual(NOT_READY);
});
