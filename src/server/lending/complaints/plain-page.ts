import { html } from 'hono/html';
import { byLanguage } from '#i18n/by-language.ts';
import { formatDate } from '#i18n/format-date.ts';
import { LANGUAGE_TAGS, type Locale, localePath } from '#i18n/locale.ts';
import { htmlPage } from '#server/kit/html-page.ts';
import type { HtmlAnswer } from '#server/lending/pages/page-source.ts';
import { sheetPath } from './complaints-context.ts';
import type { ComplaintView } from './present-complaint.ts';

type Plain =
  | { readonly kind: 'complaint'; readonly view: ComplaintView }
  | { readonly kind: 'invalid'; readonly fields: readonly string[] }
  | { readonly kind: 'asking' | 'not-found' | 'too-many-tries' | 'too-many' | 'unavailable' };

const TEXTS = byLanguage({
  title: { es: 'Libro de Reclamaciones', en: 'Complaints book' },
  received: { es: 'Recibimos tu reclamo', en: 'We have received your complaint' },
  key: { es: 'Tu clave para hacer seguimiento', en: 'Your key for tracking it' },
  due: { es: 'Respondemos a más tardar el', en: 'We answer by' },
  copy: { es: 'Descargar la hoja de reclamación (PDF)', en: 'Download the complaint sheet (PDF, in Spanish)' },
  answered: { es: 'Descargar la respuesta (PDF)', en: 'Download the answer (PDF, in Spanish)' },
  invalid: { es: 'Faltan datos o hay datos por corregir:', en: 'Something is missing or needs correcting:' },
  back: {
    es: 'Vuelve con el botón de tu navegador: lo que escribiste sigue ahí.',
    en: 'Go back with your browser’s button: what you typed is still there.',
  },
  asking: {
    es: 'Escribe el código de tu reclamo y tu clave.',
    en: 'Type the code of your complaint and your key.',
  },
  'not-found': { es: 'El código y la clave no coinciden.', en: 'The code and the key do not match.' },
  'too-many-tries': {
    es: 'Demasiados intentos seguidos. Espera un minuto e intenta de nuevo.',
    en: 'Too many attempts in a row. Wait a minute and try again.',
  },
  code: { es: 'Código del reclamo', en: 'Complaint code' },
  see: { es: 'Ver mi reclamo', en: 'See my complaint' },
  'too-many': {
    es: 'Recibimos varios reclamos desde tu conexión en la última hora. Espera un poco y envíalo otra vez.',
    en: 'We have received several complaints from your connection within the last hour. Wait a little and send it again.',
  },
  unavailable: {
    es: 'No pudimos guardar tu reclamo. Inténtalo otra vez en unos minutos.',
    en: 'We could not save your complaint. Try again in a few minutes.',
  },
  home: { es: 'Ir al Libro de Reclamaciones', en: 'Go to the complaints book' },
});

/**
 * Writes the book's bare page. The book must work without the site: while nothing is built, or the site is out of this
 * process's reach, people get the same facts.
 */
export function plainPage(locale: Locale, content: Plain): HtmlAnswer {
  const t = TEXTS[locale];
  const page = htmlPage({
    lang: LANGUAGE_TAGS[locale],
    title: t.title,
    body: html`<main>
      <h1>${t.title}</h1>
      ${bodyOf(locale, content)}
      <p><a href="${localePath(locale, 'libro-de-reclamaciones')}">${t.home}</a></p>
    </main>`,
  });
  return {
    html: String(page),
    policy: "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  };
}

function bodyOf(locale: Locale, content: Plain) {
  const t = TEXTS[locale];
  if (content.kind === 'invalid') {
    return html`<p>${t.invalid}</p><ul>${content.fields.map((field) => html`<li>${field}</li>`)}</ul><p>${t.back}</p>`;
  }
  if (content.kind === 'asking' || content.kind === 'not-found' || content.kind === 'too-many-tries') {
    return html`<p>${t[content.kind]}</p>
      <form method="post" action="${sheetPath(locale)}">
        <p><label for="code">${t.code}</label> <input id="code" name="code" required></p>
        <p><label for="key">${t.key}</label> <input id="key" name="key" autocomplete="off" required></p>
        <button type="submit">${t.see}</button>
      </form>`;
  }
  if (content.kind !== 'complaint') return html`<p>${t[content.kind]}</p>`;
  const { view } = content;
  const { answer } = view;
  return html`<p>${t.received} <strong>${view.code}</strong>. ${t.due} ${formatDate(view.answerDueDate)}.</p>
    <p>${t.key}: <strong>${view.trackingKey}</strong></p>
    <p><a href="${view.pdfUrl}">${t.copy}</a></p>
    ${answer ? html`<p>${answer.text}</p><p><a href="${answer.pdfUrl}">${t.answered}</a></p>` : ''}`;
}
