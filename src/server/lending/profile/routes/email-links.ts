import type { Context } from 'hono';
import { html } from 'hono/html';
import { byLanguage } from '#i18n/by-language.ts';
import { localePath } from '#i18n/locale.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import { type StopDone, stopContactChanges } from '#server/lending/people/contact-change.ts';
import {
  confirmationPage,
  type LinkPage,
  linkLanguage,
  linkPage,
  linkToken,
  serveLink,
  takeLinkToken,
} from '#server/lending/people/link-page.ts';
import { EMAIL_LINK_PATH, STOP_PATH } from '#server/lending/people/messages/identity-messages.ts';
import { type IdentityContext, type Origin, originOf } from '#server/lending/people/people-context.ts';
import { confirmEmail } from '../change-email.ts';

const TEXTS = byLanguage({
  confirm: {
    title: { es: 'Confirma tu correo', en: 'Confirm your e-mail' },
    ask: {
      es: 'Así sabemos que este correo es tuyo. Si es un cambio, se aplica un día después de que lo confirmes.',
      en: 'This is how we know that the address is yours. If you are changing it, the change takes effect a day after you confirm it.',
    },
    button: { es: 'Confirmar este correo', en: 'Confirm this e-mail' },
  },
  stop: {
    title: { es: '¿No pediste este cambio?', en: 'Did you not ask for this change?' },
    ask: {
      es: 'Anulamos los cambios de correo, celular y cuenta bancaria que aún no se aplican, y cerramos todas las sesiones de tu cuenta al momento. Si hay llaves de acceso, también las quitamos.',
      en: 'We stop the changes of e-mail, mobile and bank account that have not taken effect yet, and close every session of your account at once. If there are passkeys, we remove them too.',
    },
    button: { es: 'Anular los cambios', en: 'Stop the changes' },
  },
  own: { es: 'Listo: este es el correo de tu cuenta.', en: 'Done: this is your account’s e-mail.' },
  'changes-later': {
    es: 'Listo: en 24 horas este será el correo de tu cuenta. Hasta entonces usamos el de antes.',
    en: 'Done: in 24 hours this will be your account’s e-mail. Until then we use the old one.',
  },
  stopped: {
    es: 'Anulamos los cambios y cerramos todas las sesiones. Entra de nuevo y crea otra contraseña.',
    en: 'We have stopped the changes and closed every session. Sign in again and choose another password.',
  },
  'nothing-open': {
    es: 'Cerramos todas las sesiones. No quedaba ningún cambio por anular: o ya se aplicó, o alguien lo anuló. Si un dato de tu cuenta no es tuyo, escríbenos de inmediato.',
    en: 'We have closed every session. There was no change left to stop: it has already taken effect, or somebody stopped it. If something in your account is not yours, write to us at once.',
  },
  over: {
    es: 'Este enlace ya se usó o venció. Si algo de tu cuenta no es tuyo, escríbenos o llámanos.',
    en: 'This link has been used or has expired. If something in your account is not yours, write to us or call us.',
  },
  contacts: { es: 'Ver cómo hablar con nosotros', en: 'See how to reach us' },
  next: { es: 'Ir a tu cuenta', en: 'Go to your account' },
});

type Act = (token: string, origin: Origin) => Promise<'own' | 'changes-later' | StopDone>;

/** Pages of the links of letters and SMS: a mailbox confirms, the old channels stop a change. */
export function serveEmailLinks(app: HttpApp, context: IdentityContext): void {
  servePage(app, context, EMAIL_LINK_PATH, 'confirm', (token, origin) => confirmEmail(context, token, origin));
  servePage(app, context, STOP_PATH, 'stop', (token, origin) => stopContactChanges(context, token, origin));
}

function servePage(app: HttpApp, context: IdentityContext, path: LinkPage, page: 'confirm' | 'stop', act: Act): void {
  serveLink(app, path);
  app.get(path, (c) => {
    const language = linkLanguage(c);
    const { over, contacts, [page]: texts } = TEXTS[language];
    if (!linkToken(c, path)) {
      const main = html`<p>${over}</p><p><a href="${localePath(language, '')}">${contacts}</a></p>`;
      return linkPage(c, context, { title: texts.title, main, status: 410 });
    }
    const action = `${path}?lang=${language}`;
    return linkPage(c, context, {
      title: texts.title,
      main: confirmationPage({ action, text: texts.ask, button: texts.button }),
    });
  });
  app.post(path, async (c: Context) => {
    const language = linkLanguage(c);
    const t = TEXTS[language];
    noteSecurity(c, { what: page === 'stop' ? 'stop-contact-changes' : 'confirm-email', factor: 'link' });
    const done = await act(takeLinkToken(c, path), originOf(context, c));
    const isOver = done === 'over';
    const next = html`<a href="${localePath(language, isOver ? '' : 'sign-in')}">${isOver ? t.contacts : t.next}</a>`;
    const main = html`<p>${t[done]}</p><p>${next}</p>`;
    return linkPage(c, context, { title: t[page].title, main, status: isOver ? 410 : 200 });
  });
}
