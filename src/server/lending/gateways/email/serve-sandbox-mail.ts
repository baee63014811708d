import { Hono } from 'hono';
import { html } from 'hono/html';
import { sandboxPage, sandboxTable } from '../sandbox/sandbox-page.ts';
import type { EmailGateway } from './email-gateway.ts';
import { SANDBOX_MAILBOXES, SandboxMailServer } from './sandbox-mail-server.ts';
import { smtpEmail } from './smtp-email.ts';

/** Where its page is. */
export const SANDBOX_MAIL_PATH = '/sandbox/mail';
const SENDER = 'Mañay <ayuda@manay.invalid>';

/** The stand-in of a mail server, which letters reach by the same adapter as a real one, and its page. */
export interface SandboxMail {
  readonly app: Hono;
  readonly gateway: EmailGateway;
}

/** Opens no port before the first letter. */
export function sandboxMail(server: SandboxMailServer = new SandboxMailServer()): SandboxMail {
  let adapter: Promise<EmailGateway> | undefined;
  const app = new Hono();
  app.get(SANDBOX_MAIL_PATH, (c) => {
    const boxes = SANDBOX_MAILBOXES.map(({ name, answer, says }) => [`${name}@…`, says, answer]);
    const letters = server.taken.map(({ to, text }) => html`<h3>${to}</h3><pre>${headOf(text)}</pre>`);
    return sandboxPage(
      c,
      'Mail server',
      html`<p>It speaks SMTP, takes letters and delivers none. What a letter says is in the <a href="/sandbox/outbox">outbox</a>.</p>
<h2>Mailboxes that answer otherwise</h2>
${sandboxTable(['Mailbox', 'What happens', 'Answer'], boxes)}
<h2>Heads of the last letters</h2>${letters.length > 0 ? letters : html`<p>Nothing has been sent since the start.</p>`}`,
    );
  });
  return {
    app,
    gateway: {
      async send(email) {
        adapter ??= server.listen().then((url) => smtpEmail(url, SENDER));
        await (await adapter).send(email);
      },
    },
  };
}

/** Everything before the first empty line. */
function headOf(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf('\n\n')));
}
