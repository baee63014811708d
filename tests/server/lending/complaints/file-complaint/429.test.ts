import { expect, test } from 'vitest';
import { listComplaints } from '#server/lending/complaints/complaint-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  createTestBook,
  file,
  postForm,
  postJson,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();
const sameLine = { 'x-forwarded-for': '192.0.2.7' };

test('five sheets an hour from one line, then it waits; another line does not', { tags: 'asvs-2.4.1' }, async () => {
  for (let k = 1; k <= 5; k += 1) await file(book, aComplaint({ detail: `Hoja número ${k} de hoy` }), sameLine);
  const sixth = await postJson(book, aComplaint({ detail: 'Hoja número 6 de hoy' }), sameLine);
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(600);
  expect((await postJson(book, aComplaint({ detail: 'Hoja de otra línea' }))).status).toBe(201);
  expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(6);
});

test('one person may complain as often as there is reason: the document is never counted', async () => {
  for (let k = 1; k <= 8; k += 1) await file(book, aComplaint({ detail: `Hoja número ${k} de hoy` }));
  expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(8);
});

test('a form that was wrong five times is still taken when it is right', async () => {
  for (let k = 1; k <= 5; k += 1) {
    expect((await postForm(book, asForm({ firstName: '' }), sameLine)).status).toBe(400);
  }
  expect((await postForm(book, asForm(), sameLine)).status).toBe(303);
});

test('without scripts the form comes back with its contents and says to wait', async () => {
  for (let k = 1; k <= 5; k += 1) await file(book, aComplaint({ detail: `Hoja número ${k} de hoy` }), sameLine);
  const response = await postForm(book, asForm({ firstName: 'Rosa' }), sameLine);
  expect(response.status).toBe(429);
  expect(response.headers.has('retry-after')).toBe(true);
  const html = await response.text();
  expect(html).toContain('<p data-show="too-many">Espera un poco.</p>');
  expect(html).toContain('name="firstName" value="Rosa"');
});

test('two copies of the service count the sheets of a line together, and the forms it posts', {
  tags: 'asvs-2.4.1',
}, async () => {
  const copies = [book, createTestBook(book.db)];
  const filed = [];
  for (let k = 0; k < 6; k += 1) {
    const body = aComplaint({ detail: `Hoja número ${k} de hoy` });
    filed.push((await postJson(copies[k % 2] ?? book, body, sameLine)).status);
  }
  expect(filed).toEqual([201, 201, 201, 201, 201, 429]);
  const posted = [];
  const otherLine = { 'x-forwarded-for': '192.0.2.8' };
  for (let k = 0; k < 31; k += 1) posted.push((await postJson(copies[k % 2] ?? book, '{}', otherLine)).status);
  expect(posted).toEqual([...Array(30).fill(400), 429]);
});
