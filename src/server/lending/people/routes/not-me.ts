import { html } from 'hono/html';
import { byLanguage } from '#i18n/by-language.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import { confirmationPage, linkLanguage, linkPage, linkToken, serveLink, takeLinkToken } from '../link-page.ts';
import { NOT_ME_PATH } from '../messages/identity-messages.ts';
import { endAllSessions } from '../not-me.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

const TEXTS = byLanguage({
  title: { es: '¿No fuiste tú?', en: 'Was it not you?' },
  ask: {
    es: 'Cerramos todas las sesiones de tu cuenta al momento y anulamos los cambios de correo, celular y cuenta bancaria que aún no se aplican. Si hay llaves de acceso, también las quitamos. Para volver a entrar necesitarás tu contraseña y un código que enviamos a tu celular.',
    en: 'We close every session of your account at once, and stop the changes of e-mail, mobile and bank account that have not taken effect yet. If there are passkeys, we remove them too. To sign in again you will need your password and a code sent to your phone.',
  },
  button: { es: 'Cerrar todas las sesiones', en: 'Close every session' },
  closed: {
    es: 'Cerramos todas las sesiones. Ningún cambio de correo, celular o cuenta bancaria quedó pendiente.',
    en: 'We have closed every session. No change of e-mail, mobile or bank account is left pending.',
  },
  next: { es: 'Ahora crea una contraseña nueva', en: 'Now choose a new password' },
  over: {
    es: 'Este enlace ya se usó o venció. Si ves algo raro en tu cuenta, crea una contraseña nueva: eso también cierra todas las sesiones.',
    en: 'This link has been used or has expired. If you see anything odd in your account, choose a new password: that closes every session too.',
  },
});

/** The page behind the link of the e-mail about a new device. */
export function serveNotMe(app: HttpApp, context: IdentityContext): void {
  const nextStep = (language: Locale) =>
    html`<p><a href="${localePath(language, 'forgot-password')}">${TEXTS[language].next}</a></p>`;
  serveLink(app, NOT_ME_PATH);
  app.get(NOT_ME_PATH, (c) => {
    const language = linkLanguage(c);
    const t = TEXTS[language];
    if (!linkToken(c, NOT_ME_PATH)) {
      return linkPage(c, context, { title: t.title, main: html`<p>${t.over}</p>${nextStep(language)}`, status: 410 });
    }
    const action = `${NOT_ME_PATH}?lang=${language}`;
    return linkPage(c, context, { title: t.title, main: confirmationPage({ action, text: t.ask, button: t.button }) });
  });
  app.post(NOT_ME_PATH, async (c) => {
    const language = linkLanguage(c);
    const t = TEXTS[language];
    noteSecurity(c, { what: 'not-me', factor: 'link' });
    const closed = await endAllSessions(context, takeLinkToken(c, NOT_ME_PATH), originOf(context, c));
    const main = html`<p>${closed ? t.closed : t.over}</p>${nextStep(language)}`;
    return linkPage(c, context, { title: t.title, main, status: closed ? 200 : 410 });
  });
}
