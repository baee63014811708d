import { html } from 'hono/html';
import type { Kysely } from 'kysely';
import { type Html, htmlPage } from '#server/kit/html-page.ts';
import type { HttpApp } from '#server/kit/http.ts';
import type { Tables } from '#server/kit/tables.ts';
import { isUuid } from '#server/kit/uuid.ts';
import { SANDBOX_STYLE } from '#server/lending/gateways/sandbox/sandbox-page.ts';
import { type KeptMessage, type MessageWords, readMessage, readMessages } from './outbox-store.ts';

const PATH = '/sandbox/outbox';
const SHOWN = 100;
const TITLE_LENGTH = 60;
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};
/** Options of the outbox page. */
export interface SandboxOutboxOptions {
  readonly db: Kysely<Tables>;
  /** The text of a message; undefined when its key was destroyed. */
  readonly wordsOf: (message: KeptMessage) => Promise<MessageWords | undefined>;
  /** A document that goes with a message. */
  readonly bytesOf: (complaintId: string, document: string) => Promise<Uint8Array | undefined>;
}

/** The sandbox's mailbox and telephone: what the product would have sent, newest first. Only with LENDER_SANDBOX=1. */
export function serveSandboxOutbox(app: HttpApp, options: SandboxOutboxOptions): void {
  const { db, bytesOf } = options;
  app.get(`${PATH}/style.css`, (c) => c.body(SANDBOX_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(PATH, async (c) => {
    const messages = await readMessages(db, SHOWN);
    const rows: Html[] = [];
    for (const message of messages) rows.push(rowOf(message, await options.wordsOf(message)));
    const heads = ['Message', 'By', 'To', 'Asked for', 'State'].map((head) => html`<th scope="col">${head}</th>`);
    const table = html`<table>
      <thead><tr>${heads}</tr></thead>
      <tbody>${rows}</tbody>
    </table>`;
    const none = html`<p>Nothing has been sent yet. File a complaint, and its copy appears here.</p>`;
    const list = html`<h1>Outbox</h1>
      <p>E-mails and text messages of the sandbox. Nothing here leaves this machine.</p>
      ${rows.length === 0 ? none : table}`;
    return c.html(page('Outbox', list), 200, HEADERS);
  });
  app.get(`${PATH}/:id`, async (c) => {
    const message = isUuid(c.req.param('id')) ? await readMessage(db, c.req.param('id')) : undefined;
    if (!message) return c.html(page('Not found', html`<h1>There is no such message</h1>`), 404, HEADERS);
    const words = await options.wordsOf(message);
    return c.html(page(titleOf(message, words), messagePage(message, words)), 200, HEADERS);
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

function rowOf(message: KeptMessage, words: MessageWords | undefined): Html {
  const { id, channel, createdAt } = message;
  return html`<tr>
    <td><a href="${PATH}/${id}">${titleOf(message, words)}</a></td>
    <td>${channel}</td>
    <td>${words?.recipient ?? ''}</td>
    <td>${clock(createdAt)}</td>
    <td>${stateOf(message)}</td>
  </tr>`;
}

function messagePage(message: KeptMessage, words: MessageWords | undefined): Html {
  const { id, channel, createdAt, template, templateVersion, consentBasis, attachments } = message;
  const files = attachments.map(
    ({ complaintId, document, fileName }) =>
      html`<dd><a href="${PATH}/${id}/${complaintId}/${document}">${fileName}</a></dd>`,
  );
  return html`<p><a href="${PATH}">Outbox</a></p>
    <h1>${titleOf(message, words)}</h1>
    <dl>
      <dt>By</dt><dd>${channel}</dd>
      <dt>To</dt><dd>${words?.recipient ?? 'erased'}</dd>
      <dt>Asked for</dt><dd>${clock(createdAt)}</dd>
      <dt>State</dt><dd>${stateOf(message)}</dd>
      <dt>Template</dt><dd>${template}, version ${templateVersion}</dd>
      <dt>Basis</dt><dd>${consentBasis}</dd>
      <dt>Files</dt>${files.length > 0 ? files : html`<dd>none</dd>`}
    </dl>
    <pre>${words?.body ?? 'The data of this person were erased.'}</pre>`;
}

/** A text message has no subject: it is known by its first words. */
function titleOf({ template }: KeptMessage, words: MessageWords | undefined): string {
  return words?.subject || words?.body.slice(0, TITLE_LENGTH) || template;
}

function stateOf({ sentAt, failedAt, withheldBecause, nextAttemptAt, createdAt, attempts }: KeptMessage): string {
  if (sentAt) return `sent ${clock(sentAt)}`;
  if (failedAt) return 'given up';
  if (withheldBecause !== null) return `not sent: ${withheldBecause}`;
  const isPutOff = attempts === 0 && nextAttemptAt > createdAt;
  return isPutOff ? `waits for its hour: ${clock(nextAttemptAt)} UTC` : 'waiting';
}

function clock(at: Date): string {
  return at.toISOString().replace('T', ' ').slice(0, 19);
}

function page(title: string, main: Html): Html {
  const head = html`<link rel="stylesheet" href="${PATH}/style.css">`;
  return htmlPage({ title: `${title} | Sandbox`, head, body: html`<main>${main}</main>` });
}
