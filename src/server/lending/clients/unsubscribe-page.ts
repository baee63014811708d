import { html } from 'hono/html';
import { screenPath } from '#api/screens.ts';
import { byLanguage } from '#i18n/by-language.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { HttpApp } from '#server/kit/http.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { confirmationPage, linkLanguage, linkPage } from '#server/lending/people/link-page.ts';
import { endAdvertising, readAdvertised } from './end-advertising.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';

const TEXTS = byLanguage({
  title: { es: 'Dejar de recibir publicidad', en: 'Stop advertising' },
  ask: {
    es: 'No te enviaremos más publicidad por correo. Los avisos sobre tus préstamos te seguirán llegando.',
    en: 'We will send you no more advertising by e-mail. Messages about your loans will still reach you.',
  },
  button: { es: 'No quiero más publicidad', en: 'Send me no more advertising' },
  ended: {
    es: 'Listo: ya no te enviaremos publicidad por correo. Los avisos sobre tus préstamos te seguirán llegando.',
    en: 'Done: we will not send you advertising by e-mail any more. Messages about your loans will still reach you.',
  },
  unknown: {
    es: 'Este enlace está incompleto. Cópialo entero del correo, o retira tu permiso en tu cuenta.',
    en: 'This link is not complete. Copy all of it from the e-mail, or withdraw your consent in your account.',
  },
  settings: { es: 'Elegir en mi cuenta qué recibo', en: 'Choose in my account what I receive' },
});

/**
 * Serves the link of advertising letters. GET shows a button, because scanners of mail programs open every link; POST,
 * by the button or by a mail program (RFC 8058), ends advertising without a session. The address is the same for both,
 * so that the token must stay in it; no other address is asked for by the page. A POST is answered by a page and never
 * redirected, because mail programs do not follow.
 */
export function serveUnsubscribe(app: HttpApp, context: DocumentsContext & Pick<LendingContext, 'brandName'>): void {
  const settings = (language: Locale) =>
    html`<p><a href="${localePath(language, screenPath('profile-settings'))}">${TEXTS[language].settings}</a></p>`;
  app.on(['GET', 'POST'], `${UNSUBSCRIBE_PATH}/:token`, async (c) => {
    const language = linkLanguage(c);
    const t = TEXTS[language];
    const token = c.req.param('token');
    const advertised = await readAdvertised(context, token);
    if (!advertised) {
      return linkPage(c, context, {
        title: t.title,
        main: html`<p>${t.unknown}</p>${settings(language)}`,
        status: 404,
      });
    }
    if (c.req.method !== 'POST') {
      const action = `${UNSUBSCRIBE_PATH}/${token}?lang=${language}`;
      return linkPage(c, context, {
        title: t.title,
        main: confirmationPage({ action, text: t.ask, button: t.button }),
      });
    }
    const caller = callerOf(c, context.trustedProxies);
    await endAdvertising(context, advertised, { caller, locale: language });
    return linkPage(c, context, { title: t.title, main: html`<p>${t.ended}</p>${settings(language)}` });
  });
}
