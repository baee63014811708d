import type { Context } from 'hono';
import { html } from 'hono/html';
import { localePath } from '#i18n/locale.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { EMAIL_ACTS, EMAIL_LINK_PATH, type EmailAct } from '#server/lending/people/identity-messages.ts';
import {
  confirmationPage,
  linkLanguage,
  linkPage,
  linkToken,
  serveLink,
  takeLinkToken,
} from '#server/lending/people/link-page.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { cancelEmailChange, confirmEmail } from '../change-email.ts';

const TEXTS = {
  es: {
    confirm: {
      title: 'Confirma tu nuevo correo',
      ask: 'Desde que lo confirmes, te escribiremos a este correo y podrás entrar con él.',
      button: 'Confirmar este correo',
      done: 'Listo: este es el correo de tu cuenta.',
    },
    cancel: {
      title: '¿No pediste cambiar tu correo?',
      ask: 'Anulamos el cambio y cerramos todas las sesiones de tu cuenta al momento.',
      button: 'Anular el cambio',
      done: 'Anulamos el cambio y cerramos todas las sesiones. Entra de nuevo y crea otra contraseña.',
    },
    over: 'Este enlace ya se usó o venció.',
    next: 'Ir a tu cuenta',
  },
  en: {
    confirm: {
      title: 'Confirm your new e-mail',
      ask: 'Once you confirm it we write to this address, and you can sign in with it.',
      button: 'Confirm this e-mail',
      done: 'Done: this is the e-mail of your account.',
    },
    cancel: {
      title: 'Did you not ask for another e-mail?',
      ask: 'We stop the change and close every session of your account at once.',
      button: 'Stop the change',
      done: 'We have stopped the change and closed every session. Sign in again and choose another password.',
    },
    over: 'This link was used, or is too old.',
    next: 'Go to your account',
  },
} as const;

/** Pages of the links of a change of e-mail: the new mailbox confirms, the old one may cancel. */
export function serveEmailLinks(app: HttpApp, context: IdentityContext): void {
  serveLink(app, EMAIL_LINK_PATH);
  app.get(EMAIL_LINK_PATH, (c) => {
    const { over, ...texts } = TEXTS[linkLanguage(c)];
    const { title, ask, button } = texts[actOf(c)];
    if (!linkToken(c, EMAIL_LINK_PATH)) return linkPage(c, { title, main: html`<p>${over}</p>`, status: 410 });
    const action = `${EMAIL_LINK_PATH}?lang=${linkLanguage(c)}&act=${actOf(c)}`;
    return linkPage(c, { title, main: confirmationPage({ action, text: ask, button }) });
  });
  app.post(EMAIL_LINK_PATH, async (c) => {
    const language = linkLanguage(c);
    const { over, next, ...acts } = TEXTS[language];
    const { title, done } = acts[actOf(c)];
    const act = actOf(c) === 'confirm' ? confirmEmail : cancelEmailChange;
    const isDone = await act(context, takeLinkToken(c, EMAIL_LINK_PATH), originOf(context, c));
    const link = html`<p><a href="${localePath(language, 'sign-in')}">${next}</a></p>`;
    return linkPage(c, { title, main: html`<p>${isDone ? done : over}</p>${link}`, status: isDone ? 200 : 410 });
  });
}

function actOf(c: Context): EmailAct {
  return EMAIL_ACTS.find((act) => act === c.req.query('act')) ?? 'confirm';
}
