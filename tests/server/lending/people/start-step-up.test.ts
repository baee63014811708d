import { describe, expect, test } from 'vitest';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('201', () => {
  test('a code goes to the client’s telephone', { tags: 'promise-codes' }, async () => {
    const { headers, phone } = await aBorrower(lending, { session: 'basic' });
    const answer = await callEndpoint(lending, startStepUp, {
      body: { purpose: 'data-request' },
      headers: { ...headers },
    });
    expect(acceptedBody(answer).challenge).toMatchObject({
      method: 'otp',
      maskedPhone: `+51 9•• ••• ${phone.slice(-3)}`,
    });
    expect(await messagesTo(lending, phone)).toHaveLength(1);
  });

  test.each(['full', 'change-phone', 'change-email', 'change-bank-account'])(
    'for %s the password is taken, and no code is sent',
    async (purpose) => {
      const { headers, phone } = await aBorrower(lending);
      const body = { purpose, method: 'password' };
      const { challenge } = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers: { ...headers } }));
      expect(challenge).toEqual({ id: challenge.id, method: 'password', expiresInSec: 1800 });
      expect(await messagesTo(lending, phone)).toEqual([]);
    },
  );
});

describe('400', () => {
  test.each<[object, string]>([
    [{ purpose: 'everything' }, 'purpose.not_allowed'],
    [{ purpose: 'full', method: 'smile' }, 'method.not_allowed'],
    // A thief of an open session who knows the password has no telephone; one who has the telephone no password.
    [{ purpose: 'close-account', method: 'password' }, 'method.not_allowed'],
    // Password first: no code is sent to somebody who does not know it.
    [{ purpose: 'change-phone', method: 'otp' }, 'method.not_allowed'],
    [{ purpose: 'change-email', method: 'otp' }, 'method.not_allowed'],
    [{ purpose: 'change-bank-account', method: 'otp' }, 'method.not_allowed'],
  ])('%j is not taken', async (body, code) => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, startStepUp, { body, headers: { ...headers } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('429', () => {
  test('the next code for the same thing comes after a minute, for another thing at once', async () => {
    const { headers, phone } = await aBorrower(lending, { session: 'basic' });
    const ask = async (purpose: string) => {
      const answer = await callEndpoint(lending, startStepUp, { body: { purpose }, headers: { ...headers } });
      return [answer.status, answer.headers.get('retry-after')];
    };
    expect(await ask('full')).toEqual([201, null]);
    expect(await ask('data-request')).toEqual([201, null]);
    expect(await ask('data-request')).toEqual([429, '60']);
    lending.clock.pass({ minutes: 1 });
    expect(await ask('data-request')).toEqual([201, null]);
    expect(await messagesTo(lending, phone)).toHaveLength(3);
  });

  test('a telephone gets five codes an hour, whatever they are for', async () => {
    const { headers } = await aBorrower(lending, { session: 'basic' });
    const purposes = ['full', 'data-request', 'change-password', 'close-account', 'full', 'full'];
    const statuses: number[] = [];
    for (const purpose of purposes) {
      lending.clock.pass({ minutes: 2 });
      statuses.push((await callEndpoint(lending, startStepUp, { body: { purpose }, headers: { ...headers } })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a step-up by the password goes on with the open one of the same session and purpose, however often it is started', async () => {
    const { headers, personId } = await aBorrower(lending, { session: 'basic' });
    const ask = async (purpose: string) => {
      const body = { purpose, method: 'password' };
      const { challenge } = acceptedBody(await callEndpoint(lending, startStepUp, { body, headers: { ...headers } }));
      expect(challenge.expiresInSec).toBe(1800);
      return challenge.id;
    };
    const first = await ask('full');
    lending.clock.pass({ minutes: 1 });
    const ids = await Promise.all(Array.from({ length: 8 }, () => ask('full')));
    expect(new Set(ids)).toEqual(new Set([first]));
    await Promise.all(Array.from({ length: 8 }, () => ask('change-email')));
    const rows = await lending.db.kysely
      .selectFrom('challenge')
      .select('id')
      .where('person_id', '=', personId)
      .execute();
    expect(rows).toHaveLength(2);
  });
});
