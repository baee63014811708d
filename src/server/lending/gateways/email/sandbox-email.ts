import { html, raw } from 'hono/html';
import type { Kysely } from 'kysely';
import type { HttpApp } from '#server/kit/http.ts';
import type { Vault } from '#server/kit/vault.ts';
import { openMessage, readMessage, readMessages } from '#server/lending/store/outbox-store.ts';
import type { LendingTables } from '#server/lending/store/tables.ts';
import { SANDBOX_STYLE } from '../sandbox/sandbox-page.ts';
import type { EmailGateway } from './email-gateway.ts';

/** Takes every message and delivers none: it stays in the outbox, where `/sandbox/outbox` shows it. */
export const sandboxEmail: EmailGateway = { send: () => Promise.resolve() };

const PATH = '/sandbox/outbox';
const SHOWN = 100;
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};
/**
 * The sandbox's mailbox: what the product would have sent, newest first. Registered only with LENDER_SANDBOX=1.
 * @param bytesOf resolves a document that goes with a message
 */
export function serveSandboxOutbox(
  app: HttpApp,
  db: Kysely<LendingTables>,
  vault: Vault,
  bytesOf: (complaintId: string, document: string) => Promise<Uint8Array | undefined>,
): void {
  app.get(`${PATH}/style.css`, (c) => c.body(SANDBOX_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(PATH, async (c) => {
    const messages = (await readMessages(db, SHOWN)).map((message) => openMessage(vault, message));
    const rows = messages.map(
      ({ id, channel, recipient, subject, created_at, sent_at }) =>
        html`<tr><td><a href="${PATH}/${id}">${subject}</a></td><td>${channel}</td><td>${recipient}</td><td>${clock(created_at)}</td><td>${sent_at ? 'sent' : 'waiting'}</td></tr>`,
    );
    const list = html`<h1>Outbox</h1><p>E-mails and text messages of the sandbox. Nothing here leaves this machine.</p>${
      rows.length === 0
        ? html`<p>Nothing has been sent yet. File a complaint, and its copy appears here.</p>`
        : html`<table><thead><tr><th scope="col">Subject</th><th scope="col">By</th><th scope="col">To</th><th scope="col">Written</th><th scope="col">State</th></tr></thead><tbody>${rows}</tbody></table>`
    }`;
    return c.html(page('Outbox', list), 200, HEADERS);
  });
  app.get(`${PATH}/:id`, async (c) => {
    const found = isUuid(c.req.param('id')) ? await readMessage(db, c.req.param('id')) : undefined;
    const message = found && openMessage(vault, found);
    if (!message) return c.html(page('Not found', html`<h1>There is no such message</h1>`), 404, HEADERS);
    const files = message.attachments.map(
      ({ complaintId, document, fileName }) =>
        html`<dd><a href="${PATH}/${message.id}/${complaintId}/${document}">${fileName}</a></dd>`,
    );
    return c.html(
      page(
        message.subject,
        html`<p><a href="${PATH}">Outbox</a></p><h1>${message.subject}</h1><dl><dt>To</dt><dd>${message.recipient}</dd><dt>Written</dt><dd>${clock(message.created_at)}</dd><dt>Sent</dt><dd>${message.sent_at ? clock(message.sent_at) : 'waiting'}</dd><dt>Template</dt><dd>${message.template}, version ${message.template_version}</dd><dt>Files</dt>${files.length > 0 ? files : html`<dd>none</dd>`}</dl><pre>${message.body}</pre>`,
      ),
      200,
      HEADERS,
    );
  });
  app.get(`${PATH}/:id/:complaint/:document`, async (c) => {
    const { id, complaint, document } = c.req.param();
    const message = isUuid(id) ? await readMessage(db, id) : undefined;
    const goesWithIt = message?.attachments.some(
      (file) => file.complaintId === complaint && file.document === document,
    );
    const bytes = goesWithIt ? await bytesOf(complaint, document) : undefined;
    if (!bytes) return c.html(page('Not found', html`<h1>There is no such file</h1>`), 404, HEADERS);
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' });
  });
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function clock(at: Date): string {
  return at.toISOString().replace('T', ' ').slice(0, 19);
}

function page(title: string, main: ReturnType<typeof html>) {
  return html`${raw('<!doctype html>')}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} | Sandbox</title><link rel="stylesheet" href="${PATH}/style.css"></head><body><main>${main}</main></body></html>`;
}
