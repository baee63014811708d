import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTACHMENT_LIMITS, COMPLAINT_FIELDS } from '#api/complaint-form.ts';
import { formRefused } from '#server/lending/complaints/complaint-pages.ts';
import { listComplaints, readAttachments, readEvents } from '#server/lending/complaints/complaint-store.ts';
import { runs } from '#tests/scope.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { testPages } from '#tests/support/complaints/complaint-pages.ts';
import {
  asForm,
  COMPLAINTS,
  createTestBook,
  file,
  followed,
  PDF_BYTES,
  PNG_BYTES,
  postForm,
  postJson,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { fieldCodes } from '#tests/support/lending/lending-app.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

describe('201', () => {
  test('a complete sheet gets the first number of the year, a key, and the legal day of the answer', {
    tags: 'promise-the-complaints-book',
  }, async () => {
    const response = await postJson(book);
    expect(response.status).toBe(201);
    const receipt = await response.json();
    expect(receipt).toEqual({
      code: 'LR-2026-000001',
      trackingKey: expect.stringMatching(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/),
      answerDueDate: '2026-04-21',
      pdfUrl: `${COMPLAINTS}/LR-2026-000001/sheet.pdf`,
    });
    expect(response.headers.get('location')).toBe(`${COMPLAINTS}/LR-2026-000001`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('numbers follow each other, and begin again with the year', async () => {
    const texts = ['La primera hoja', 'La segunda hoja', 'La tercera hoja'];
    const codes: string[] = [];
    for (const detail of texts) codes.push((await file(book, aComplaint({ detail }))).code);
    book.clock.moveTo('2027-01-04');
    codes.push((await file(book)).code);
    expect(codes).toEqual(['LR-2026-000001', 'LR-2026-000002', 'LR-2026-000003', 'LR-2027-000001']);
  });

  test('the sheet keeps what was written and who the provider was, and its history begins', async () => {
    await file(book, aComplaint({ amount: 573.03, loanNumber: 'p-2026-0001234' }));
    const [complaint] = await listComplaints(book.db.kysely, testVault());
    expect(complaint).toMatchObject({ status: 'RECEIVED', filedOn: '2026-03-27', type: 'RECLAMO', locale: 'es' });
    expect(complaint?.sheet).toEqual({
      provider: {
        legalName: 'Mañay Préstamos S.A.C.',
        ruc: '20999999990',
        address: 'Av. Ejemplo 100, Miraflores, Lima',
        establishmentCode: '0001',
      },
      form: aComplaint({ amount: 573.03, loanNumber: 'P-2026-0001234', phone: '+51987654321' }),
    });
    expect(await readEvents(book.db.kysely, testVault(), complaint?.id ?? '')).toMatchObject([
      { position: 1, kind: 'filed', actor: 'consumer', toStatus: 'RECEIVED', businessDate: '2026-03-27' },
    ]);
  });

  test('files of a form are kept with the hash of their bytes and a harmless name', {
    tags: 'asvs-5.2.2',
  }, async () => {
    const files = [
      new File([PDF_BYTES], '../../boleta <script>.pdf.exe'),
      new File([PNG_BYTES], 'captura.txt', { type: 'text/plain' }),
    ];
    const response = await postForm(book, asForm({}, files));
    expect(response.status).toBe(303);
    const [complaint] = await listComplaints(book.db.kysely, testVault());
    expect(await readAttachments(book.db.kysely, testVault(), complaint?.id ?? '')).toMatchObject([
      { name: 'boleta script.pdf.pdf', mediaType: 'application/pdf', byteLength: PDF_BYTES.length },
      { name: 'captura.png', mediaType: 'image/png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('a script that sends the form gets JSON', async () => {
    const response = await postForm(book, asForm(), { accept: 'application/json' });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ code: 'LR-2026-000001' });
  });

  test('a form that is not multipart does as well', async () => {
    const fields = [...asForm()].map(([name, value]) => [name, String(value)]);
    const response = await postForm(book, new URLSearchParams(fields), { accept: 'application/json' });
    expect(response.status).toBe(201);
  });

  test('an amount is understood as people write it here', async () => {
    await postForm(book, asForm({ amount: 'S/ 1.234,50' }));
    const [complaint] = await listComplaints(book.db.kysely, testVault());
    expect(complaint?.sheet.form.amount).toBe(1234.5);
  });

  test('a browser without scripts is sent to the page of the sheet, in its language', async () => {
    const response = await postForm(book, asForm({ locale: 'en' } as object));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/en/libro-de-reclamaciones/hoja/');
  });

  test('the same sheet twice on one day is one complaint with one number and one key', async () => {
    const first = await file(book);
    const again = await postJson(book);
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await (await followed(book, await postForm(book))).text()).toContain(first.code);
    expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(1);
  });

  test('the next day, or with one word changed, it is another', async () => {
    const first = await file(book);
    const other = await file(book, aComplaint({ request: 'Que registren mi pago con su fecha, hoy.' }));
    book.clock.moveTo('2026-03-28');
    const tomorrow = await file(book);
    expect(new Set([first.code, other.code, tomorrow.code]).size).toBe(3);
  });

  test('the same Idempotency-Key is answered again, also the next day', async () => {
    const headers = { 'idempotency-key': 'b7f1c7b0-0c55-4f0e-8f35-7a4a5c8a1f11' };
    const first = await file(book, aComplaint(), headers);
    book.clock.moveTo('2026-03-28');
    expect(await file(book, aComplaint(), headers)).toEqual(first);
    expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(1);
  });
});

describe('400', () => {
  const codesOf = async (response: Response) => {
    expect(response.status).toBe(400);
    return fieldCodes({ body: await response.json() });
  };

  describe('a script', () => {
    test.each(['constructor', 'toString', '__proto__'])(
      'that names %s as a document type gets an error of that field',
      async (type) => {
        const body = aComplaint({ documentType: type as 'DNI' });
        expect(await codesOf(await postJson(book, body))).toEqual(['documentType.not_allowed']);
      },
    );

    test('learns every wrong field at once, in the order of the form', async () => {
      const body = aComplaint({
        consent: undefined,
        detail: 'corto',
        firstName: '',
        documentNumber: '123',
        email: undefined,
      });
      expect(await codesOf(await postJson(book, body))).toEqual([
        'firstName.required',
        'documentNumber.invalid',
        'email.required',
        'detail.too_short',
        'consent.required',
      ]);
    });

    test('is told of an unknown field, of a body that cannot be read, and of a key that is too short', async () => {
      expect(await codesOf(await postJson(book, { ...aComplaint(), status: 'CLOSED' }))).toEqual(['status.unknown']);
      expect(await codesOf(await postJson(book, '{'))).toEqual(['body.invalid']);
      expect(await codesOf(await postJson(book, aComplaint(), { 'idempotency-key': 'short' }))).toEqual([
        'Idempotency-Key.invalid',
      ]);
    });

    test.each([
      ['six files', Array.from({ length: 6 }, (_, k) => new File([PDF_BYTES], `${k}.pdf`)), 'out_of_range'],
      [
        'a file beyond 5 MB',
        [new File([PDF_BYTES, new Uint8Array(ATTACHMENT_LIMITS.bytesPerFile)], 'a.pdf')],
        'too_large',
      ],
      [
        'a program called boleta.pdf',
        [new File(['MZ\u0090'], 'boleta.pdf', { type: 'application/pdf' })],
        'unsupported_type',
      ],
      ['an SVG', [new File(['<svg onload="alert(1)">'], 'a.png', { type: 'image/png' })], 'unsupported_type'],
    ])('%s: refused', async (_, files, code) => {
      const response = await postForm(book, asForm({}, files), { accept: 'application/json' });
      expect(await codesOf(response)).toEqual([`attachments.${code}`]);
      expect(await listComplaints(book.db.kysely, testVault())).toEqual([]);
    });
  });

  describe('a browser without scripts', () => {
    test('gets the form back with everything it had and each error beside its field', async () => {
      const response = await postForm(
        book,
        asForm({ firstName: '', documentType: 'CE', documentNumber: '"><b>1', type: 'QUEJA', detail: '</b>x' }),
      );
      expect(response.status).toBe(400);
      expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
      const html = await response.text();
      expect(html).toContain('<title>Error: Libro de Reclamaciones</title>');
      expect(html).toContain('Hay 3 datos por corregir');
      expect(html).toContain('<a href="#firstName">Escribe tus nombres.</a>');
      expect(html).toContain('<p data-error-for="firstName"><span data-error-text="">Escribe tus nombres.</span></p>');
      expect(html).toMatch(/<input id="firstName" name="firstName"(?: value="")? aria-invalid="true">/);
      expect(html).toContain('value="&quot;&gt;&lt;b&gt;1"');
      expect(html).toContain('<textarea name="detail" aria-invalid="true">&lt;/b&gt;x</textarea>');
      expect(html).toContain('<option value="CE" selected="">');
      expect(html).toContain('<input type="radio" name="type" value="QUEJA" checked="">');
      expect(html).not.toContain('value="RECLAMO" checked');
    });

    test('is told which letter no paper can print, or no mail server takes', async () => {
      const html = await (await postForm(book, asForm({ firstName: 'Ana 王', email: 'josé@correo.pe' }))).text();
      expect(html).toContain('<a href="#firstName">No podemos imprimir “王”.</a>');
      expect(html).toContain('<a href="#email">No podemos imprimir “é”.</a>');
    });

    test('is told to choose its files again', async () => {
      const response = await postForm(book, asForm({ firstName: '' }, [new File([PDF_BYTES], 'boleta.pdf')]));
      expect(await response.text()).toContain('<p data-show="files-lost">');
    });

    test('is told which files, and files nothing without them unless it says so', async () => {
      const files = () => [new File([PDF_BYTES], 'boleta <1>.pdf'), new File([PDF_BYTES], 'chat.pdf')];
      const lostIn = (html: string) => /name="files-lost" value="([^"]*)"/.exec(html)?.[1];
      const first = await (await postForm(book, asForm({ firstName: '' }, files()))).text();
      expect(first).toContain('<li>boleta &lt;1&gt;.pdf</li><li>chat.pdf</li>');
      expect(lostIn(first)).toBe('boleta &lt;1&gt;.pdf/chat.pdf');
      const again = (chosen: readonly File[] = [], more: object = {}) => {
        const form = asForm({ ...aComplaint(), ...more } as object, chosen);
        form.append('files-lost', 'boleta <1>.pdf/chat.pdf');
        return postForm(book, form);
      };
      const without = await again();
      expect(without.status).toBe(400);
      const html = await without.text();
      expect(html).toContain('<a href="#attachments">');
      expect(html).toContain('Enviar sin estos archivos');
      expect(lostIn(html)).toBe('boleta &lt;1&gt;.pdf/chat.pdf');
      expect((await again(files().slice(1))).status).toBe(400);
      expect((await again(files())).status).toBe(303);
      expect((await again([], { detail: 'Sin mis archivos, a propósito.', 'files-left-out': 'true' })).status).toBe(
        303,
      );
    });

    test('keeps asking for its files after it was told to wait', async () => {
      const page = await formRefused(testPages, 'es', { firstName: 'Rosa' }, 'too-many', ['boleta.pdf']);
      expect(page.html).toContain('<p data-show="files-lost">');
      expect(page.html).toContain('name="files-lost" value="boleta.pdf"');
    });

    test('gets one error in the singular, and its language', async () => {
      const html = await (await postForm(book, asForm({ firstName: '', locale: 'en' } as object))).text();
      expect(html).toContain('Hay 1 dato por corregir');
      expect(html).toContain('<html lang="en">');
    });
  });

  test('whatever is posted as a form is answered with 400 or 303, never with an error of ours', async () => {
    const field = fc.oneof(fc.constantFrom(...COMPLAINT_FIELDS, 'locale', '__proto__', 'constructor'), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(field, fc.string({ unit: 'binary' })), { maxLength: 30 }), async (fields) => {
        const form = new FormData();
        for (const [name, value] of fields) form.append(name, value);
        const page = await postForm(book, form);
        expect(page.status).toBe(400);
        const data = await postForm(book, form, { accept: 'application/json' });
        expect(data.status).toBe(400);
      }),
      { seed: 218, numRuns: runs(60) },
    );
  });
});

describe('422', () => {
  test('a key that was used for another sheet is refused, and nothing is filed', async () => {
    const headers = { 'idempotency-key': 'b7f1c7b0-0c55-4f0e-8f35-7a4a5c8a1f11' };
    await file(book, aComplaint(), headers);
    const response = await postJson(book, aComplaint({ request: 'Otra cosa, y no la misma.' }), headers);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { code: 'idempotency_mismatch' } });
    expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(1);
  });
});

describe('429', () => {
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
});

describe('503', () => {
  test('a term that reaches a year without holidays is not promised, and no number is lost', async () => {
    book.clock.moveTo('2027-12-20');
    const response = await postJson(book);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 'holiday_table_missing' } });
    const page = await postForm(book);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('<p data-show="unavailable">');
    expect(await listComplaints(book.db.kysely, testVault())).toEqual([]);

    book.clock.moveTo('2027-11-30');
    expect((await file(book, aComplaint())).code).toBe('LR-2027-000001');
  });
});
