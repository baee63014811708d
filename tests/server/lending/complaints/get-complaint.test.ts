import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getComplaint } from '#api/endpoints/complaints/get-complaint.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import { listComplaints, readAttachments } from '#server/lending/complaints/complaint-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  COMPLAINTS,
  cookieOf,
  createTestBook,
  file,
  followed,
  PDF_BYTES,
  postForm,
  someCaller,
  staff,
  withComplaintsBook,
  withKey,
} from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

describe('200', () => {
  const asPage = { accept: 'text/html' };

  const PAGE = '/libro-de-reclamaciones/hoja/';

  const get = (path: string, headers: Record<string, string> = {}) =>
    book.app.request(path, { headers: { ...someCaller(), ...headers } });

  const post = (path: string, fields: Record<string, string>) =>
    book.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...asPage, ...someCaller() },
      body: new URLSearchParams(fields).toString(),
    });

  test('whoever has the key sees where it stands, and nothing of what was written', {
    tags: 'asvs-8.1.2',
  }, async () => {
    const { code, trackingKey } = await file(book);
    const response = await withKey(book, `${COMPLAINTS}/${code}`, trackingKey);
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(z.parse(getComplaint.response, body)).toMatchObject({
      status: 'RECEIVED',
      filedOn: '2026-03-27',
      answerDueDate: '2026-04-21',
      steps: [{ step: 'RECEIVED', date: '2026-03-27' }, { step: 'ASSIGNED' }, { step: 'ANSWERED' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/Rosa|45678912|Pagué/);
  });

  test('a key may be typed as it was heard: small letters, no dashes, O for zero', async () => {
    const { code, trackingKey } = await file(book);
    const heard = trackingKey.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await withKey(book, `${COMPLAINTS}/${code.toLowerCase()}`, heard)).status).toBe(200);
  });

  test('the sheet is a PDF whose bytes never change', async () => {
    const { pdfUrl, trackingKey } = await file(book);
    const [first, second] = [await withKey(book, pdfUrl, trackingKey), await withKey(book, pdfUrl, trackingKey)];
    expect(first.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
    expect(first.headers.get('x-content-sha256')).toBe(second.headers.get('x-content-sha256'));
  });

  test('an answer shows with its text, its paper and its files', { tags: 'asvs-3.2.1' }, async () => {
    const { code, trackingKey } = await file(book);
    const answer = new FormData();
    answer.append('text', 'Registramos tu pago con fecha 14/02/2026.');
    answer.append('solution', 'ACCEPTED');
    answer.append('attachments', new File([PDF_BYTES], 'constancia.pdf'));
    expect((await staff(book, `/${code}/answer`, answer)).status).toBe(200);
    const body = await (await withKey(book, `${COMPLAINTS}/${code}`, trackingKey)).json();
    expect(z.parse(getComplaint.response, body).answer).toMatchObject({
      text: 'Registramos tu pago con fecha 14/02/2026.',
      solution: 'ACCEPTED',
      attachments: [{ name: 'constancia.pdf' }],
    });
    const sent = await withKey(book, body.answer.attachments[0].url, trackingKey);
    expect(sent.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''constancia.pdf");
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(PDF_BYTES);
    expect((await withKey(book, body.answer.pdfUrl, trackingKey)).status).toBe(200);
  });

  test('without scripts: form, page of the sheet, its papers, all under the site and by plain links', {
    tags: 'asvs-3.3.1',
  }, async () => {
    const filed = await postForm(book);
    expect([filed.status, filed.headers.get('location')]).toEqual([303, '/libro-de-reclamaciones/hoja/']);
    expect(filed.headers.get('set-cookie')).toMatch(
      /^__Host-complaint=[\w.-]+; Path=\/; Max-Age=1800; SameSite=Lax; Secure; HttpOnly$/,
    );
    const page = await followed(book, filed);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain('<title>LR-2026-000001 | Seguimiento</title>');
    expect(html).toContain('<p data-show="just-filed">Recibimos tu reclamo</p>');
    expect(html).toContain('21/04/2026');
    expect(html).toMatch(
      /<li><span>Recibido<\/span><span hidden="">En revisión<\/span>.*?<time>27\/03\/2026<\/time><\/li>/,
    );
    const sheet = /href="(?<address>[^"]+\.pdf)"/.exec(html)?.groups?.['address'] ?? '';
    expect(sheet).toBe('/libro-de-reclamaciones/hoja/sheet.pdf');
    const paper = await get(sheet, { cookie: cookieOf(filed) });
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    // Reloaded, and in the other language: the same sheet.
    expect(await (await followed(book, filed)).text()).toBe(html);
    const english = await get('/en/libro-de-reclamaciones/hoja/', { cookie: cookieOf(filed), ...asPage });
    expect(await english.text()).toContain('<html lang="en">');
  });

  test('code and key typed into the form open the page, and are in no address', async () => {
    const { code, trackingKey } = await file(book);
    const tracked = await post(PAGE, { code: code.toLowerCase(), key: trackingKey.replaceAll('-', ' ') });
    expect([tracked.status, tracked.headers.get('location')]).toEqual([303, PAGE]);
    const html = await (await followed(book, tracked)).text();
    expect(html).toContain(code);
    expect(html).toContain('<p data-show="just-filed" hidden="">');
  });

  test('the link of an e-mail opens the page by a cookie, and leaves the key behind', {
    tags: 'asvs-14.2.1',
  }, async () => {
    const { code, trackingKey } = await file(book);
    const opened = await get(`/en/libro-de-reclamaciones/hoja/${code}/${trackingKey}`, asPage);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/en/libro-de-reclamaciones/hoja/']);
    expect(opened.headers.get('set-cookie')).not.toContain(trackingKey);
    expect(await (await followed(book, opened)).text()).toContain(code);
  });

  test('without its cookie, or half an hour later, the page asks for code and key, and the papers lead to it', {
    tags: ['asvs-9.1.1', 'asvs-9.1.3', 'asvs-9.2.1'],
  }, async () => {
    const filed = await postForm(book);
    const changed = cookieOf(filed).replace(/.(?=.{4}$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
    const ask = async (cookie: string) => {
      const page = await get(PAGE, { cookie, ...asPage });
      expect(page.status).toBe(200);
      const paper = await get(`${PAGE}sheet.pdf`, { cookie });
      expect([paper.status, paper.headers.get('location')]).toEqual([303, PAGE]);
      return page.text();
    };
    for (const cookie of ['', '__Host-complaint=x', '__Host-complaint=1.a.b', changed]) {
      const html = await ask(cookie);
      expect(html, cookie).toContain('<form data-show="form">');
      expect(html, cookie).not.toContain('LR-2026-000001');
    }
    book.clock.pass({ minutes: 30 });
    expect(await ask(cookieOf(filed))).not.toContain('LR-2026-000001');
  });

  test('a value that the vault sealed for another place opens no sheet, whatever it says', {
    tags: ['asvs-9.2.2', 'asvs-9.2.3', 'asvs-9.2.4'],
  }, async () => {
    const { code } = await file(book);
    const pass = JSON.stringify({ code, isJustFiled: false, until: book.clock.now() + 60_000 });
    const ask = async (place: { readonly table: string; readonly column: string }) => {
      const cookie = `__Host-complaint=${testVault().seal(pass, { ...place, id: '' })}`;
      return (await get(PAGE, { cookie, ...asPage })).text();
    };
    expect(await ask({ table: 'complaint', column: 'pass' })).toContain(code);
    expect(await ask({ table: 'complaint', column: 'sheet' })).not.toContain(code);
    expect(await ask({ table: 'person', column: 'pass' })).not.toContain(code);
  });

  test('the address of the form’s answer, opened again, leads to the form', async () => {
    const again = await get('/en/libro-de-reclamaciones/hoja/nueva', asPage);
    expect([again.status, again.headers.get('location')]).toEqual([303, '/en/libro-de-reclamaciones/']);
  });

  test('a link of a letter of before leads to the form: the key in its address is not read', async () => {
    const { code, trackingKey } = await file(book);
    const old = await get(`${COMPLAINTS}/${code}?key=${trackingKey}&lang=en`, asPage);
    expect([old.status, old.headers.get('location')]).toEqual([303, '/en/libro-de-reclamaciones/seguimiento/']);
    expect((await get(`${COMPLAINTS}/${code}?key=${trackingKey}`)).status).toBe(404);
  });
});

describe('400', () => {
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
});

describe('404', () => {
  async function answerTo(path: string, key?: string) {
    const response = await book.app.request(path, {
      headers: { ...(key !== undefined && { 'Tracking-Key': key }), ...someCaller() },
    });
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
    return { status: response.status, headers, body: await response.text() };
  }

  test('a wrong code and a wrong key get the same bytes', async () => {
    const mine = await file(book);
    const other = await file(book, aComplaint({ detail: 'La hoja de otra persona' }));
    const wrongKey = await answerTo(`${COMPLAINTS}/${mine.code}`, '7KQ2-M9XA-0B3D-WZ5T-HN8C');
    expect(wrongKey.status).toBe(404);
    for (const [path, key] of [
      ['LR-2026-000099', mine.trackingKey],
      ['LR-2026-000099', '7KQ2-M9XA-0B3D-WZ5T-HN8C'],
      [mine.code, other.trackingKey],
      [mine.code, undefined],
      ['nothing-like-a-code', mine.trackingKey],
      [`${mine.code}?key=${mine.trackingKey}`, undefined],
    ] as const) {
      expect(await answerTo(`${COMPLAINTS}/${path}`, key), path).toEqual(wrongKey);
    }
  });

  test('the page says of a wrong link and of a wrong form that code and key do not match, never which', async () => {
    const mine = await file(book);
    const other = await file(book, aComplaint({ detail: 'La hoja de otra persona' }));
    const page = '/libro-de-reclamaciones/hoja/';
    const typed = (code: string, key: string) => [
      book.app.request(`${page}${code}/${key}`, { headers: someCaller() }),
      book.app.request(page, { method: 'POST', body: new URLSearchParams({ code, key }), headers: someCaller() }),
    ];
    const answers = await Promise.all([
      ...typed(mine.code, other.trackingKey),
      ...typed('LR-2026-000099', mine.trackingKey),
    ]);
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(
      Array.from({ length: 4 }, () => [404, null]),
    );
    expect(new Set(pages.map((html) => html.replace(/LR-2026-0000\d\d/g, '')))).toHaveLength(1);
    expect(pages[0]).toContain('<p data-show="not-found">');
    expect(pages[0]).not.toContain(other.trackingKey);
  });

  test.each(['/libro-de-reclamaciones/hoja/', '/en/libro-de-reclamaciones/hoja/'])(
    'beyond the limit of look-ups the form of %s answers with a page that says so',
    async (page) => {
      // By a clock that stands: each second gives back one look-up.
      const { app } = createTestBook(book.db, { complaintsLimiter: createRateLimiter(() => 0) });
      const headers = someCaller();
      const answers = [];
      for (let n = 0; n < 31; n += 1) {
        const body = new URLSearchParams({ code: 'LR-2026-000099', key: '7KQ2-M9XA-0B3D-WZ5T-HN8C' });
        answers.push(await app.request(page, { method: 'POST', body, headers }));
      }
      const last = answers.at(-1);
      expect([last?.status, last?.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8']);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      const html = await last?.text();
      expect(html).toContain('<p data-show="too-many">Demasiados intentos.</p>');
      expect(html).toContain('<p data-show="not-found" hidden="">');
    },
  );

  test('a number that exists and one that does not are answered after the same least time', async () => {
    const { code } = await file(book);
    const { app } = createTestBook(book.db, { minAnswerMs: 150 });
    const key = '7KQ2-M9XA-0B3D-WZ5T-HN8C';
    for (const asked of [code, 'LR-2026-000099']) {
      const startedAt = performance.now();
      const headers = { ...someCaller(), 'Tracking-Key': key };
      expect((await app.request(`${COMPLAINTS}/${asked}`, { headers })).status).toBe(404);
      expect(performance.now() - startedAt).toBeGreaterThan(145);
    }
  });

  test('papers and files need the key too, and an answer that is not there yet is not there', async () => {
    await postForm(book, asForm({}, [new File([PDF_BYTES], 'boleta.pdf')]));
    const [complaint] = await listComplaints(book.db.kysely, testVault());
    const [own] = await readAttachments(book.db.kysely, testVault(), complaint?.id ?? '');
    const base = `${COMPLAINTS}/${complaint?.code}`;
    for (const [path, key] of [
      ['sheet.pdf', 'wrong'],
      ['answer.pdf', complaint?.trackingKey],
      ['settlement.pdf', complaint?.trackingKey],
      ['other.pdf', complaint?.trackingKey],
      [`files/${own?.id}`, 'wrong'],
      // The consumer's own files are not handed out again: whoever finds the link must not find the evidence.
      [`files/${own?.id}`, complaint?.trackingKey],
    ] as const) {
      expect((await answerTo(`${base}/${path}`, key)).status, path).toBe(404);
    }
  });
});
