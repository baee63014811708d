import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtpEmail } from '#server/lending/gateways/email/smtp-email.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Answers of a mail server to each command. */
const ANSWERS: readonly (readonly [command: RegExp, answer: string])[] = [
  [/\r\n\.\r\n$/, '250 taken'],
  [/^DATA/i, '354 go on'],
  [/^QUIT/i, '221 bye'],
  [/^(?:EHLO|HELO|MAIL|RCPT|RSET|NOOP)/i, '250 ok'],
];

/** A mail server of a few lines; `refuses`: no recipient lives there. */
async function mailServer(refuses = false): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = [];
  server = createServer((socket) => {
    socket.write('220 mail\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      received.push(text);
      const known = ANSWERS.find(([command]) => command.test(text))?.[1];
      const answer = refuses && /^RCPT/i.test(text) ? '550 no such mailbox' : known;
      // A part of a message: the server listens on.
      if (answer) socket.write(`${answer}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, received };
}

const email = {
  id: '019bd6a0-0000-7000-8000-000000000001',
  recipient: 'rosa@correo.example',
  subject: 'Tu reclamo LR-2026-000123',
  body: 'Hola, Rosa Elena:',
  attachments: [
    { fileName: 'LR-2026-000123.pdf', mediaType: 'application/pdf', bytes: new TextEncoder().encode('%PDF-1.7') },
  ],
};

test('a message reaches the server whole: addresses, subject, file, and an id that a second try repeats', async () => {
  const { url, received } = await mailServer();
  await smtpEmail(url, 'Mañay <ayuda@manay.example>').send(email);
  const text = received.join('');
  expect(text).toContain('MAIL FROM:<ayuda@manay.example>');
  expect(text).toContain('RCPT TO:<rosa@correo.example>');
  expect(text).toContain('Subject: Tu reclamo LR-2026-000123');
  expect(text).toContain(`Message-ID: <${email.id}@manay.example>`);
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).toMatch(/filename=LR-2026-000123\.pdf/);
  expect(text).toContain(Buffer.from('%PDF-1.7').toString('base64'));
});

test('what the server refuses fails with its answer', async () => {
  const { url } = await mailServer(true);
  await expect(smtpEmail(url, 'ayuda@manay.example').send(email)).rejects.toThrow('550');
});

test('advertising carries the address that ends it, for the button of a mail program', async () => {
  const { url, received } = await mailServer();
  const unsubscribeUrl = `https://manay.example/api/v1/marketing/unsubscribe/${'A'.repeat(43)}?lang=es`;
  const gateway = smtpEmail(url, 'ayuda@manay.example');
  await gateway.send({ ...email, unsubscribeUrl });
  const head = received.join('');
  expect(head).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
  expect(head).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  received.length = 0;
  await gateway.send(email);
  expect(received.join('')).not.toContain('List-Unsubscribe');
});

test('no address, subject or file name adds a recipient, a header or a command', {
  tags: ['asvs-1.3.11', 'asvs-5.4.2'],
}, async () => {
  const { url, received } = await mailServer();
  const hostile = 'x\r\nBcc: evil@mail.example\r\nRCPT TO:<evil@mail.example>\r\n.\r\nMAIL FROM:<evil@mail.example>';
  const gateway = smtpEmail(url, 'Mañay <ayuda@manay.example>');
  const [file] = email.attachments;
  if (!file) throw new Error('no file');
  await gateway.send({ ...email, subject: hostile, attachments: [{ ...file, fileName: hostile }] });
  for (const recipient of [`rosa@correo.example, evil@mail.example`, `rosa@correo.example${hostile}`]) {
    await gateway.send({ ...email, recipient }).catch(() => undefined);
  }
  const lines = received.join('').split('\r\n');
  const recipients = lines.filter((line) => /^RCPT TO:/i.test(line));
  // One each; what hangs behind an address is quoted into its name, and the address rule has refused it long before.
  expect(recipients).toHaveLength(3);
  for (const recipient of recipients) expect(recipient).toMatch(/^RCPT TO:<(?:[^"<>\s]+|"[^"<>]+"@[\w.]+)>$/);
  expect(recipients).not.toContain('RCPT TO:<evil@mail.example>');
  expect(lines.filter((line) => /^(?:Bcc|MAIL FROM:<evil)/i.test(line))).toEqual([]);
});
