import { formatDate } from '#i18n/format-date.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';
import type { Clock } from '#server/kit/clock.ts';
import { limaClock } from '#server/lending/documents/lima-clock.ts';
import { gsmText } from '#server/lending/messages/gsm-text.ts';
import type { NewMessage } from '#server/lending/messages/outbox-store.ts';
import { ACCOUNT_CHANGE_EMAILS } from './account-change-emails.ts';

/** Raised with every change of a text below, so that the log of sent messages identifies the wording. */
const VERSION = 8;

const SMS = {
  'email-changing': {
    es: '{brand}: el {date} a las {time} pidieron cambiar tu correo a {value}. Se aplica 24 horas después de confirmarlo. ¿No lo pediste? Anula el cambio: {link}',
    en: '{brand}: on {date} at {time} somebody asked to change your e-mail to {value}. It takes effect 24 hours after it is confirmed. Was it not you? Stop it: {link}',
  },
  'phone-changing': {
    es: '{brand}: el {date} a las {time} pidieron cambiar el celular de tu cuenta a {value}. Se aplica en 24 horas. ¿No lo pediste? Anula el cambio: {link}',
    en: '{brand}: on {date} at {time} somebody asked to change your account’s mobile to {value}. It takes effect in 24 hours. Was it not you? Stop it: {link}',
  },
  'bank-account-changing': {
    es: '{brand}: el {date} a las {time} pidieron cambiar la cuenta donde te depositamos a la que termina en {value}. Se aplica en 24 horas. ¿No lo pediste? Anula el cambio: {link}',
    en: '{brand}: on {date} at {time} somebody asked to change the account we pay you into to the one that ends in {value}. It takes effect in 24 hours. Was it not you? Stop it: {link}',
  },
  'passkey-adding': {
    es: '{brand}: el {date} a las {time} agregaron una llave de acceso a tu cuenta. En 24 horas sirve para entrar. ¿No lo hiciste? Anula la llave: {link}',
    en: '{brand}: on {date} at {time} a passkey was added to your account. In 24 hours it opens your account. Was it not you? Remove it: {link}',
  },
  'changes-stopped': {
    es: '{brand}: el {date} a las {time} se anularon los cambios pendientes de correo, celular o cuenta bancaria. Si no lo pediste, habla con nosotros de inmediato.',
    en: '{brand}: on {date} at {time} the pending changes of e-mail, mobile or bank account were stopped. Was it not you? Write to us at once.',
  },
  'password-changed': {
    es: '{brand}: tu cuenta tiene una contraseña nueva desde el {date} a las {time}. Si no lo hiciste, habla con nosotros de inmediato.',
    en: '{brand}: your account’s password changed on {date} at {time}. Was it not you? Write to us at once.',
  },
} as const;

/** Subjects of letters, for somebody whose mailbox was never confirmed. */
const LETTER_AS_SMS = {
  es: '{brand}: {subject}. Entra a tu cuenta para verlo y confirma tu correo.',
  en: '{brand}: {subject}. Sign in to see it; confirm your e-mail there.',
} as const;

export function letterAsSms(
  name: AccountEmailName,
  to: { readonly phone: string; readonly language: Locale },
  values: Readonly<Record<string, string>> & { readonly brand: string },
): NewMessage {
  const subject = fill(ACCOUNT_EMAILS[name].subject[to.language], values);
  const body = fill(LETTER_AS_SMS[to.language], { ...values, subject });
  return { ...smsHead(name, to), body: gsmText(body) };
}

/** An SMS about the account; it mentions no amounts, because others may read it. */
export function identitySms(
  name: keyof typeof SMS,
  to: { readonly phone: string; readonly language: Locale },
  values: Readonly<Record<string, string>> & { readonly brand: string },
): NewMessage {
  return { ...smsHead(name, to), body: gsmText(fill(SMS[name][to.language], values)) };
}

function smsHead(name: string, { phone }: { readonly phone: string }) {
  return {
    channel: 'sms',
    template: `identity-${name}`,
    templateVersion: VERSION,
    consentBasis: 'service',
    recipient: phone,
    subject: '',
  } as const;
}

const ACCOUNT_EMAILS = {
  ...ACCOUNT_CHANGE_EMAILS,
  'new-device': {
    subject: { es: 'Entraron a tu cuenta desde un equipo nuevo', en: 'Your account was opened on a new device' },
    body: {
      es: `Hola, {name}:

El {date} a las {time} entraron a tu cuenta desde un equipo que no conocíamos: {device}.

Si fuiste tú, no tienes que hacer nada.

Si no fuiste tú, abre este enlace. Cierra todas las sesiones de tu cuenta al momento:
{link}`,
      en: `Hello {name},

On {date} at {time} your account was opened on a device we did not know: {device}.

If it was you, there is nothing to do.

If it was not you, open this link. It closes every session of your account at once:
{link}`,
    },
  },
  'document-typed': {
    subject: {
      es: 'Alguien quiso registrarse con tu documento',
      en: 'Somebody tried to register with your document',
    },
    body: {
      es: `Hola, {name}:

El {date} a las {time} alguien intentó registrarse con tu número de documento y un celular que termina en {phone}. No abrimos otra cuenta ni mostramos datos tuyos: solo le dijimos que con ese documento ya hay una cuenta.

Si fuiste tú, entra a tu cuenta como siempre. Si no fuiste tú, no tienes que hacer nada; si se repite, escríbenos.`,
      en: `Hello {name},

On {date} at {time} somebody tried to register with your document number and a mobile that ends in {phone}. We opened no other account and showed none of your data: we only said that this document already has an account.

If it was you, sign in as always. If it was not you, there is nothing to do; if it happens again, write to us.`,
    },
  },
  'password-reset': {
    subject: { es: 'Crea una contraseña nueva', en: 'Choose a new password' },
    body: {
      es: `Hola, {name}:

Nos pediste crear una contraseña nueva. Abre este enlace en los próximos 30 minutos; sirve una sola vez:
{link}

Si no lo pediste, no hagas nada: tu contraseña sigue igual.`,
      en: `Hello {name},

You asked us for a new password. Open this link within the next 30 minutes; it works once:
{link}

If you did not ask for it, do nothing: your password stays as it is.`,
    },
  },
  'password-changed': {
    subject: { es: 'Tu cuenta tiene una contraseña nueva', en: 'Your password has changed' },
    body: {
      es: `Hola, {name}:

La contraseña de tu cuenta cambió el {date} a las {time}. Cerramos las demás sesiones y anulamos los cambios de correo, celular o cuenta bancaria que habían pedido.

Si no fuiste tú, crea otra contraseña aquí y escríbenos:
{link}`,
      en: `Hello {name},

Your account’s password changed on {date} at {time}. We closed the other sessions, and stopped any changes of e-mail, mobile or bank account requested from them.

If it was not you, choose another password here and write to us:
{link}`,
    },
  },
  'phone-recovery': {
    subject: { es: 'Confirma que cambiaste de celular', en: 'Confirm that you have changed phones' },
    body: {
      es: `Hola, {name}:

Nos dijiste que ya no tienes el celular de tu cuenta. Para seguir, abre este enlace en las próximas 24 horas y tómate una foto con tu documento:
{link}

Una persona de nuestro equipo la revisa antes de cambiar nada. Si no fuiste tú, no hagas nada.`,
      en: `Hello {name},

You told us that you no longer have your account’s phone. To continue, open this link within the next 24 hours and take a photo of yourself with your document:
{link}

Somebody on our team reviews it before anything is changed. If it was not you, do nothing.`,
    },
  },
  'phone-kept': {
    subject: { es: 'No cambiamos el celular de tu cuenta', en: 'We did not change your account’s mobile' },
    body: {
      es: `Hola, {name}:

No pudimos comprobar que la solicitud para cambiar tu celular era tuya, así que no cambiamos nada. Escríbenos y lo resolvemos contigo.`,
      en: `Hello {name},

We could not make sure that the request to change your mobile was yours, so we changed nothing. Write to us and we will sort it out with you.`,
    },
  },
  'email-kept': {
    subject: { es: 'No cambiamos el correo de tu cuenta', en: 'We did not change your account’s e-mail' },
    body: {
      es: `Hola, {name}:

No pudimos comprobar que la solicitud para cambiar tu correo era tuya, así que no cambiamos nada. Escríbenos y lo resolvemos contigo.`,
      en: `Hello {name},

We could not make sure that the request to change your e-mail was yours, so we changed nothing. Write to us and we will sort it out with you.`,
    },
  },
  impersonation: {
    subject: { es: 'Una persona de soporte vio tu cuenta', en: 'Somebody from our support team viewed your account' },
    body: {
      es: `Hola, {name}:

El {date} a las {time}, {staff}, de nuestro equipo de soporte, abrió tu cuenta para ayudarte (caso {ticket}). No puede firmar, pagar ni cambiar tus datos de contacto, y todo lo que mira queda registrado.

Lo ves también en tu cuenta, en Mi perfil. Si no pediste ayuda, escríbenos.`,
      en: `Hello {name},

On {date} at {time}, {staff} of our support team opened your account to help you (case {ticket}). They cannot sign, pay or change your contact details, and everything they look at is recorded.

You can see this in your account too, in My profile. If you did not ask for help, write to us.`,
    },
  },
} as const;

export type AccountEmailName = keyof typeof ACCOUNT_EMAILS;

/** @internal */
export const ACCOUNT_LETTERS = Object.keys(ACCOUNT_EMAILS) as readonly AccountEmailName[];
/** @internal */
export const IDENTITY_SMS = Object.keys(SMS) as readonly (keyof typeof SMS)[];

/** The template of such an e-mail in the outbox. */
export function accountTemplate(name: AccountEmailName): string {
  return `identity-${name}`;
}

const UNNAMED: Readonly<Record<Locale, string>> = { es: 'cliente', en: 'client' };

/** An e-mail about the account itself. */
export function accountEmail(
  name: AccountEmailName,
  to: { readonly email: string; readonly language: Locale; readonly firstName?: string | undefined },
  values: Readonly<Record<string, string>> & { readonly brand: string },
): NewMessage {
  const { subject, body } = ACCOUNT_EMAILS[name];
  const greeting = to.firstName ?? UNNAMED[to.language];
  return {
    template: accountTemplate(name),
    templateVersion: VERSION,
    consentBasis: 'service',
    recipient: to.email,
    subject: fill(subject[to.language], values),
    body: `${fill(body[to.language], { ...values, name: greeting })}\n\n${values.brand}`,
  };
}

/** The business date and the time in Lima, formatted. */
export function limaTime(clock: Clock): { readonly date: string; readonly time: string } {
  return { date: formatDate(clock.businessDate()), time: limaClock(new Date(clock.now())) };
}

/** The page behind the "it was not me" link, served by the lending role itself and working without scripts. */
export const NOT_ME_PATH = '/api/v1/auth/not-me';

export function notMeUrl(siteUrl: string, language: Locale, token: string): string {
  return linkUrl(siteUrl, NOT_ME_PATH, language, token);
}

/** The pages of the links that confirm a mailbox and that stop a change of contact, served likewise. */
export const EMAIL_LINK_PATH = '/api/v1/profile/email/link';
export const STOP_PATH = '/api/v1/profile/changes/stop';

export function emailLinkUrl(siteUrl: string, language: Locale, token: string): string {
  return linkUrl(siteUrl, EMAIL_LINK_PATH, language, token);
}

export function stopUrl(siteUrl: string, language: Locale, token: string): string {
  return linkUrl(siteUrl, STOP_PATH, language, token);
}

/** The secret is a segment of the path: pages without scripts cannot read a fragment, and no log keeps it. */
function linkUrl(siteUrl: string, path: string, language: Locale, token: string): string {
  return `${siteUrl}${path}/${token}?lang=${language}`;
}

/** The URL of a page in the client's language. */
export function pageUrl(siteUrl: string, language: Locale, path: string): string {
  return `${siteUrl}${localePath(language, path)}`;
}
