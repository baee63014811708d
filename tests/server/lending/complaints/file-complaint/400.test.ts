import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTACHMENT_LIMITS, COMPLAINT_FIELDS } from '#api/complaint-form.ts';
import { listComplaints } from '#server/lending/complaints/complaint-store.ts';
import { runs } from '#tests/scope.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  PDF_BYTES,
  postForm,
  postJson,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { fieldCodes } from '#tests/support/lending/lending-app.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

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

  test('is told of a field nobody asked for, of a body that is none, and of a key that is none', async () => {
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
