import { html } from 'hono/html';
import { localePath } from '#i18n/locale.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { NOT_ME_PATH } from '../identity-messages.ts';
import { confirmationPage, linkLanguage, linkPage, sentToken } from '../link-page.ts';
import { endAllSessions } from '../not-me.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

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

/** The page behind the link of the e-mail about a new device. */
export function serveNotMe(app: HttpApp, context: IdentityContext): void {
  app.get(`${NOT_ME_PATH}/:token`, (c) => {
    const language = linkLanguage(c);
    const t = TEXTS[language];
    const action = `${NOT_ME_PATH}?lang=${language}`;
    return linkPage(c, { title: t.title, main: confirmationPage(c, { action, text: t.ask, button: t.button }) });
  });
  app.post(NOT_ME_PATH, async (c) => {
    const language = linkLanguage(c);
    const t = TEXTS[language];
    const closed = await endAllSessions(context, await sentToken(c), originOf(context, c));
    const link = html`<p><a href="${localePath(language, 'forgot-password')}">${t.next}</a></p>`;
    const main = html`<p>${closed ? t.closed : t.over}</p>${link}`;
    return linkPage(c, { title: t.title, main, status: closed ? 200 : 410 });
  });
}
