import { expect, test } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { forgetVisitorRequests } from '#server/lending/privacy/forget-visitor-requests.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { answerRequest } from '#tests/support/privacy/data-requests.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

async function leftAfter(days: number) {
  const { kysely } = lending.db;
  lending.clock.pass({ hours: 24 * days });
  await forgetVisitorRequests({ db: kysely, clock: lending.clock });
  const rows = await kysely
    .selectFrom('visitor_data_request')
    .select(['id', 'identity_sealed'])
    .orderBy('id')
    .execute();
  const letters = await kysely.selectFrom('outbox').select(['recipient', 'subject', 'body']).execute();
  return {
    requests: rows.map(({ id }) => id),
    documents: rows.filter(({ identity_sealed }) => identity_sealed !== null).length,
    letters: letters.filter((letter) => Object.values(letter).some((words) => words !== '')).length,
  };
}

test('an answered request and its letters are gone after 90 days; of one that nobody answers the document goes 90 days after its last day', {
  tags: 'promise-how-long-data-are-kept',
}, async () => {
  const ask = async (type: string) =>
    acceptedBody(await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest({ type }) })).id;
  const [answered, open] = [await ask('ACCESS'), await ask('CANCELLATION')];
  await answerRequest(lending, answered, 'DONE');
  expect(await leftAfter(89)).toEqual({ requests: [answered, open], documents: 1, letters: 3 });
  expect(await leftAfter(2)).toEqual({ requests: [open], documents: 1, letters: 0 });
  // Ten business days from 15/01/2026 end on 29/01/2026.
  expect(await leftAfter(12)).toMatchObject({ documents: 1 });
  expect(await leftAfter(3)).toEqual({ requests: [open], documents: 0, letters: 0 });
});
