import { afterEach, beforeEach, expect, test } from 'vitest';
import { MessageRefused, type OutgoingEmail } from '#server/lending/gateways/email/email-gateway.ts';
import { SandboxMailServer } from '#server/lending/gateways/email/sandbox-mail-server.ts';
import { smtpEmail } from '#server/lending/gateways/email/smtp-email.ts';
import { retryDelayMs } from '#server/lending/messages/dispatch-outbox.ts';
import { enqueueSealedMessage, type NewMessage } from '#server/lending/messages/outbox-store.ts';
import { codeMessage } from '#server/lending/people/messages/code-message.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { deliver, file, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();
let server: SandboxMailServer | undefined;
beforeEach(() => book.db.kysely.deleteFrom('staff_task').execute());
afterEach(() => server?.close());

/** The adapter of production in front of a mail server that speaks its protocol. */
async function mail() {
  server = new SandboxMailServer();
  const gateway = smtpEmail(await server.listen(), 'Mañay <ayuda@manay.example>');
  return { gateway, server };
}

const states = () =>
  book.db.kysely
    .selectFrom('outbox')
    .select(['attempts', 'sent_at', 'failed_at', 'last_error'])
    .orderBy('id')
    .execute();
const tasks = () => book.db.kysely.selectFrom('staff_task').select(['kind', 'subject', 'note']).orderBy('id').execute();
const NOTICE: NewMessage = {
  template: 'account-password-changed',
  templateVersion: 1,
  consentBasis: 'service',
  recipient: 'no-existe@correo.example',
  subject: 'Cambiaste tu contraseña',
  body: 'Hola',
};
const queue = (message: Partial<NewMessage>) =>
  book.db.kysely
    .transaction()
    .execute((trx) => enqueueSealedMessage(trx, testVault(), { ...NOTICE, ...message }, book.clock.now()));

test('a letter that a law gives a date, to an address that is nobody’s, ends at once with its task', async () => {
  const { gateway } = await mail();
  await file(book, aComplaint({ email: 'no-existe@correo.example' }));
  expect(await deliver(book, gateway)).toBe(1);
  expect(await states()).toMatchObject([
    { attempts: 1, sent_at: null, failed_at: expect.any(Date), last_error: expect.stringContaining('550 5.1.1') },
  ]);
  expect(await tasks()).toMatchObject([{ kind: 'letter-given-up', subject: 'complaint:LR-2026-000001' }]);
  expect(await deliver(book, gateway, 1e9)).toBe(0);
});

test('any other letter to it ends at once with a task about its client, one for all of them, without the address', async () => {
  const { gateway } = await mail();
  const { personId } = await createPerson(
    book.db.kysely,
    testVault(),
    { documentType: 'DNI', documentNumber: '45678912', email: 'no-existe@correo.example' },
    book.clock.now(),
  );
  await queue({});
  await queue({ template: 'account-new-device' });
  await deliver(book, gateway);
  expect(await states()).toMatchObject([
    { attempts: 1, failed_at: expect.any(Date) },
    { attempts: 1, failed_at: expect.any(Date) },
  ]);
  const [task, ...others] = await tasks();
  expect(task).toMatchObject({
    kind: 'address-refused',
    subject: `person:${personId}`,
    note: expect.stringContaining('account-password-changed'),
  });
  expect(task?.note).toContain('550 5.1.1');
  expect(task?.note).not.toContain('no-existe@');
  expect(others).toEqual([]);
});

test('a letter to nobody we know, as an alert, names the message', async () => {
  const { gateway } = await mail();
  const id = await queue({ template: 'complaint-alert', recipient: 'cerrado@lender.example' });
  await deliver(book, gateway);
  expect(await tasks()).toMatchObject([{ kind: 'address-refused', subject: `message:${id}` }]);
});

test('a letter that is too large for every mailbox ends at once, and the task says that it is the letter', async () => {
  const { gateway } = await mail();
  await queue({ recipient: 'grande@correo.example' });
  await deliver(book, gateway);
  expect(await states()).toMatchObject([{ failed_at: expect.any(Date) }]);
  expect(await tasks()).toMatchObject([{ note: expect.stringContaining('takes no message like account-password') }]);
});

test.each(['lleno', 'ocupado', 'cae'])('what %s@ refuses for now is tried again, and nobody is told', async (name) => {
  const { gateway } = await mail();
  await queue({ recipient: `${name}@correo.example` });
  await deliver(book, gateway);
  expect(await states()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null }]);
  expect(await deliver(book, gateway, retryDelayMs(1))).toBe(1);
  expect(await tasks()).toEqual([]);
});

test('refused because of us: one task says so at once, and the letters leave when it is mended', async () => {
  const { gateway, server: real } = await mail();
  await queue({ recipient: 'politica@correo.example' });
  await queue({ recipient: 'sospechoso@correo.example' });
  await deliver(book, gateway);
  expect(await states()).toMatchObject([
    { attempts: 1, failed_at: null, last_error: expect.stringContaining('5.7.1') },
    { attempts: 1, failed_at: null, last_error: expect.stringContaining('5.7.1') },
  ]);
  const [task, ...others] = await tasks();
  expect(task).toMatchObject({
    kind: 'messages-refused',
    subject: 'channel:email',
    note: expect.stringMatching(/because of us: ".*5\.7\.1.*SMTP_URL/),
  });
  expect(others).toEqual([]);
  const mended = { send: (email: OutgoingEmail) => gateway.send({ ...email, recipient: 'rosa@correo.example' }) };
  expect(await deliver(book, mended, retryDelayMs(1))).toBe(2);
  expect(real.taken).toHaveLength(2);
});

test('a telephone that takes no text messages ends the message; a code to it makes no task', async () => {
  const refuse = () => Promise.reject(new MessageRefused('address', 'SMS: status 400'));
  const about = { about: { use: 'SIGN_IN' }, siteUrl: 'https://manay.example', brandName: 'Mañay' } as const;
  await queue(codeMessage({ code: '482913', channel: 'SMS', to: '+51987654321', language: 'es', ...about }));
  const id = await queue({ channel: 'sms', recipient: '+51987654322', subject: '' });
  const { gateway } = await mail();
  await deliver(book, gateway, 0, { sms: { send: refuse } });
  expect(await states()).toMatchObject([{ failed_at: expect.any(Date) }, { failed_at: expect.any(Date) }]);
  expect(await tasks()).toMatchObject([{ kind: 'address-refused', subject: `message:${id}` }]);
});
