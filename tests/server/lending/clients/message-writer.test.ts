import { expect, test } from 'vitest';
import { readableWords } from '#server/lending/clients/message-writer.ts';
import { endNotifications, markRead, savePreference } from '#server/lending/clients/notification-store.ts';
import { type NewNotification, notify } from '#server/lending/clients/notify.ts';
import { readMessages } from '#server/lending/messages/outbox-store.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { liftSuppression, suppressMarketing } from '#server/lending/people/store/suppression-store.ts';
import { aPerson, withLoanService } from '#tests/support/loans/loan-service.ts';
import {
  CONTACT,
  deliverMessages,
  dumpOfMessages,
  makeReachable,
  say,
  writerOf,
} from '#tests/support/messages/notifications.ts';

const service = withLoanService();
const LATE = { loanNumber: 'P-2026-0000077', amountCents: 58_749, dueDate: '2026-02-14', asOf: '2026-02-18' };

let keys = 0;
function tell(
  personId: string,
  news: Pick<NewNotification, 'kind' | 'params'> = { kind: 'payment-late', params: LATE },
) {
  keys += 1;
  const now = service.clock.now();
  return service.db.kysely
    .transaction()
    .execute((trx) => notify(trx, { ...news, personId, naturalKey: `test:${keys}`, now } as NewNotification));
}

async function aClient(options: Parameters<typeof makeReachable>[2] = {}): Promise<string> {
  const personId = await aPerson(service);
  await makeReachable(service, personId, options);
  return personId;
}

const advertise = (personId: string) => tell(personId, { kind: 'next-loan', params: {} });
const statesOf = async (personId: string) =>
  (await readMessages(service.db.kysely, 1000))
    .filter((message) => message.personId === personId)
    .map(({ channel, sentAt, withheldBecause }) => `${channel} ${sentAt ? 'sent' : (withheldBecause ?? 'waiting')}`)
    .sort();

test('a client is told by e-mail and, without amounts, by SMS; nothing personal is ever in the tables', async () => {
  const personId = await aClient();
  await tell(personId);
  const before = await dumpOfMessages(service);
  const { emails, texts } = await deliverMessages(service);
  expect(emails).toMatchObject([{ recipient: CONTACT.email, subject: 'Tienes un pago atrasado', attachments: [] }]);
  expect(emails[0]?.body).toMatch(
    /^Hola, Rosaura:\n[\s\S]*S\/\u00a0587,49[\s\S]*\/profile\/components\/payment\/repay-loan\//,
  );
  expect(texts).toMatchObject([
    { recipient: CONTACT.phone, text: 'Mañay: tu pago era hasta el 14/02/2026. Hay salidas: entra a Mis préstamos.' },
  ]);
  const after = await dumpOfMessages(service);
  for (const dump of [before, after]) {
    for (const secret of Object.values(CONTACT)) expect(dump).not.toContain(secret);
    expect(dump).not.toContain('Hay salidas');
  }
  const [message] = (await readMessages(service.db.kysely, 1000)).filter((one) => one.personId === personId);
  expect(message).toMatchObject({
    sealed: true,
    template: 'payment-late',
    templateVersion: 4,
    consentBasis: 'service',
  });
  if (!message) throw new Error('no message');
  expect(await readableWords(writerOf(service), message)).toMatchObject({
    recipient: expect.stringMatching(/^(\+51|rosa)/),
  });
});

test('who shares the telephone may choose a text that names neither lender nor matter', {
  tags: 'promise-ways-we-write-to-a-client',
}, async () => {
  const personId = await aClient({ language: 'en' });
  const neutral = { email: false, sms: true, smsDetails: false };
  await savePreference(service.db.kysely, personId, neutral, service.clock.now());
  await tell(personId);
  const { emails, texts } = await deliverMessages(service);
  expect(emails).toEqual([]);
  expect(texts.map(({ text }) => text)).toEqual(['You have an important message in your account. Sign in to read it.']);
});

test('a channel the client switched off after the message was asked for stays silent', {
  tags: 'promise-ways-we-write-to-a-client',
}, async () => {
  const personId = await aClient();
  await tell(personId);
  await savePreference(
    service.db.kysely,
    personId,
    { email: true, sms: false, smsDetails: false },
    service.clock.now(),
  );
  expect((await deliverMessages(service)).texts).toEqual([]);
  expect(await statesOf(personId)).toEqual(['email sent', 'sms not-chosen']);
});

test('what a client chose to read in a mailbox goes by SMS until that mailbox is confirmed', async () => {
  const plan = { kind: 'plan-broken', params: { loanNumber: LATE.loanNumber } } as const;
  for (const [mailbox, expected] of [
    [false, ['email not-verified', 'sms sent']],
    [true, ['email sent']],
  ] as const) {
    const personId = await aClient();
    const [now, onlyEmail] = [service.clock.now(), { email: true, sms: false, smsDetails: false }];
    await savePreference(service.db.kysely, personId, onlyEmail, now);
    if (!mailbox) {
      await service.db.kysely
        .updateTable('person')
        .set({ email_verified_at: null })
        .where('id', '=', personId)
        .execute();
    }
    await tell(personId, plan);
    await deliverMessages(service);
    expect(await statesOf(personId)).toEqual(expected);
  }
});

test('who confirms the mailbox in the night in which its e-mail was withheld is told by the SMS in its place', async () => {
  const personId = await aClient();
  const setConfirmed = (at: Date | null) =>
    service.db.kysely.updateTable('person').set({ email_verified_at: at }).where('id', '=', personId).execute();
  await setConfirmed(null);
  const onlyEmail = { email: true, sms: false, smsDetails: false };
  await savePreference(service.db.kysely, personId, onlyEmail, service.clock.now());
  // Monday 19/01/2026, 22:00 in Lima.
  service.clock.moveTo('2026-01-19');
  service.clock.pass({ hours: 10 });
  await tell(personId, { kind: 'plan-broken', params: { loanNumber: LATE.loanNumber } });
  expect(await deliverMessages(service)).toEqual({ emails: [], texts: [] });
  expect(await statesOf(personId)).toEqual(['email not-verified', 'sms waiting']);
  service.clock.pass({ hours: 8 });
  await setConfirmed(new Date(service.clock.now()));
  service.clock.pass({ hours: 2 });
  expect((await deliverMessages(service)).texts).toHaveLength(1);
  expect(await statesOf(personId)).toEqual(['email not-verified', 'sms sent']);
});

test('who confirms the mailbox before its e-mail leaves is told there, and by no SMS', async () => {
  const personId = await aClient();
  const unconfirmed = service.db.kysely.updateTable('person').set({ email_verified_at: null });
  await unconfirmed.where('id', '=', personId).execute();
  const onlyEmail = { email: true, sms: false, smsDetails: false };
  await savePreference(service.db.kysely, personId, onlyEmail, service.clock.now());
  await tell(personId);
  const confirmed = service.db.kysely.updateTable('person').set({ email_verified_at: new Date(service.clock.now()) });
  await confirmed.where('id', '=', personId).execute();
  expect(await deliverMessages(service)).toMatchObject({ emails: [{}], texts: [] });
  expect(await statesOf(personId)).toEqual(['email sent', 'sms not-chosen']);
});

test('an SMS in the place of an e-mail is neutral where the client chose so', async () => {
  const personId = await aClient();
  const unconfirmed = service.db.kysely.updateTable('person').set({ email_verified_at: null });
  await unconfirmed.where('id', '=', personId).execute();
  const [now, onlyEmail] = [service.clock.now(), { email: true, sms: false, smsDetails: false }];
  await savePreference(service.db.kysely, personId, onlyEmail, now);
  await tell(personId);
  const { texts } = await deliverMessages(service);
  expect(texts.map(({ text }) => text)).toEqual(['Tienes un aviso importante en tu cuenta. Entra para leerlo.']);
});

test('an address somebody only typed is told nothing', {
  tags: 'promise-an-e-mail-that-is-not-confirmed-yet',
}, async () => {
  const [typed, none] = [await aClient({ verified: false }), await aPerson(service)];
  for (const personId of [typed, none]) await tell(personId);
  expect(await deliverMessages(service)).toEqual({ emails: [], texts: [] });
  expect(await statesOf(typed)).toEqual(['email not-verified', 'sms not-verified']);
  expect(await statesOf(none)).toEqual(['email no-address', 'sms no-address']);
});

test('somebody whose data were erased is told nothing, and what they were told cannot be read', async () => {
  const personId = await aClient();
  await tell(personId);
  await deliverMessages(service);
  await tell(personId);
  await service.db.kysely.transaction().execute((trx) => erasePerson(trx, personId, service.clock.now()));
  expect(await deliverMessages(service)).toEqual({ emails: [], texts: [] });
  expect(await statesOf(personId)).toContain('email account-closed');
  for (const message of await readMessages(service.db.kysely, 1000)) {
    if (message.personId === personId) expect(await readableWords(writerOf(service), message)).toBeUndefined();
  }
});

test('at night a text about a debt waits for the morning of a business day; waiting is not a failed attempt', async () => {
  const personId = await aClient();
  // Friday 16/01/2026, 21:00 in Lima.
  service.clock.moveTo('2026-01-16');
  service.clock.pass({ hours: 9 });
  await tell(personId);
  expect(await deliverMessages(service)).toMatchObject({ emails: [{}], texts: [] });
  const [waiting] = (await readMessages(service.db.kysely, 1000)).filter(
    (one) => one.personId === personId && one.channel === 'sms',
  );
  expect(waiting).toMatchObject({ attempts: 0, nextAttemptAt: new Date('2026-01-19T12:00:00Z') });
  service.clock.moveTo('2026-01-18');
  expect((await deliverMessages(service)).texts).toEqual([]);
  service.clock.moveTo('2026-01-19');
  expect((await deliverMessages(service)).texts).toHaveLength(1);
});

test('a debt names in its e-mail the day that it was reckoned for, also where it was written before; its SMS no amount', async () => {
  const { asOf: _, ...before } = LATE;
  for (const [params, day] of [
    [LATE, '18/02/2026'],
    [before, '20/02/2026'],
  ] as const) {
    const personId = await aClient();
    service.clock.moveTo('2026-02-20');
    service.clock.pass({ hours: 9 });
    await tell(personId, { kind: 'payment-late', params: params as typeof LATE });
    // Friday night; the SMS is sent on Monday.
    const { emails } = await deliverMessages(service);
    expect(emails[0]?.body).toContain(`Al ${day} debes S/\u00a0587,49`);
    service.clock.moveTo('2026-02-23');
    const { texts } = await deliverMessages(service);
    expect(texts.map(({ text }) => text)).toEqual([
      'Mañay: tu pago era hasta el 14/02/2026. Hay salidas: entra a Mis préstamos.',
    ]);
  }
});

const endLate = (personId: string, of: { readonly loanNumber?: string } = {}) =>
  service.db.kysely
    .transaction()
    .execute((trx) => endNotifications(trx, personId, ['payment-late'], service.clock.now(), of));

test.each([false, true])('what is no longer true is not sent, read (%s) or not', async (isRead) => {
  const personId = await aClient();
  await tell(personId);
  if (isRead) await markRead(service.db.kysely, personId, { all: true }, service.clock.now());
  await endLate(personId, { loanNumber: 'P-2026-0000078' });
  expect(await statesOf(personId)).toEqual(['email waiting', 'sms waiting']);
  await endLate(personId, LATE);
  expect(await deliverMessages(service)).toEqual({ emails: [], texts: [] });
  expect(await statesOf(personId)).toEqual(['email no-longer-true', 'sms no-longer-true']);
});

test('what ends while it is being written does not leave either', async () => {
  const personId = await aClient();
  await tell(personId);
  expect(await deliverMessages(service, 0, () => endLate(personId))).toEqual({ emails: [], texts: [] });
  expect(await statesOf(personId)).toEqual(['email no-longer-true', 'sms no-longer-true']);
});

test('advertising is only asked for where the client agreed to it', { tags: 'promise-advertising' }, async () => {
  const [nobody, byMail] = [await aClient(), await aClient()];
  await say(service, byMail, 'email', true);
  for (const personId of [nobody, byMail]) await advertise(personId);
  const { emails, texts } = await deliverMessages(service);
  expect([emails.length, texts.length]).toEqual([1, 0]);
  expect(await statesOf(nobody)).toEqual([]);
  const [message] = (await readMessages(service.db.kysely, 1000)).filter((one) => one.personId === byMail);
  expect(message?.consentBasis).toBe('MARKETING_EMAIL');
});

test('a consent taken back a second ago stops what was asked for before', async () => {
  const personId = await aClient();
  await say(service, personId, 'email', true);
  await advertise(personId);
  await say(service, personId, 'email', false, 1000);
  expect((await deliverMessages(service, 1000)).emails).toEqual([]);
  expect(await statesOf(personId)).toEqual(['email no-consent']);
});

test('whoever is on the suppression list is not advertised to, whatever the ledger says; service goes on', async () => {
  const personId = await aClient();
  await say(service, personId, 'email', true);
  await advertise(personId);
  const entry = { personId, channels: ['email'], reason: 'AUTHORITY', now: service.clock.now() } as const;
  await service.db.kysely.transaction().execute((trx) => suppressMarketing(trx, entry));
  await service.db.kysely.transaction().execute((trx) => suppressMarketing(trx, entry));
  expect((await deliverMessages(service)).emails).toEqual([]);
  await tell(personId);
  expect((await deliverMessages(service)).emails).toHaveLength(1);
  await service.db.kysely.transaction().execute((trx) => liftSuppression(trx, entry));
  await advertise(personId);
  expect((await deliverMessages(service)).emails).toHaveLength(1);
  expect(await statesOf(personId)).toContain('email suppressed');
});
