import { beforeEach, describe, expect, test } from 'vitest';
import { visitorRequestBody } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { type FormTexts, sentenceOf } from '#api/form-texts.ts';
import { validate } from '#api/validate.ts';
import { VISITOR_FORM_PATH, VISITOR_REQUEST_FIELDS, VISITOR_REQUEST_LIMITS } from '#api/visitor-request-form.ts';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import DefaultLayout from '#layouts/default/default.astro';
import DataRequestForm from '#public-area/privacidad/solicitud.astro';
import type { PageSource } from '#server/lending/pages/page-source.ts';
import { readIdentity } from '#server/lending/privacy/visitor-request-store.ts';
import { listWaitingRequests } from '#server/lending/privacy/waiting-requests.ts';
import { examplePage, render } from '#tests/blocks/example-page.ts';
import { createTestLending, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { PICTURE } from '#tests/support/people/recovery.ts';
import { aVisitorRequest, forgetVisitors } from '#tests/support/privacy/visitor-requests.ts';
import { problemsOf, shown } from './built-page.ts';

/** The pages as they are built, as the lending role reads them. */
const built: PageSource = {
  async read(path) {
    const locale: Locale = path.startsWith('/en/') ? 'en' : 'es';
    const page = examplePage(locale);
    const main = await render(DataRequestForm, { locale, t: page.t, email: 'ayuda@manay.example' });
    const props = { page, path: 'privacidad/solicitud', title: 'Tus datos', description: 'Tus datos' };
    return { html: await render(DefaultLayout, props, { default: main }), policy: "default-src 'self'" };
  },
};
const lending = withTestLending({ pages: built });
beforeEach(() => forgetVisitors(lending));

/** Sends what a browser does without script, or with one. */
async function post(
  locale: Locale,
  changes: Readonly<Record<string, string | Uint8Array>> = {},
  { accept = 'text/html', to = lending.app } = {},
) {
  const { identity, ...fields } = aVisitorRequest();
  const form = new FormData();
  for (const [name, value] of Object.entries({
    ...fields,
    identity: Buffer.from(identity, 'base64'),
    ...changes,
  })) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new File([new Uint8Array(value)], 'dni.jpg'));
  }
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  const answer = await to.request(`${VISITOR_FORM_PATH}?lang=${locale}`, {
    method: 'POST',
    body: await sent.arrayBuffer(),
    headers: { accept, 'content-type': type },
  });
  const html = await answer.text();
  return { status: answer.status, headers: answer.headers, html, text: shown(html) };
}

describe.each(LOCALES)('the form about personal data in %s', (locale) => {
  const say = (key: MessageKey) => MESSAGES[key][locale];

  test('has a control and a place for an error for every field, and a sentence for everything that can be wrong', async () => {
    const html = (await built.read(locale === 'es' ? '/privacidad/' : '/en/privacidad/'))?.html ?? '';
    expect(await problemsOf(html)).toEqual([]);
    for (const field of VISITOR_REQUEST_FIELDS) {
      expect(html, field).toMatch(new RegExp(`<(?:input|select|textarea)[^>]* name="${field}"`));
      expect(html, field).toContain(`data-error-for="${field}"`);
    }
    expect(html).toContain(`action="${VISITOR_FORM_PATH}?lang=${locale}" method="post" enctype="multipart/form-data"`);
    const texts = JSON.parse(/id="form-texts">(?<json>.*?)<\/script>/.exec(html)?.groups?.['json'] ?? '') as FormTexts;
    const wrong = [
      {},
      aVisitorRequest(Object.fromEntries(VISITOR_REQUEST_FIELDS.map((field) => [field, '?']))),
      { other: 1 },
    ];
    const said = wrong.flatMap((body) => {
      const form = validate(visitorRequestBody, body);
      return form.kind === 'invalid' ? form.fieldErrors : [];
    });
    expect(said.length).toBeGreaterThan(15);
    expect(said.filter(({ code }) => !texts.errors[code])).toEqual([]);
    // The limit of this form, not the book's.
    expect(sentenceOf(texts, { field: 'detail', code: 'too_long' }, 'a'.repeat(2003))).toMatch(/2\.000 \S+ \S+ 3\./);
    expect(html).not.toMatch(/maxlength/i);
  });

  test('without script it answers with number, last day and mailbox, and staff have what was sent', {
    tags: 'promise-data-of-a-client',
  }, async () => {
    const { status, html, text } = await post(locale, { lastName2: 'Ñahui' });
    expect(status).toBe(201);
    expect(await problemsOf(html)).toEqual([]);
    const [asked] = (await listWaitingRequests(identityContext(lending)).page({ cursor: undefined, limit: 1 })).rows;
    expect(asked).toMatchObject({ asked: { lastNames: 'Quispe Ñahui', language: locale }, dueDate: '2026-02-12' });
    for (const fact of [asked?.id ?? '?', '12/02/2026', 'rosa@example.pe', say('data_form_received')]) {
      expect(text).toContain(fact);
    }
    expect(text).not.toContain('<form');
    const kept = await readIdentity(lending.db.kysely, lending.vault, asked?.id ?? '');
    expect(Buffer.from(kept?.bytes ?? []).toString('base64')).toBe(PICTURE);
    const again = await post(locale, { lastName2: 'Ñahui' });
    expect(again.status).toBe(409);
    expect(again.text).toContain(say('data_form_already'));
  });

  test('what is wrong is beside its field and in the list, and nothing typed is lost but the file', async () => {
    const { status, html, text } = await post(locale, {
      firstName: '',
      documentNumber: '12',
      detail: 'Quiero <b>verlos</b>',
    });
    expect(status).toBe(400);
    expect(await problemsOf(html)).toEqual([]);
    for (const key of [
      'errors.firstName.required',
      'errors.documentNumber.invalid',
      'data_form_identity_lost',
    ] as const) {
      expect(text).toContain(say(key));
    }
    expect(text.indexOf('href="#firstName"')).toBeLessThan(text.indexOf('href="#documentNumber"'));
    expect(html).toContain('Quiero &lt;b&gt;verlos&lt;/b&gt;');
    expect(html).toMatch(/name="email"[^>]*value="rosa@example.pe"/);
    expect(html).toMatch(/<title>Error/);
    const without = await post(locale, { identity: '' });
    expect(without.text).toContain(say('errors.identity.required'));
    for (const [file, key] of [
      [Buffer.from('hola'), 'errors.identity.unsupported_type'],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 7, 7]), 'errors.unreadable'],
    ] as const) {
      expect((await post(locale, { identity: file })).text).toContain(say(key));
    }
    const large = Buffer.alloc(VISITOR_REQUEST_LIMITS.identityBytes + 1, Buffer.from(PICTURE, 'base64'));
    expect((await post(locale, { identity: large })).text).toContain(say('errors.identity.too_large'));
    const huge = await post(locale, { identity: Buffer.alloc(3_200_000) });
    expect([huge.status, huge.text.includes(say('errors.identity.too_large'))]).toEqual([413, true]);
  });
});

test('its limits are those of the endpoint, and said on the page with what was typed', {
  tags: 'promise-data-of-a-client',
}, async () => {
  const statuses = [];
  for (let n = 0; n < 8; n++) statuses.push((await post('es', { email: '' })).status);
  // Who corrects a form again and again is not refused.
  expect(new Set(statuses)).toEqual(new Set([400]));
  let last = await post('es');
  for (let n = 0; n < 8 && last.status !== 429; n++) last = await post('es');
  expect(last.status).toBe(429);
  expect(last.html).toMatch(/name="email"[^>]*value="rosa@example.pe"/);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last.text).toContain(MESSAGES.data_form_too_many.es);
});

test('a script gets number and day, or the errors in the order of the form; the address alone leads to the form', async () => {
  const accept = 'application/json';
  const wrong = await post('en', { email: 'x', detail: '' }, { accept });
  const { error } = JSON.parse(wrong.html);
  expect(error.fieldErrors.map(({ field }: { readonly field: string }) => field)).toEqual(['detail', 'email']);
  const right = await post('en', {}, { accept });
  expect([right.status, JSON.parse(right.html)]).toEqual([201, { id: expect.any(String), dueDate: '2026-02-12' }]);
  const opened = await lending.app.request(VISITOR_FORM_PATH, { headers: { 'accept-language': 'en' } });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/en/privacidad/solicitud/']);
});

test('while the site is out of reach the answer is a bare page with the same facts', async () => {
  const { app: to } = createTestLending(lending.db);
  const { status, html } = await post('en', {}, { to });
  expect(status).toBe(201);
  expect(html).toContain('We have received your request');
  expect(html).toContain('12/02/2026');
  expect((await post('en', {}, { to })).html).toContain('We already have that request of yours');
});
