import { expect } from 'vitest';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo } from '#tests/support/messages/messages.ts';
import { PASSWORD } from '#tests/support/people/client.ts';
import { promise } from './promise.ts';

const lending = withTestLending();

promise('Quiero recibir ofertas por:', { text: 'marketing_agree' }, async () => {
  const screen = await openClientScreen(lending, 'sign-up');
  await screen.until(() => screen.find('#documentNumber'));
  const boxes = [...document.querySelectorAll<HTMLInputElement>('fieldset input[type=checkbox]')];
  expect(boxes.map(({ name, checked }) => [name, checked])).toEqual([
    ['marketing_sms', false],
    ['marketing_email', false],
    ['marketing_call', false],
    ['marketing_whatsapp', false],
  ]);
  await screen.type('#documentNumber', '45678912');
  await screen.type('#phone', '987654321');
  await screen.type('#email', 'ana@example.pe');
  for (const name of ['marketing_email', 'acceptTerms']) await screen.press(`[name=${name}]`);
  await screen.press('button[type=submit]');
  await screen.until(() => screen.find('#code'));
  await screen.type('#code', await codeTo(lending, '+51987654321'));
  await screen.type('#password', PASSWORD);
  await screen.press('button[type=submit]');
  const { db, vault } = lending;
  await screen.until(async () => {
    const personId = (await findPersonByDocument(db.kysely, vault, 'DNI', '45678912')) ?? '';
    const { channels } = await readMarketingConsent(db.kysely, personId);
    expect(channels).toEqual({ sms: false, email: true, call: false, whatsapp: false });
  });
});
