import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { DEFAULT_LOCALE, LANGUAGE_TAGS, type Locale, localePath } from '#i18n/locale.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { readBytes } from '#server/kit/request-body.ts';
import { NOT_ME_PATH } from '../documents/identity-messages.ts';
import { type IdentityContext, originOf } from '../identity.ts';
import { localeFrom } from '../read-complaint-form.ts';
import { closeEverything } from '../workflows/not-me.ts';

const TEXTS = {
  es: {
    title: '¿No fuiste tú?',
    ask: 'Cerramos todas las sesiones de tu cuenta al momento. Para volver a entrar hará falta tu contraseña y un código a tu celular.',
    button: 'Cerrar todas las sesiones',
    closed: 'Cerramos todas las sesiones',
    next: 'Ahora crea una contraseña nueva',
    over: 'Este enlace ya se usó o venció. Si ves algo raro en tu cuenta, crea una contraseña nueva: eso también cierra todas las sesiones.',
  },
  en: {
    title: 'Was it not you?',
    ask: 'We close every session of your account at once. To get in again, your password and a code to your phone will be needed.',
    button: 'Close every session',
    closed: 'We have closed every session',
    next: 'Now choose a new password',
    over: 'This link was used, or is too old. If you see anything odd in your account, choose a new password: that closes every session too.',
  },
} as const;

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};
const MAX_FORM_BYTES = 4096;

/**
 * Where the link of the e-mail about a new device leads. A page without scripts that works wherever the e-mail is read;
 * the link alone changes nothing, because mail programs open links to look at them.
 */
export function serveNotMe(app: HttpApp, context: IdentityContext): void {
  app.get(NOT_ME_PATH, (c) => {
    const language = languageOf(c);
    const t = TEXTS[language];
    const action = `${NOT_ME_PATH}?lang=${language}`;
    return c.html(
      page(
        language,
        html`<p>${t.ask}</p><form method="post" action="${action}"><input type="hidden" name="token" value="${c.req.query('token') ?? ''}"><button>${t.button}</button></form>`,
      ),
      200,
      HEADERS,
    );
  });
  app.post(NOT_ME_PATH, async (c) => {
    const language = languageOf(c);
    const t = TEXTS[language];
    const bytes = await readBytes(c.req.raw, MAX_FORM_BYTES);
    const form = new URLSearchParams(bytes === 'too-large' ? '' : new TextDecoder().decode(bytes));
    const closed = await closeEverything(context, form.get('token') ?? '', originOf(context, c));
    const link = html`<p><a href="${localePath(language, 'forgot-password')}">${t.next}</a></p>`;
    return c.html(page(language, html`<p>${closed ? t.closed : t.over}</p>${link}`), closed ? 200 : 410, HEADERS);
  });
}

function languageOf(c: Context): Locale {
  return localeFrom(c.req.query('lang')) ?? DEFAULT_LOCALE;
}

function page(language: Locale, main: ReturnType<typeof html>) {
  const { title } = TEXTS[language];
  return html`${raw('<!doctype html>')}<html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main></body></html>`;
}
