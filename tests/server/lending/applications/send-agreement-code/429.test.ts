import { expect, test } from 'vitest';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { anAgreement } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';

const lending = withTestLending();

test('a telephone gets a code a minute, and is told when the next one may be asked for', {
  tags: 'promise-codes',
}, async () => {
  const { applicant } = await anAgreement(lending);
  const { headers, phone } = applicant;
  const send = () => callEndpoint(lending, sendAgreementCode, { headers });
  expect((await send()).status).toBe(202);
  lending.clock.pass({ seconds: 20 });
  const tooSoon = await send();
  expect(tooSoon).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(tooSoon.headers.get('retry-after')).toBe('40');
  expect(await messagesTo(lending, phone)).toHaveLength(1);
  lending.clock.pass({ seconds: 40 });
  expect((await send()).status).toBe(202);
});
