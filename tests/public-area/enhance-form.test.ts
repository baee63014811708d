// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { askEmailMeant } from '#public-area/email-meant.ts';
import { enhanceForm, type FormEnvironment, type Posting, readPosting, sendForm } from '#public-area/enhance-form.ts';

const PAGE = `<div data-show="errors" tabindex="-1" hidden><h2><span data-fill="errors-title"></span></h2>
<ul data-each="errors"><li><a data-fill="error" data-fill-href="field" href="#x"></a></li></ul></div>
<p data-show="too-many" tabindex="-1" hidden></p><p data-show="unavailable" tabindex="-1" hidden></p><p data-show="offline" tabindex="-1" hidden></p>
<form id="complaint" action="/api/v1/public/complaints" data-sheet="/en/libro-de-reclamaciones/hoja/"><input type="hidden" name="locale" value="en">
<p data-error-for="firstName" hidden><span data-error-text></span></p><input id="firstName" name="firstName">
 <input id="email" name="email" type="email">
<p data-error-for="attachments" hidden><span data-error-text></span></p>
<input type="file" id="attachments" name="attachments" data-max-files="5" data-max-bytes="100"><label data-pick hidden>+</label><ul data-files hidden></ul>
<progress max="1" value="0" hidden></progress><button data-busy="Un momento…">Enviar</button></form>
<script type="application/json" id="form-texts">{"errors":{"firstName.required":"Escribe tus nombres.","required":"Falta.","letter":"No va “{letter}”.","attachments.too_large":"Pesa mucho."},"summaryOne":"Hay 1","summaryMany":"Hay {count}","titlePrefix":"Error:","limits":{"firstName":1200},"over":"Pasa de {max} por {over}."}</script><template class="email"><i id="asked"></i></template>`;

const sent: string[] = [];
let answers: Posting[] = [];
const go = vi.fn<(address: string) => void>();
const environment: FormEnvironment = {
  go,
  send: (_form, key, onProgress) => {
    sent.push(key);
    onProgress(0.5);
    return Promise.resolve(answers.shift() ?? { kind: 'refused', note: 'unavailable' });
  },
};
const find = <E extends Element>(selector: string) => document.querySelector(selector) as unknown as E;
const form = () => find<HTMLFormElement>('form');

async function submit(): Promise<void> {
  form().dispatchEvent(new Event('submit', { cancelable: true }));
  await new Promise((resolve) => setTimeout(resolve));
}

test('a text that is pasted too long stays whole, and its field says at once by how much', async () => {
  const field = find<HTMLInputElement>('#firstName');
  const paste = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return find<HTMLElement>('[data-error-for=firstName]').hidden ? '' : find('[data-error-for=firstName]').textContent;
  };
  expect(paste('ñ'.repeat(1200))).toBe('');
  expect(paste(` ${'😀'.repeat(1213)} `)).toBe('Pasa de 1.200 por 13.');
  expect(field.value).toHaveLength(2428);
  answers = [{ kind: 'invalid', fieldErrors: [{ field: 'firstName', code: 'too_long' }] }];
  await submit();
  expect(find('[data-each] a').textContent).toBe('Pasa de 1.200 por 13.');
  expect(paste('corto')).toBe('');
});

beforeEach(() => {
  sent.length = 0;
  answers = [];
  go.mockReset();
  document.title = 'Libro';
  document.body.replaceChildren();
  document.body.insertAdjacentHTML('afterbegin', PAGE);
  enhanceForm(form(), environment);
});

test('a slip in a known domain is asked about once the address is done, and is corrected by one press only', async () => {
  const email = find<HTMLInputElement>('#email');
  const question = () => document.querySelector('#email + [aria-live] button')?.textContent ?? '';
  const type = (text: string, event: 'input' | 'change') => {
    email.value = text;
    email.dispatchEvent(new Event(event, { bubbles: true }));
  };
  // The script is asked for when the field is reached, and then does this.
  expect(document.querySelector('#asked')).toBeNull();
  email.focus();
  expect(document.querySelector('#asked')).not.toBeNull();
  askEmailMeant(email, '¿Quisiste decir {email}?');
  type('rosa@gmial.com', 'change');
  expect(question()).toBe('¿Quisiste decir rosa@gmail.com?');
  // Typed on: the question is over until the address is done again.
  type('rosa@gmial.com.p', 'input');
  expect(question()).toBe('');
  type('rosa@gmial.com', 'change');
  expect(email.value).toBe('rosa@gmial.com');
  await submit();
  find<HTMLButtonElement>('#email + [aria-live] button').click();
  expect([email.value, question(), document.activeElement?.id]).toEqual(['rosa@gmail.com', '', 'email']);
  // Another text is another form.
  await submit();
  expect(new Set(sent).size).toBe(2);
  type('rosa@empresa.pe', 'change');
  expect(question()).toBe('');
});

test('what is wrong is beside its field, on top of the form and in the title, and the focus is there', {
  tags: 'spec-5.8',
}, async () => {
  answers = [
    {
      kind: 'invalid',
      fieldErrors: [
        { field: 'firstName', code: 'required' },
        { field: 'consent', code: 'required' },
      ],
    },
  ];
  await submit();
  expect(find<HTMLElement>('[data-error-for=firstName]').hidden).toBe(false);
  expect(find('[data-error-for=firstName]').textContent).toBe('Escribe tus nombres.');
  expect(find('#firstName').getAttribute('aria-invalid')).toBe('true');
  expect([...document.querySelectorAll('[data-each] a')].map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
    ['Escribe tus nombres.', '#firstName'],
    ['Falta.', '#consent'],
  ]);
  expect(find('[data-fill=errors-title]').textContent).toBe('Hay 2');
  expect(document.title).toBe('Error: Libro');
  expect(document.activeElement?.getAttribute('data-show')).toBe('errors');
  expect(find('button').textContent).toBe('Enviar');
});

test('the letter that cannot be printed is named', async () => {
  find<HTMLInputElement>('#firstName').value = 'Ana 王';
  answers = [{ kind: 'invalid', fieldErrors: [{ field: 'firstName', code: 'letter' }] }];
  await submit();
  expect(find('[data-error-for=firstName]').textContent).toBe('No va “王”.');
});

test('the second click of a double click ticks no declaration that the answer has moved under the pointer', () => {
  form().insertAdjacentHTML('beforeend', '<input type="checkbox" name="declaration">');
  const box = find<HTMLInputElement>('[name=declaration]');
  const click = (detail: number) =>
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  click(2);
  expect(box.checked).toBe(false);
  click(1);
  expect(box.checked).toBe(true);
});

test('correcting a field takes its error away, and the next answer starts afresh', async () => {
  answers = [
    { kind: 'invalid', fieldErrors: [{ field: 'firstName', code: 'required' }] },
    { kind: 'refused', note: 'offline' },
  ];
  await submit();
  find('#firstName').dispatchEvent(new Event('input', { bubbles: true }));
  expect(find<HTMLElement>('[data-error-for=firstName]').hidden).toBe(true);
  expect(find('#firstName').hasAttribute('aria-invalid')).toBe(false);
  await submit();
  expect(find<HTMLElement>('[data-show=errors]').hidden).toBe(true);
  expect(find<HTMLElement>('[data-show=offline]').hidden).toBe(false);
  expect(document.title).toBe('Libro');
});

test('a sheet that was taken leads to its page; a second press meanwhile sends nothing', async () => {
  const receipt = { code: 'LR-2026-000001', trackingKey: 'AAAA', answerDueDate: '2026-04-21', pdfUrl: '/x' };
  answers = [{ kind: 'filed', receipt }];
  const first = submit();
  await submit();
  await first;
  expect(sent).toHaveLength(1);
  expect(go).toHaveBeenCalledWith('/en/libro-de-reclamaciones/hoja/');
});

test('a form without a page of its own shows in its place what was received', async () => {
  document.body.innerHTML = PAGE.replace(/ data-sheet="[^"]*"/, '').replace(
    '<p data-show="offline"',
    '<section data-show="received" tabindex="-1" hidden><b data-fill="number"></b></section><p data-show="offline"',
  );
  enhanceForm(form(), environment, ({ id }) => {
    find('[data-fill=number]').textContent = String(id);
  });
  answers = [{ kind: 'filed', receipt: { id: '7' } }];
  await submit();
  expect(go).not.toHaveBeenCalled();
  expect([form().hidden, find('[data-fill=number]').textContent]).toEqual([true, '7']);
  expect(document.activeElement?.getAttribute('data-show')).toBe('received');
});

test('a page that Back restores while it was sending can send again, under the key of its sheet', async () => {
  answers = [
    { kind: 'filed', receipt: {} },
    { kind: 'filed', receipt: {} },
  ];
  await submit();
  expect(find('button').textContent).toBe('Un momento…');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect([find('button').textContent, find('button').getAttribute('aria-disabled')]).toEqual(['Enviar', 'false']);
  await submit();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
});

test('a form of which nothing comes back is given up after five minutes, as without a connection', async () => {
  const request = new XMLHttpRequest();
  vi.stubGlobal('XMLHttpRequest', function stub() {
    return request;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.spyOn(request, 'open').mockReturnValue(undefined);
  vi.spyOn(request, 'setRequestHeader').mockReturnValue(undefined);
  vi.spyOn(request, 'send').mockReturnValue(undefined);
  const answer = sendForm(form(), 'key', () => undefined);
  expect(request.timeout).toBe(300_000);
  // After an answer, an error and the limit alike.
  request.dispatchEvent(new Event('loadend'));
  expect(await answer).toEqual({ kind: 'refused', note: 'offline' });
});

test('the same sheet keeps its key when it is sent again; another sheet gets another', async () => {
  await submit();
  await submit();
  find('#firstName').dispatchEvent(new Event('input', { bubbles: true }));
  await submit();
  expect(sent[0]).toBe(sent[1]);
  expect(sent[2]).not.toBe(sent[1]);
});

test('chosen files show with their size, and one that is too large is said before it travels', () => {
  const input = find<HTMLInputElement>('#attachments');
  Object.defineProperty(input, 'files', {
    value: [
      { name: 'a.pdf', size: 90 },
      { name: 'b.pdf', size: 2_500_000 },
    ],
  });
  input.dispatchEvent(new Event('change'));
  expect([...document.querySelectorAll('[data-files] li')].map((item) => item.textContent)).toEqual([
    'a.pdf1 KB',
    'b.pdf3 MB',
  ]);
  expect(find('[data-error-for=attachments]').textContent).toBe('Pesa mucho.');
});

test.each([
  [201, '{"code":"LR-2026-000001"}', { kind: 'filed', receipt: { code: 'LR-2026-000001' } }],
  [
    400,
    '{"error":{"code":"x","message":"","fieldErrors":[{"field":"a","code":"required"}]}}',
    { kind: 'invalid', fieldErrors: [{ field: 'a', code: 'required' }] },
  ],
  [429, '{"error":{"code":"rate_limited","message":""}}', { kind: 'refused', note: 'too-many' }],
  [503, '{"error":{"code":"unavailable","message":""}}', { kind: 'refused', note: 'unavailable' }],
  [502, '<html>proxy', { kind: 'refused', note: 'unavailable' }],
])('an answer %i is understood', (status, text, posting) => {
  expect(readPosting(status, text)).toEqual(posting);
});
