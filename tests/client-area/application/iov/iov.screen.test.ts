import { expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { readGatewayConfig } from '#server/lending/gateways/config.ts';
import { openGateways } from '#server/lending/gateways/open-gateways.ts';
import { anApplicant, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  type TestLending,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };

/** Gives the lender the sandbox's provider of checks. */
function withProvider(): TestLending {
  const gateways = openGateways(readGatewayConfig({}, { sandbox: true, baseUrl: 'http://manay.example' }), {
    fetch,
    now: lending.clock.now,
    businessDate: lending.clock.businessDate,
    webhookUrl: () => '',
  });
  return createTestLending(lending.db, { gateways, clock: lending.clock });
}

async function textOf(lender: TestLending, options = {}): Promise<string> {
  const applicant = await anApplicant(lender, 'DEVICE', options);
  const screen = await openClientScreen(lender, 'application-iov', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('Who we ask about you'));
  return screen.text();
}

test('before sending, the client is told who is asked, and what, for this amount', {
  tags: 'promise-who-is-asked-about-you',
}, async () => {
  const small = await textOf(withProvider());
  expect(small).toContain('we ask Central de Prueba S.A., and only this');
  expect(small).toContain('Whether the account for the money is yours');
  expect(small).toContain('For this amount we do not ask a credit bureau');
  expect(small).not.toContain('Your rating in its credit bureau');
});

test('for an amount that asks for a bureau, that it is asked', { tags: 'promise-who-is-asked-about-you' }, async () => {
  const more = await textOf(withProvider(), MORE);
  expect(more).toContain('Your rating in its credit bureau, which adds or takes away points');
  expect(more).not.toContain('we do not ask a credit bureau');
});

test('without a provider they are told that nobody is', { tags: 'promise-who-is-asked-about-you' }, async () => {
  const text = await textOf(lending, MORE);
  expect(text).toContain('Nobody: for this amount we consult no credit bureau');
  expect(text).not.toContain('Your rating in its credit bureau');
  expect(text).not.toContain('Whether the account');
});

test('before sending, somebody whose data are known is told that rules may decide, and how to ask for a person', {
  tags: 'promise-a-refusal',
}, async () => {
  const applicant = await anApplicant(lending, 'OFFER');
  const { headers } = applicant;
  acceptedBody(await callEndpoint(lending, declineOffer, { headers, body: { reason: 'OTHER' } }));
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
  const screen = await openClientScreen(lending, 'application-iov', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('form button[type=submit]'));
  expect(screen.text()).toContain('A system of rules may answer you.');
  expect(screen.text()).toContain('the right to human review: with one button');
});
