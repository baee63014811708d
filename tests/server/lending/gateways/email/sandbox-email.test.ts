import { expect, test } from 'vitest';
import { sandboxEmail } from '#server/lending/gateways/email/sandbox-email.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { createTestBook, deliver, file, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();

test('the sandbox shows every message with its file, as text and nothing else', async () => {
  const empty = await (await book.app.request('/sandbox/outbox')).text();
  expect(empty).toContain('Nothing has been sent yet');
  await file(book, aComplaint({ firstName: "D'Angelo" }));
  await deliver(book, sandboxEmail);
  const list = await book.app.request('/sandbox/outbox');
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await list.text();
  expect(html).toContain('rosa@correo.example');
  expect(html).toContain('<td>sent 2026-03-27 17:00:00</td>');
  const link = /href="(\/sandbox\/outbox\/[0-9a-f-]+)"/.exec(html)?.[1] ?? '';
  const message = await (await book.app.request(link)).text();
  expect(message).toContain('D&#39;Angelo');
  const pdf = /href="(\/sandbox\/outbox\/[^"]+\/sheet)"/.exec(message)?.[1] ?? '';
  expect((await book.app.request(pdf)).headers.get('content-type')).toBe('application/pdf');
});

test('what is not there is not there', async () => {
  await file(book);
  const html = await (await book.app.request('/sandbox/outbox')).text();
  const link = /href="(\/sandbox\/outbox\/[0-9a-f-]+)"/.exec(html)?.[1] ?? '';
  for (const path of ['/sandbox/outbox/1', '/sandbox/outbox/00000000-0000-7000-8000-000000000000', `${link}/x/sheet`]) {
    expect((await book.app.request(path)).status, path).toBe(404);
  }
});

test('outside the sandbox there is no such page', async () => {
  const complaintsBook = book.context;
  const config = {
    sandbox: false,
    production: true,
    trustedProxies: 0,
    complaintsBook: { ...complaintsBook, alertsTo: undefined },
  };
  const production = createTestBook(book.db, { config });
  expect((await production.app.request('/sandbox/outbox')).status).toBe(404);
});
