import type { ErrorBody, FieldError } from '#api/errors.ts';
import { over } from '#api/field-rules/too-long.ts';
import { type FormTexts, sentenceOf } from '#api/form-texts.ts';
import { bearer } from '#stores/bearer.ts';

/** The result of a submission. */
export type Posting =
  | { readonly kind: 'filed'; readonly receipt: Readonly<Record<string, unknown>> }
  | { readonly kind: 'invalid'; readonly fieldErrors: readonly FieldError[] }
  | { readonly kind: 'refused'; readonly note: 'too-many' | 'unavailable' | 'already' | 'offline' };

export interface FormEnvironment {
  readonly send: typeof sendForm;
  readonly go: (address: string) => void;
}

const BROWSER: FormEnvironment = { send: sendForm, go: (address) => location.assign(address) };

/**
 * Sends a form in the background with upload progress, and shows errors beside the fields. All rules are the server's,
 * as for the form without script. A received form is shown at the address of the form's `data-sheet`, or by `received`
 * in the same page.
 */
export function enhanceForm(
  form: HTMLFormElement,
  environment: FormEnvironment = BROWSER,
  received?: (receipt: Readonly<Record<string, unknown>>, values: FormData) => void,
): void {
  const texts = JSON.parse(document.getElementById('form-texts')?.textContent ?? '{}') as FormTexts;
  const title = document.title;
  const button = form.querySelector('button') as HTMLButtonElement;
  const progress = form.querySelector('progress') as HTMLProgressElement;
  let key = crypto.randomUUID();
  let isSending = false;
  // Our messages stay beside the fields; the browser's bubbles disappear.
  form.noValidate = true;
  showFiles(form, texts);
  // The script that asks about a slip in an address comes when the field is reached: pages are held to their bytes.
  const wait = document.querySelector<HTMLTemplateElement>('template.email');
  const email = form.querySelector('[type="email"]');
  if (wait) email?.addEventListener('focus', () => document.body.append(wait.content), { once: true });

  form.addEventListener('input', (event) => {
    // A changed text is another form with another idempotency key.
    key = crypto.randomUUID();
    const { name, value } = event.target as HTMLInputElement;
    // Said while it is pasted, because a text that does not fit is worth knowing before the rest is filled in.
    const isLong = over(value, texts.limits[name] ?? 1e9);
    if (name) writeError(form, name, isLong ? sentenceOf(texts, { field: name, code: 'too_long' }, value) : undefined);
  });

  // The answer moves the page under the pointer, so the second click of a double click must not agree to anything.
  document.addEventListener('click', (event) => event.detail > 1 && event.preventDefault());

  const label = button.textContent;
  const setSending = (sending: boolean) => {
    isSending = sending;
    button.textContent = sending ? (button.dataset['busy'] ?? label) : label;
    button.setAttribute('aria-disabled', String(sending));
    progress.hidden = !sending;
    progress.value = 0;
  };
  // Back from the sheet restores this page as it was left: sending, so that its button would never act again.
  addEventListener('pageshow', ({ persisted }) => persisted && setSending(false));

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const posting = await environment.send(form, key, (share) => {
      progress.value = share;
    });
    if (posting.kind === 'filed') {
      const { sheet } = form.dataset;
      // The answer has set the cookie that opens the sheet's page.
      if (sheet) return environment.go(sheet);
      form.hidden = true;
      received?.(posting.receipt, new FormData(form));
      return reveal('received');
    }
    setSending(false);
    const errors = posting.kind === 'invalid' ? posting.fieldErrors : [];
    document.title = errors[0] ? `${texts.titlePrefix} ${title}` : title;
    writeErrors(form, errors, texts);
    reveal(posting.kind === 'invalid' ? 'errors' : posting.note);
  });
}

function writeErrors(form: HTMLFormElement, errors: readonly FieldError[], texts: FormTexts): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-for]')) {
    writeError(form, place.dataset['errorFor'] as string, undefined);
  }
  const list = document.querySelector('[data-each="errors"]') as HTMLElement;
  const pattern = list.firstElementChild as HTMLElement;
  const items = errors.map(({ field, code }) => {
    const text = sentenceOf(texts, { field, code }, String(new FormData(form).get(field) ?? ''));
    writeError(form, field, text);
    const item = pattern.cloneNode(true) as HTMLElement;
    const link = item.querySelector('a') as HTMLAnchorElement;
    link.textContent = text;
    link.href = `#${field}`;
    return item;
  });
  // The template stays in the document for the next time.
  if (items[0]) list.replaceChildren(...items);
  const count = String(errors.length);
  const heading = document.querySelector('[data-fill="errors-title"]') as HTMLElement;
  heading.textContent = errors.length === 1 ? texts.summaryOne : texts.summaryMany.replace('{count}', count);
}

function writeError(form: HTMLFormElement, field: string, text: string | undefined): void {
  const place = form.querySelector<HTMLElement>(`[data-error-for="${CSS.escape(field)}"]`);
  if (!place) return;
  place.hidden = text === undefined;
  (place.querySelector('[data-error-text]') as HTMLElement).textContent = text ?? '';
  for (const control of form.querySelectorAll(`[name="${CSS.escape(field)}"]`)) {
    if (text === undefined) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }
}

/** Shows one of the notes above the form, which are those that take the focus, and focuses it. */
function reveal(note: (Posting & { readonly kind: 'refused' })['note'] | 'errors' | 'received'): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-show][tabindex]')) {
    element.hidden = element.dataset['show'] !== note;
    if (!element.hidden) element.focus();
  }
}

/** Lists the chosen files; too large or too many are reported before the upload. */
function showFiles(form: HTMLFormElement, texts: FormTexts): void {
  const input = form.querySelector('[type="file"]') as HTMLInputElement;
  const list = form.querySelector('[data-files]') as HTMLElement;
  const pick = form.querySelector('[data-pick]') as HTMLElement;
  pick.hidden = false;
  input.classList.add('sr');
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    list.hidden = files.length === 0;
    list.replaceChildren(
      ...files.map(({ name, size }) => {
        const item = document.createElement('li');
        const bytes = document.createElement('span');
        bytes.textContent = size < 1e6 ? `${Math.ceil(size / 1024)} KB` : `${Math.ceil(size / 1048576)} MB`;
        item.append(name, bytes);
        return item;
      }),
    );
    const { maxFiles = 1, maxBytes } = input.dataset;
    const tooMany = files.length > Number(maxFiles);
    const tooLarge = files.some(({ size }) => size > Number(maxBytes));
    const code = tooMany ? 'out_of_range' : tooLarge ? 'too_large' : undefined;
    writeError(form, input.name, code && texts.errors[`${input.name}.${code}`]);
  });
}

/** Five pictures over a poor network. After it the form is as without a connection; the key makes another try safe. */
const TIMEOUT_MS = 300_000;

/** Posts a form; XMLHttpRequest, because fetch does not report upload progress. */
export function sendForm(form: HTMLFormElement, key: string, onProgress: (share: number) => void): Promise<Posting> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    const headers = { Accept: 'application/json', 'Idempotency-Key': key, ...bearer() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / (total || 1));
    request.onloadend = () => resolve(readPosting(request.status, request.responseText));
    request.send(new FormData(form));
  });
}

export function readPosting(status: number, text: string): Posting {
  try {
    const body = JSON.parse(text);
    if (status === 201) return { kind: 'filed', receipt: body };
    const { fieldErrors } = (body as ErrorBody).error;
    if (fieldErrors?.length) return { kind: 'invalid', fieldErrors };
  } catch {
    // A proxy's error page instead of our response.
  }
  // Without a connection, or after the limit, there is no status.
  const note = status === 429 ? 'too-many' : status === 409 ? 'already' : status ? 'unavailable' : 'offline';
  return { kind: 'refused', note };
}
