import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localePath } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { gsmText } from '#server/lending/messages/gsm-text.ts';
import { momentInLima } from '#server/lending/messages/lima-time.ts';
import type { Language, Wording } from './notification-kind.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.ts';

/** The texts around a notification in e-mails and SMS. */
const FRAME = {
  /** Of a client who shares the telephone, and chose so: neither lender nor debt (domain 2.20). */
  discreetSms: {
    es: 'Tienes un aviso nuevo en tu cuenta. Entra para leerlo.',
    en: 'You have a new message in your account. Sign in to read it.',
  },
  discreetUrgentSms: {
    es: 'Tienes un aviso importante en tu cuenta. Entra para leerlo.',
    en: 'You have an important message in your account. Sign in to read it.',
  },
  greeting: {
    es: 'Hola, {firstName}:',
    en: 'Hello {firstName},',
  },
  greetingWithoutName: {
    es: 'Hola:',
    en: 'Hello,',
  },
  readMore: {
    es: 'Míralo en tu cuenta: {link}',
    en: 'See it in your account: {link}',
  },
  security: {
    es: 'Nunca te pedimos tu clave ni códigos por correo, SMS o llamada.',
    en: 'We never ask for your password or codes by e-mail, SMS or telephone.',
  },
  chooseChannels: {
    es: 'Elige cómo te avisamos: {settings}',
    en: 'Choose how we reach you: {settings}',
  },
  unsubscribe: {
    es: 'Recibes este mensaje porque aceptaste publicidad por correo. Puedes retirarlo cuando quieras, sin entrar a tu cuenta: {unsubscribe}',
    en: 'You receive this message because you agreed to advertising by e-mail. You can withdraw at any time, without signing in: {unsubscribe}',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** The content of a notification, as stored. */
export interface NotificationContent {
  readonly kind: NotificationKind;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Writes the text of a row, whose amount is of the day on which it was told unless it names another. */
export function contentOf(
  kind: NotificationKind,
  { params, createdAt }: { readonly params: NotificationContent['params']; readonly createdAt: Date },
): NotificationContent {
  return { kind, params: { asOf: momentInLima(createdAt.getTime()).date, ...params } };
}

export interface MessageContext {
  readonly language: Language;
  /** `https://manay.pe`, without a slash at the end. */
  readonly siteUrl: string;
  readonly lender: string;
  /** The path of the screen it links to. */
  readonly path: string;
  readonly settingsPath: string;
  /** Of advertising: the address that ends it without a session. */
  readonly unsubscribeUrl?: string | undefined;
}

/** For the client area, where a session allows all details. */
export function titleAndBody(
  { kind, params }: NotificationContent,
  language: Language,
): { readonly title: string; readonly body: string } {
  const { title, body } = NOTIFICATION_KINDS[kind];
  const values = valuesOf(params);
  return { title: fill(title[language], values), body: fill(body[language], values) };
}

/**
 * Writes a notification as an e-mail. The subject must not contain an amount, because subjects show on locked screens.
 */
export function emailOf(
  content: NotificationContent,
  firstName: string | undefined,
  context: MessageContext,
): { readonly subject: string; readonly body: string } {
  const { language } = context;
  const { title, body } = titleAndBody(content, language);
  const link = addressOf(context, context.path);
  const settings = addressOf(context, context.settingsPath);
  const isMarketing = NOTIFICATION_KINDS[content.kind].purpose === 'marketing';
  const paragraphs = [
    firstName === undefined ? FRAME.greetingWithoutName[language] : fill(FRAME.greeting[language], { firstName }),
    body,
    fill(FRAME.readMore[language], { link }),
    FRAME.security[language],
    fill((isMarketing ? FRAME.unsubscribe : FRAME.chooseChannels)[language], {
      settings,
      unsubscribe: context.unsubscribeUrl ?? settings,
    }),
    context.lender,
  ];
  return { subject: title, body: paragraphs.join('\n\n') };
}

/**
 * Writes a notification as an SMS: it names the lender and the matter, so that it does not look like the fraud we warn
 * of. A client may choose a neutral text; advertising must always name the lender.
 */
export function smsOf(content: NotificationContent, details: boolean, { language, lender }: MessageContext): string {
  const { severity, purpose, sms, discreetSms } = NOTIFICATION_KINDS[content.kind];
  if (details || purpose === 'marketing') {
    return gsmText(`${lender}: ${fill(sms[language], valuesOf(content.params))}`);
  }
  if (discreetSms) return discreetSms[language];
  return (severity === 'INFO' || severity === 'SUCCESS' ? FRAME.discreetSms : FRAME.discreetUrgentSms)[language];
}

function addressOf({ siteUrl, language }: MessageContext, path: string): string {
  return `${siteUrl}${localePath(language, path)}`;
}

/** Formats amounts and dates. */
function valuesOf(params: NotificationContent['params']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name.endsWith('Cents')) return [name.slice(0, -'Cents'.length), formatSoles(Number(value))];
      const text = String(value);
      return [name, isCalendarDate(text) ? formatDate(text) : text];
    }),
  );
}
