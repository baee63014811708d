import { expect, test } from 'vitest';
import { COMPLAINTS, file, someCaller, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();

/** The API has no 400 here: a malformed question must look like a wrong one. */
test('a missing key, an empty one and one of sixty thousand letters are wrong keys, not bad requests', async () => {
  const { code, trackingKey } = await file(book);
  for (const headers of [
    {},
    { 'Tracking-Key': '' },
    { 'Tracking-Key': `x, ${trackingKey}` },
    { 'Tracking-Key': 'A'.repeat(60_000) },
  ]) {
    const response = await book.app.request(`${COMPLAINTS}/${code}`, { headers: { ...headers, ...someCaller() } });
    expect(response.status, JSON.stringify(headers).slice(0, 30)).toBe(404);
  }
});

test('the form that asks for code and key says beside each field what is wrong with it, and keeps the code', async () => {
  const send = (code: string, key: string) =>
    book.app.request('/libro-de-reclamaciones/hoja/', {
      method: 'POST',
      body: new URLSearchParams({ code, key }),
      headers: someCaller(),
    });
  const empty = await send('', 'ABC');
  expect(empty.status).toBe(400);
  const html = await empty.text();
  expect(html).toContain('<title>Error: Seguimiento</title>');
  expect(html).toContain('Hay 2 datos por corregir');
  expect(html).toContain('<a href="#code">Escribe el código.</a>');
  expect(html).toContain('<p data-error-for="key"><span data-error-text="">La clave tiene veinte letras y números.');
  expect(html).toContain('<p data-show="not-found" hidden="">');
  const { code, trackingKey } = await file(book);
  const one = await (await send(code.toLowerCase(), 'ABC')).text();
  expect(one).toContain('Hay 1 dato por corregir');
  expect(one).toContain(`value="${code.toLowerCase()}"`);
  expect((await send(` ${code.toLowerCase()}`, trackingKey.toLowerCase())).status).toBe(303);
});
