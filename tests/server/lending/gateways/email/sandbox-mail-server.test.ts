import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EmailGateway } from '#server/lending/gateways/email/email-gateway.ts';
import { MessageRefused } from '#server/lending/gateways/email/email-gateway.ts';
import { SANDBOX_MAILBOXES, SandboxMailServer } from '#server/lending/gateways/email/sandbox-mail-server.ts';
import { smtpEmail } from '#server/lending/gateways/email/smtp-email.ts';

let server: SandboxMailServer;
let url: string;
let gateway: EmailGateway;
beforeEach(async () => {
  server = new SandboxMailServer();
  url = await server.listen();
  gateway = smtpEmail(url, 'Mañay <ayuda@manay.example>');
});
afterEach(() => server.close());

const letter = (recipient: string, body = 'Hola') => ({
  id: '019bd6a0-0000-7000-8000-000000000001',
  recipient,
  subject: 'Aviso',
  body,
  attachments: [],
});

/** A connection by hand: sends lines and waits for one answer to each. */
async function byHand(): Promise<{ readonly say: (line: string) => Promise<string>; readonly socket: Socket }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  const next = () => new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))));
  await next();
  return {
    socket,
    say(line) {
      const answer = next();
      socket.write(`${line}\r\n`);
      return answer;
    },
  };
}

test('a letter is taken whole, with its letters and the points at the beginning of lines', async () => {
  await gateway.send(letter('rosa@correo.example', 'Señora Núñez:\n.punto\n..dos\n'));
  expect(server.taken).toMatchObject([{ from: 'ayuda@manay.example', to: 'rosa@correo.example' }]);
  const text = server.taken[0]?.text ?? '';
  expect(text).toContain('Subject: Aviso');
  const body = text.slice(text.indexOf('\n\n') + 2);
  const quoted = Buffer.from(body.replace(/=([0-9A-F]{2})/g, (_, hex: string) => `\\x${hex}`)).toString();
  expect(quoted).toMatch(/\n\.punto\n\.\.dos/);
});

test('each mailbox of its list answers as the list says, to the adapter of real servers', async () => {
  const outcomes = new Map<string, unknown>();
  for (const { name } of SANDBOX_MAILBOXES) {
    const error = await gateway.send(letter(`${name}@correo.example`)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    outcomes.set(name, error instanceof MessageRefused ? error.because : error instanceof Error ? 'later' : 'taken');
  }
  expect(Object.fromEntries(outcomes)).toEqual({
    'no-existe': 'address',
    cerrado: 'address',
    lleno: 'later',
    ocupado: 'later',
    politica: 'us',
    sospechoso: 'us',
    grande: 'message',
    cae: 'later',
  });
  expect(server.taken).toEqual([]);
});

test('a connection that refused one letter takes the next one', async () => {
  const { say, socket } = await byHand();
  expect(await say('EHLO prueba')).toMatch(/^250-[\s\S]*\n250 /);
  expect(await say('RCPT TO:<rosa@correo.example>')).toMatch(/^503 /);
  expect(await say('MAIL FROM:<a@manay.example> SIZE=120')).toMatch(/^250 /);
  expect(await say('DATA')).toMatch(/^503 /);
  expect(await say('RCPT TO:<no-existe@correo.example>')).toMatch(/^550 5\.1\.1 /);
  expect(await say('RSET')).toMatch(/^250 /);
  expect(await say('MAIL FROM:<a@manay.example>')).toMatch(/^250 /);
  expect(await say('RCPT TO:<rosa@correo.example>')).toMatch(/^250 /);
  expect(await say('DATA')).toMatch(/^354 /);
  expect(await say('Subject: a\r\n\r\nhola\r\n.')).toMatch(/^250 /);
  expect(await say('BLAH')).toMatch(/^500 /);
  expect(await say('QUIT')).toMatch(/^221 /);
  expect(server.taken).toHaveLength(1);
  socket.destroy();
});

test('a line without an end is not collected for ever', async () => {
  const { socket } = await byHand();
  const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))));
  socket.write('x'.repeat(10_000));
  expect(await answer).toMatch(/^500 /);
  socket.destroy();
});
