import { describe, expect, test } from 'vitest';
import { COMPLAINT_FIELDS, complaintBody } from '#api/complaint-form.ts';
import type { FormTexts } from '#api/form-texts.ts';
import { validate } from '#api/validate.ts';
import { LOCALES } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import DefaultLayout from '#layouts/default/default.astro';
import { askingPage, formAgain, formRefused, sheetPage } from '#server/lending/complaints/complaint-pages.ts';
import { newSheetPath, sheetPath } from '#server/lending/complaints/complaints-context.ts';
import type { ComplaintView } from '#server/lending/complaints/present-complaint.ts';
import { builtComplaintPages } from '#tests/blocks/built-complaint-pages.ts';
import { examplePage, render } from '#tests/blocks/example-page.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { problemsOf, shown } from './built-page.ts';

const answered: ComplaintView = {
  code: 'LR-2026-000123',
  trackingKey: '7KQ2-M9XA-0B3D-WZ5T-HN8C',
  type: 'QUEJA',
  status: 'SETTLED',
  open: false,
  mailed: true,
  filedOn: '2026-03-27',
  answerDueDate: '2026-04-21',
  pdfUrl: '/sheet.pdf',
  steps: [
    { step: 'RECEIVED', date: '2026-03-27' },
    { step: 'ASSIGNED', date: '2026-03-30' },
    { step: 'ANSWERED', date: '2026-04-08' },
    { step: 'SETTLED', date: '2026-04-10' },
  ],
  answer: {
    date: '2026-04-08',
    text: 'Línea uno.\nLínea <dos>.',
    solution: 'PARTIAL',
    pdfUrl: '/answer.pdf',
    attachments: [{ name: 'constancia.pdf', url: '/files/1' }],
  },
  settlement: { date: '2026-04-10', text: 'Acordamos devolver la mora.', pdfUrl: '/settlement.pdf' },
};

describe.each(LOCALES)('the form in %s', (locale) => {
  const read = async () => (await builtComplaintPages.read(locale === 'es' ? '/libro/' : '/en/libro/'))?.html ?? '';

  test('has a control, a name and a place for an error for every field', async () => {
    const html = await read();
    expect(await problemsOf(html)).toEqual([]);
    for (const field of COMPLAINT_FIELDS) {
      expect(html, field).toMatch(new RegExp(`<(?:input|select|textarea)[^>]* name="${field}"`));
      expect(html, field).toMatch(new RegExp(`id="${field}"`));
      expect(html, field).toContain(`data-error-for="${field}"`);
      expect(html, field).toContain(`id="${field}-error"`);
    }
    expect(html).toContain(`action="${newSheetPath(locale)}" method="post" enctype="multipart/form-data"`);
    expect(html).toContain(`data-sheet="${sheetPath(locale)}"`);
  });

  test('carries a sentence for everything that can be wrong with it', async () => {
    const texts = JSON.parse(
      /id="form-texts">(?<json>.*?)<\/script>/.exec(await read())?.groups?.['json'] ?? '',
    ) as FormTexts;
    const wrong = [{}, aComplaint(Object.fromEntries(COMPLAINT_FIELDS.map((field) => [field, '?']))), { other: 1 }];
    const said = wrong.flatMap((body) => {
      const form = validate(complaintBody, body);
      return form.kind === 'invalid' ? form.fieldErrors : [];
    });
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter(({ code }) => !texts.errors[code])).toEqual([]);
    for (const code of ['out_of_range', 'too_large', 'unsupported_type']) {
      expect(texts.errors[`attachments.${code}`]).toBeTruthy();
    }
    expect(texts.errors['detail.too_short']).toContain('10');
    expect(texts.summaryMany).toContain('{count}');
  });

  test('cuts nothing that is pasted: the limit of a field is a sentence with how much is too much', async () => {
    expect(await read()).not.toMatch(/maxlength/i);
    const detail = 'a'.repeat(3012);
    const form = validate(
      complaintBody,
      aComplaint({ detail, street: 'Jr. Lima 12 '.repeat(20), email: 'a'.repeat(300) }),
    );
    const fieldErrors = form.kind === 'invalid' ? form.fieldErrors : [];
    const { html } = await formAgain(builtComplaintPages, locale, {
      values: { detail },
      fieldErrors,
      filesLost: false,
    });
    expect(shown(html)).toContain(
      locale === 'es' ? 'Pasa de 3.000 caracteres por 12.' : 'Longer than 3.000 characters, by 12.',
    );
    expect(html).toContain(detail);
    expect(fieldErrors.map(({ field, code }) => `${field}.${code}`)).toEqual(
      expect.arrayContaining(['detail.too_long', 'street.too_long', 'email.too_long']),
    );
  });

  test('comes back from the server with errors and values, valid as before', async () => {
    const { html } = await formAgain(builtComplaintPages, locale, {
      values: {
        firstName: '',
        department: '15',
        type: 'QUEJA',
        isMinor: 'on',
        detail: '<b>hola</b>',
        documentType: 'CE',
      },
      fieldErrors: [
        { field: 'firstName', code: 'required' },
        { field: 'type', code: 'not_allowed' },
        { field: 'attachments', code: 'too_large' },
      ],
      filesLost: true,
      lost: ['boleta.pdf', 'chat "2".png'],
    });
    expect(html).toContain('<li>boleta.pdf</li><li>chat "2".png</li>');
    expect(html).toContain(locale === 'es' ? 'Enviar sin estos archivos' : 'Send without these files');
    expect(await problemsOf(html)).toEqual([]);
    expect(shown(html)).toContain(locale === 'es' ? 'Hay 3 datos por corregir' : 'There are 3 things to correct');
    expect(html.match(/href="#(?:firstName|type|attachments)"/g)).toHaveLength(3);
    expect(html).toContain('<option value="15" selected="">');
    expect(html).toMatch(/value="QUEJA"[^>]*checked=""/);
    expect(html).toContain('&lt;b&gt;hola&lt;/b&gt;');
    expect(html).toMatch(/<title>Error/);
    for (const reason of ['too-many', 'unavailable'] as const) {
      const refused = await formRefused(builtComplaintPages, locale, { firstName: 'Rosa' }, reason, ['boleta.pdf']);
      expect(await problemsOf(refused.html)).toEqual([]);
      expect(refused.html).toMatch(new RegExp(`data-show="${reason}" tabindex="-1">`));
      expect(refused.html).toMatch(/name="firstName"[^>]*value="Rosa"/);
    }
  });
});

function headingOf(html: string): string {
  const heading = /<h1>(.*?)<\/h1>/s.exec(shown(html))?.[1] ?? '';
  return heading
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

describe.each(LOCALES)('the page of a sheet in %s', (locale) => {
  test('shows code, key, dates, steps, answer and settlement, and no hole', async () => {
    const { html } = await sheetPage(builtComplaintPages, locale, answered, true);
    expect(await problemsOf(html)).toEqual([]);
    const text = shown(html);
    for (const part of [
      'LR-2026-000123',
      '7KQ2-M9XA-0B3D-WZ5T-HN8C',
      '27/03/2026',
      '10/04/2026',
      'Línea &lt;dos&gt;.',
    ]) {
      expect(text).toContain(part);
    }
    for (const link of ['/sheet.pdf', '/answer.pdf', '/settlement.pdf', '/files/1'])
      expect(text).toContain(`href="${link}"`);
    expect(text.match(/<li>/g)).toHaveLength(5);
    expect(headingOf(html)).toBe(`${MESSAGES.track_filed[locale]} LR-2026-000123`);
    const again = await sheetPage(builtComplaintPages, locale, answered, false);
    expect(headingOf(again.html)).toBe(MESSAGES.track_title[locale]);
    expect(text).not.toContain('<form');
    expect(html).toMatch(new RegExp(`<a class="lang"[^>]*href="${sheetPath(locale === 'es' ? 'en' : 'es')}"`));
    expect(text).not.toContain('21/04/2026');
  });

  test.each(['not-found', 'too-many'] as const)(
    'asks for code and key again when they are %s, and says so',
    async (reason) => {
      const { html } = await askingPage(builtComplaintPages, locale, { code: 'LR-2026-000001', reason });
      expect(await problemsOf(html)).toEqual([]);
      expect(shown(html)).toContain('name="key"');
      expect(shown(html)).toContain('role="alert"');
      expect(html).toMatch(/name="code"[^>]*value="LR-2026-000001"/);
      const first = await askingPage(builtComplaintPages, locale);
      expect(shown(first.html)).toContain(`action="${sheetPath(locale)}" method="post"`);
      expect(shown(first.html)).not.toContain('role="alert"');
    },
  );
});

test.each(LOCALES)(
  'the %s form for code and key explains its errors as every form does, in its own words',
  async (locale) => {
    const fieldErrors = [
      { field: 'code', code: 'invalid' },
      { field: 'key', code: 'required' },
    ] as const;
    const { html } = await askingPage(builtComplaintPages, locale, { code: 'x', fieldErrors });
    expect(await problemsOf(html)).toEqual([]);
    for (const key of ['track_code_invalid', 'track_key_required'] as const) {
      // In the list, beside the field, and in what the page carries for the server.
      expect(shown(html).split(MESSAGES[key][locale])).toHaveLength(4);
    }
    expect(html).toMatch(/<form[^>]*novalidate/);
    expect(html).toContain('<a href="#key"');
  },
);

test('a sheet that waits promises its day and shows what is still to come', async () => {
  const { answer: _, settlement: __, ...waiting } = answered;
  const steps = [
    { step: 'RECEIVED', date: '2026-03-27' } as const,
    { step: 'ASSIGNED' } as const,
    { step: 'ANSWERED' } as const,
  ];
  const { html } = await sheetPage(
    builtComplaintPages,
    'es',
    { ...waiting, status: 'RECEIVED', open: true, steps },
    false,
  );
  const text = shown(html);
  expect(text).toContain('21/04/2026');
  expect(text.match(/todavía no/g)).toHaveLength(2);
  expect(text).not.toContain('Recibimos tu reclamo');
});

test('the book stays open in maintenance', async () => {
  const page = examplePage('es');
  const settings = { ...page.settings, maintenance_on: true };
  const props = { page: { ...page, settings }, path: 'libro-de-reclamaciones', title: 'Libro', description: 'Libro' };
  expect(await render(DefaultLayout, { ...props, alwaysOpen: true }, { default: '<h1>Libro</h1>' })).toContain(
    '<h1>Libro</h1>',
  );
  expect(await render(DefaultLayout, props, { default: '<h1>Libro</h1>' })).not.toContain('<h1>Libro</h1>');
});
