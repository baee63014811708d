import { expect, test } from 'vitest';
import { createLog } from '#server/kit/log.ts';
import { readableWords } from '#server/lending/clients/message-writer.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { forgetMessages } from '#server/lending/messages/forget-messages.ts';
import { enqueueSealedMessage, type NewMessage, readMessages } from '#server/lending/messages/outbox-store.ts';
import { codeMessage } from '#server/lending/people/messages/code-message.ts';
import { accountEmail } from '#server/lending/people/messages/identity-messages.ts';
import { MESSAGE_VALID_MS } from '#server/lending/people/messages/message-validity.ts';
import { aPerson, withLoanService } from '#tests/support/loans/loan-service.ts';
import { CONTACT, deliverMessages, makeReachable, writerOf } from '#tests/support/messages/notifications.ts';
import { testVault } from '#tests/support/people/vault.ts';

const service = withLoanService();
const BRAND = { siteUrl: 'https://manay.example', brandName: 'Mañay' };
const LINK = { link: 'https://manay.example/x#token=secreto', brand: BRAND.brandName };

const enqueue = (message: NewMessage) =>
  service.db.kysely
    .transaction()
    .execute((trx) => enqueueSealedMessage(trx, testVault(), message, service.clock.now()));
const aCode = () =>
  codeMessage({
    code: '482913',
    about: { use: 'SIGN_IN' },
    channel: 'SMS',
    to: CONTACT.phone,
    language: 'es',
    ...BRAND,
  });
const aLetter = (name: Parameters<typeof accountEmail>[0]) =>
  accountEmail(name, { ...CONTACT, language: 'es' }, { ...LINK, date: '15/01/2026', time: '12:00' });

async function forget(): Promise<number> {
  const { db, clock } = service;
  const log = createLog({ level: 'silent', name: 'test' });
  return forgetMessages({ db: db.kysely, clock, log, validMs: MESSAGE_VALID_MS });
}

/** Every message that has words still, as its template and how it ended. */
async function kept(): Promise<string[]> {
  await forget();
  const messages = await readMessages(service.db.kysely, 1000);
  return messages
    .filter(({ words }) => words && `${words.recipient}${words.subject}${words.body}` !== '')
    .map(({ template }) => template)
    .sort();
}

test('a code goes an hour after it ended, a link likewise, any other letter after two years; that they were sent stays', async () => {
  for (const letter of [aCode(), aLetter('password-reset'), aLetter('email-confirm'), aLetter('password-changed')]) {
    await enqueue(letter);
  }
  await deliverMessages(service);
  const all = ['identity-code', 'identity-email-confirm', 'identity-password-changed', 'identity-password-reset'];
  expect(await kept()).toEqual(all);
  service.clock.pass({ minutes: 64 });
  expect(await kept()).toEqual(all);
  service.clock.pass({ minutes: 2 });
  expect(await kept()).toEqual(all.slice(1));
  service.clock.pass({ minutes: 25 });
  expect(await kept()).toEqual(['identity-email-confirm', 'identity-password-changed']);
  service.clock.pass({ hours: 24 });
  expect(await kept()).toEqual(['identity-password-changed']);
  service.clock.pass({ hours: 24 * 728 });
  expect(await kept()).toEqual(['identity-password-changed']);
  service.clock.pass({ hours: 24 });
  expect(await kept()).toEqual([]);
  const messages = await readMessages(service.db.kysely, 1000);
  expect(messages.map(({ sentAt, withheldBecause }) => [sentAt !== null, withheldBecause])).toEqual(
    all.map(() => [true, null]),
  );
  expect(await forget()).toBe(0);
});

test('what was written of a notification stays as long as the key of its person', async () => {
  const personId = await aPerson(service);
  await makeReachable(service, personId);
  const news = { kind: 'loan-paid-off', params: { loanNumber: 'P-2026-0000001' }, naturalKey: 'paid-off:1' } as const;
  const now = service.clock.now();
  await service.db.kysely.transaction().execute((trx) => notify(trx, { ...news, personId, now }));
  await deliverMessages(service);
  service.clock.pass({ hours: 24 * 1000 });
  await forget();
  const messages = (await readMessages(service.db.kysely, 1000)).filter((one) => one.personId === personId);
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    const words = await readableWords(writerOf(service), message);
    expect([CONTACT.email, CONTACT.phone]).toContain(words?.recipient);
  }
});

test('what never left and is emptied is closed: nothing is sent without words', async () => {
  const id = await enqueue(aCode());
  service.clock.pass({ hours: 2 });
  expect(await forget()).toBe(1);
  expect(await deliverMessages(service)).toEqual({ emails: [], texts: [] });
  const message = (await readMessages(service.db.kysely, 1000)).find((one) => one.id === id);
  expect(message).toMatchObject({ sentAt: null, failedAt: null, withheldBecause: 'expired', attempts: 0 });
});
