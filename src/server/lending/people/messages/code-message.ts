import type { StepUpPurpose } from '#api/access.ts';
import { byLanguage } from '#i18n/by-language.ts';
import type { Locale } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';
import { gsmText } from '#server/lending/messages/gsm-text.ts';
import type { NewMessage } from '#server/lending/messages/outbox-store.ts';
import type { ChallengeTable, CodeChannel } from '../tables.ts';

/** Of every message that carries a code. */
export const CODE_TEMPLATE = 'identity-code';
/** Raised with every change of a text below, so that the log of sent messages identifies the wording. */
const VERSION = 7;

const CODE_TEXTS = byLanguage({
  sms: {
    es: '{brand}: usa {code} para {what}. Vale 5 minutos. No lo des a nadie: nunca lo pedimos.',
    en: '{brand}: use {code} to {what}. Valid for 5 minutes. Give it to nobody: we never ask for it.',
  },
  voice: {
    es: 'Tu código de {brand} para {what} es: {spoken}. Repetimos: {spoken}.',
    en: 'Your {brand} code to {what} is: {spoken}. Once more: {spoken}.',
  },
  subject: { es: 'Tu código de {brand}', en: 'Your {brand} code' },
});

/** Purposes of codes: a step-up names its purpose, other challenges are of one kind each. */
export type CodePurpose = StepUpPurpose | 'full' | Exclude<ChallengeTable['kind'], 'STEP_UP'>;

/**
 * Words for the act that a code allows, so that a client who is talked into reading it out hears what it does. Where
 * it signs, the amount is named too, whatever the client chose for other messages (domain 2.20).
 */
const PURPOSES: Readonly<Record<CodePurpose, Readonly<Record<Locale, string>>>> = {
  REGISTRATION: { es: 'crear tu cuenta', en: 'create your account' },
  SIGN_IN: { es: 'entrar a tu cuenta', en: 'sign in to your account' },
  NEW_DEVICE: { es: 'entrar a tu cuenta desde otro equipo', en: 'sign in on another device' },
  full: { es: 'seguir en tu cuenta', en: 'continue in your account' },
  PASSWORD_RESET: { es: 'crear otra contraseña', en: 'choose another password' },
  'change-password': { es: 'cambiar tu contraseña', en: 'change your password' },
  'change-email': { es: 'cambiar el correo de tu cuenta', en: 'change the e-mail of your account' },
  'change-phone': { es: 'cambiar el celular de tu cuenta', en: 'change the mobile of your account' },
  'add-passkey': { es: 'agregar una llave de acceso a tu cuenta', en: 'add a passkey to your account' },
  PHONE_CHANGE: { es: 'usar este celular en tu cuenta', en: 'use this mobile for your account' },
  'change-bank-account': {
    es: 'cambiar la cuenta donde te depositamos',
    en: 'change the account we pay you into',
  },
  'close-account': { es: 'cerrar tu cuenta', en: 'close your account' },
  'data-request': { es: 'enviar una solicitud sobre tus datos', en: 'send a request about your data' },
  'sign-agreement': {
    es: 'firmar tu préstamo de {amount} y pagar {total} en total',
    en: 'sign your loan of {amount} and pay {total} in total',
  },
  extend: { es: 'extender tu préstamo hasta el {date} por {amount}', en: 'extend your loan until {date} for {amount}' },
  'confirm-plan': {
    es: 'aceptar tu plan de {count} pagos, {amount} en total',
    en: 'agree to your plan of {count} payments, {amount} in total',
  },
  'activate-flex': {
    es: 'activar el pago flexible desde {amount} al mes',
    en: 'activate flex pay, at least {amount} every 30 days',
  },
  'top-up': {
    es: 'ampliar tu préstamo en {amount} y devolver {total} por ello',
    en: 'top up your loan by {amount} and pay back {total} for it',
  },
};

/** @internal */
export const CODE_PURPOSES = Object.keys(PURPOSES) as readonly CodePurpose[];

/** Words of the message of a code about it: its purpose, with the figures that this purpose has. */
export interface CodeWords {
  readonly use: CodePurpose;
  /** Formatted. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

const OUTBOX_CHANNEL = { SMS: 'sms', VOICE: 'voice', WHATSAPP: 'whatsapp', EMAIL: 'email' } as const;

/**
 * Writes a message with a code. The last line of an SMS must follow WebOTP: the phone then offers the code to pages of
 * our own domain alone.
 */
export function codeMessage(code: {
  readonly code: string;
  readonly about: CodeWords;
  readonly channel: CodeChannel;
  readonly to: string;
  readonly language: Locale;
  readonly siteUrl: string;
  readonly brandName: string;
}): NewMessage {
  const { use, values: figures = {} } = code.about;
  const texts = CODE_TEXTS[code.language];
  const spoken = [...code.code].join(', ');
  const what = fill(PURPOSES[use][code.language], figures);
  const values = { what, code: code.code, spoken, brand: code.brandName };
  const words = fill(code.channel === 'VOICE' ? texts.voice : texts.sms, values);
  const host = new URL(code.siteUrl).hostname;
  return {
    channel: OUTBOX_CHANNEL[code.channel],
    template: CODE_TEMPLATE,
    templateVersion: VERSION,
    consentBasis: 'service',
    recipient: code.to,
    subject: fill(texts.subject, values),
    body: code.channel === 'SMS' ? `${gsmText(words)}\n\n@${host} #${code.code}` : words,
  };
}
