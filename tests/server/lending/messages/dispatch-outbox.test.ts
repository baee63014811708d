import { expect, test, vi } from 'vitest';
import { complaintAlertMail } from '#server/lending/complaints/complaint-mail.ts';
import type { OutgoingEmail } from '#server/lending/gateways/email/email-gateway.ts';
import type { OutgoingSms } from '#server/lending/gateways/sms/sms-gateway.ts';
import { LEASE_MS, MAX_ATTEMPTS, retryDelayMs } from '#server/lending/messages/dispatch-outbox.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { codeMessage } from '#server/lending/people/messages/code-message.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  createTestBook,
  deliver,
  file,
  testMail,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();
const states = () =>
  book.db.kysely.selectFrom('outbox').select(['attempts', 'sent_at', 'failed_at', 'last_error']).execute();

test('the copy of the sheet goes out once, to the consumer, with the PDF', {
  tags: 'promise-the-complaints-book',
}, async () => {
  const { code, trackingKey } = await file(book);
  const mail = testMail();
  await deliver(book, mail);
  await deliver(book, mail);
  expect(mail.sent).toHaveLength(1);
  expect(mail.sent[0]).toMatchObject({
    recipient: 'rosa@correo.example',
    subject: `Tu reclamo ${code} del Libro de Reclamaciones`,
    attachments: [{ fileName: `${code}.pdf`, mediaType: 'application/pdf' }],
  });
  expect(mail.sent[0]?.body).toContain('a más tardar el 21/04/2026');
  expect(mail.sent[0]?.body).toContain(`https://manay.example/libro-de-reclamaciones/hoja/${code}/${trackingKey}\n`);
});

test('in the language the consumer reads', async () => {
  await file(book, aComplaint(), { 'accept-language': 'en-GB,en;q=0.9' });
  const mail = testMail();
  await deliver(book, mail);
  expect(mail.sent[0]?.subject).toBe('Your complaint LR-2026-000001');
  expect(mail.sent[0]?.body).toContain('by 21/04/2026 at the latest');
});

/** A process that is killed while it sends a message: the sending never finishes. */
function killedWhile(send: (email: OutgoingEmail) => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const gateway = {
      send: async (email: OutgoingEmail) => {
        await send(email);
        resolve();
        await new Promise(() => undefined);
      },
    };
    void deliver(book, gateway);
  });
}

test('a process that dies before sending: another sends when its lease ends, and not before', async () => {
  await file(book);
  await killedWhile(() => Promise.resolve());
  const mail = testMail();
  await deliver(book, mail, LEASE_MS - 1_000);
  expect(mail.sent).toHaveLength(0);
  await deliver(book, mail, LEASE_MS + 1_000);
  expect(mail.sent).toHaveLength(1);
});

test('a process that dies after sending: the message goes again with the same id, so that a mailbox can tell', async () => {
  await file(book);
  const first = testMail();
  await killedWhile((email) => first.send(email));
  const second = testMail();
  await deliver(book, second, LEASE_MS + 1_000);
  expect(second.sent).toHaveLength(1);
  expect(second.sent.map(({ id }) => id)).toEqual(first.sent.map(({ id }) => id));
});

test('a mail server that is down is tried again later, and in the end staff are told', {
  tags: 'asvs-16.5.2',
}, async () => {
  await file(book);
  const mail = testMail();
  mail.failing = true;
  let later = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect(await deliver(book, mail, later)).toBe(1);
    expect(await deliver(book, mail, later + 1_000), 'too early').toBe(0);
    later += retryDelayMs(attempt);
  }
  expect(await states()).toMatchObject([
    { attempts: MAX_ATTEMPTS, sent_at: null, failed_at: expect.any(Date), last_error: '451 try again later' },
  ]);
  expect(await deliver(book, mail, later + 1e9)).toBe(0);
  // The copy of a sheet is owed by law: a person tells what it says.
  const tasks = await book.db.kysely.selectFrom('staff_task').select(['kind', 'subject', 'note']).execute();
  expect(tasks).toEqual([
    {
      kind: 'letter-given-up',
      subject: 'complaint:LR-2026-000001',
      note: expect.stringContaining('complaint-received'),
    },
  ]);
});

test('what no law gives a date is given up without a task', async () => {
  const mail = testMail();
  mail.failing = true;
  const alert = complaintAlertMail({ code: 'LR-2026-000009', answerDueOn: '2026-02-05', assignee: null }, 'a@b.pe', 10);
  await book.db.kysely.transaction().execute((trx) => enqueueSealedMessage(trx, testVault(), alert, book.clock.now()));
  const onOwedGivenUp = vi.fn<() => Promise<void>>();
  let later = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await deliver(book, mail, later, { onOwedGivenUp });
    later += retryDelayMs(attempt);
  }
  expect(await states()).toMatchObject([{ failed_at: expect.any(Date) }]);
  expect(onOwedGivenUp).not.toHaveBeenCalled();
});

test('once it is up again, everything goes out', async () => {
  await file(book, aComplaint({ detail: 'La primera hoja' }));
  await file(book, aComplaint({ detail: 'La segunda hoja' }));
  const mail = testMail();
  mail.failing = true;
  await deliver(book, mail);
  mail.failing = false;
  await deliver(book, mail, retryDelayMs(1));
  expect(mail.sent.map(({ subject }) => subject).sort()).toEqual([
    'Tu reclamo LR-2026-000001 del Libro de Reclamaciones',
    'Tu reclamo LR-2026-000002 del Libro de Reclamaciones',
  ]);
});

test('ten copies of the service look at once: nothing goes twice', async () => {
  for (let k = 1; k <= 6; k += 1) await file(book, aComplaint({ detail: `Hoja número ${k} de hoy` }));
  const mail = testMail();
  const copies = Array.from({ length: 10 }, () => createTestBook(book.db));
  await Promise.all(copies.map((copy) => deliver(copy, mail)));
  expect(mail.sent).toHaveLength(6);
  expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(6);
});

test('a batch that takes longer than its lease leaves its rest to the copy that has claimed it since', async () => {
  for (let k = 1; k <= 2; k += 1) await file(book, aComplaint({ detail: `Hoja número ${k} de hoy` }));
  const mail = testMail();
  let laterMs = 0;
  const now = () => book.clock.now() + laterMs;
  const slow = {
    async send(email: OutgoingEmail) {
      laterMs = LEASE_MS + 1_000;
      if (mail.sent.length === 0) await deliver(book, { send: mail.send }, 0, { now });
      await mail.send(email);
    },
  };
  await deliver(book, slow, 0, { now });
  const ids = mail.sent.map(({ id }) => id);
  // The first one was already on its way when its lease ended; the other one was not.
  expect(ids.toSorted()).toEqual([...new Set(ids), ids.at(-1)].toSorted());
  await deliver(book, mail, 0, { now });
  expect(mail.sent).toHaveLength(3);
});

test('waits grow from seconds to hours', () => {
  expect([1, 2, 3, 11, 12].map(retryDelayMs)).toEqual([15_000, 30_000, 60_000, 15_360_000, 21_600_000]);
});

test('a code leaves by text message, opened only on its way out, and waits while there is no gateway', async () => {
  const { kysely } = book.db;
  const code = { code: '482913', channel: 'SMS', to: '+51987654321', language: 'es' } as const;
  const message = codeMessage({
    ...code,
    about: { use: 'SIGN_IN' },
    siteUrl: 'https://manay.example',
    brandName: 'Mañay',
  });
  await kysely.transaction().execute((trx) => enqueueSealedMessage(trx, testVault(), message, book.clock.now()));
  expect(JSON.stringify(await kysely.selectFrom('outbox').selectAll().execute())).not.toMatch(/987654321|482913/);

  await deliver(book, testMail());
  expect(await states()).toMatchObject([{ sent_at: null, last_error: 'there is no gateway for text messages' }]);
  const sent: OutgoingSms[] = [];
  const sms = { send: async (one: OutgoingSms) => void sent.push(one) };
  await deliver(book, testMail(), LEASE_MS, { sms });
  expect(sent).toMatchObject([{ recipient: '+51987654321', text: message.body }]);
  expect(message.body).toMatch(/\n\n@manay\.example #482913$/);
});

/** A code that waits to be sent, and a gateway that is down. */
async function aCode() {
  const { kysely } = book.db;
  const about = { about: { use: 'SIGN_IN' }, siteUrl: 'https://manay.example', brandName: 'Mañay' } as const;
  const message = codeMessage({ code: '482913', channel: 'SMS', to: '+51987654321', language: 'es', ...about });
  await kysely.transaction().execute((trx) => enqueueSealedMessage(trx, testVault(), message, book.clock.now()));
  const sent: OutgoingSms[] = [];
  const gateway = {
    isDown: true,
    send(one: OutgoingSms) {
      if (gateway.isDown) return Promise.reject(new Error('503 come back later'));
      sent.push(one);
      return Promise.resolve();
    },
  };
  const round = (laterMs: number) => deliver(book, testMail(), laterMs, { sms: gateway });
  return { sent, gateway, round };
}
const ends = () =>
  book.db.kysely
    .selectFrom('outbox')
    .select(['sent_at', 'failed_at', 'withheld_because', 'last_error', 'attempts'])
    .execute();

test('a code whose gateway is down is closed before its next try would come too late, and says why', async () => {
  const { sent, gateway, round } = await aCode();
  let later = 0;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await round(later), `attempt ${attempt}`).toBe(1);
    later += retryDelayMs(attempt);
  }
  expect(await ends()).toEqual([
    {
      sent_at: null,
      failed_at: null,
      withheld_because: 'expired',
      last_error: '503 come back later',
      attempts: 5,
    },
  ]);
  gateway.isDown = false;
  expect(await round(later)).toBe(0);
  expect(sent).toEqual([]);
});

test('a code that was not taken up in time is not sent any more; until then it is', async () => {
  const late = await aCode();
  late.gateway.isDown = false;
  await late.round(5 * 60_000);
  expect(late.sent).toEqual([]);
  expect(await ends()).toMatchObject([{ sent_at: null, withheld_because: 'expired', last_error: null }]);

  const inTime = await aCode();
  inTime.gateway.isDown = false;
  await inTime.round(5 * 60_000 - 1000);
  expect(inTime.sent).toHaveLength(1);
});
