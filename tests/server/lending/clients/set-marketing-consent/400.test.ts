import { expect, test } from 'vitest';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const textVersion = 'c'.repeat(64);

test.each([
  ['a yes to words in no form we know', { acceptMarketing: true, textVersion: 'v1' }, ['textVersion.invalid']],
  ['a yes to no channel', { acceptMarketing: true, channels: { sms: false }, textVersion }, ['channels.mismatch']],
  ['a no that names a channel', { acceptMarketing: false, channels: { sms: true } }, ['channels.mismatch']],
  ['neither yes nor no', { acceptMarketing: 'maybe' }, ['acceptMarketing.invalid']],
  [
    'a channel nobody has',
    { acceptMarketing: true, channels: { sms: true, fax: true }, textVersion },
    ['channels.fax.unknown'],
  ],
])('%s is refused, and nothing is written', async (_, body, expected) => {
  const { headers, personId } = await aBorrower(lending);
  const answer = await callEndpoint(lending, setMarketingConsent, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, expected]);
  const rows = lending.db.kysely.selectFrom('consent_event').select('id').where('person_id', '=', personId);
  expect(await rows.execute()).toEqual([]);
});
