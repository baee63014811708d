import { formatDate, formatSoles } from '#i18n/format.ts';
import { fill } from '#i18n/translate.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import type { Language, Wording } from './notification-kind.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.ts';

/** The texts around a notification in e-mails and SMS. */
const FRAME = {
  /** An SMS on a telephone that may be shared names neither lender, amount nor debt (domain 2.20). */
  quietSms: {
    es: 'Tienes un aviso nuevo en tu cuenta. Entra para leerlo.',
    en: 'You have a new message in your account. Sign in to read it.',
  },
  quietUrgentSms: {
    es: 'Tienes un aviso importante en tu cuenta. Entra para leerlo.',
    en: 'You have an important message in your account. Sign in to read it.',
  },
  namedSms: {
    es: '{lender}: {text}',
    en: '{lender}: {text}',
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
    en: 'Choose how we tell you: {settings}',
  },
  unsubscribe: {
    es: 'Recibes este mensaje porque aceptaste publicidad por este medio. Puedes retirarlo cuando quieras: {settings}',
    en: 'You get this message because you agreed to advertising by this channel. Take it back whenever you want: {settings}',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** What is told, as it is stored. */
export interface Told {
  readonly kind: NotificationKind;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface MessageSurroundings {
  readonly language: Language;
  /** `https://manay.pe`, without a slash at the end. */
  readonly siteUrl: string;
  readonly lender: string;
  /** Where `told` leads to, as a path. */
  readonly path: string;
  readonly settingsPath: string;
}

/** In the client area: behind a session, so that it may say everything. */
export function titleAndBody(
  { kind, params }: Told,
  language: Language,
): { readonly title: string; readonly body: string } {
  const { title, body } = NOTIFICATION_KINDS[kind];
  const values = valuesOf(params);
  return { title: fill(title[language], values), body: fill(body[language], values) };
}

/** As an e-mail. Its subject has no amount: subjects show on locked screens. */
export function emailOf(
  told: Told,
  firstName: string | undefined,
  surroundings: MessageSurroundings,
): { readonly subject: string; readonly body: string } {
  const { language } = surroundings;
  const { title, body } = titleAndBody(told, language);
  const link = addressOf(surroundings, surroundings.path);
  const settings = addressOf(surroundings, surroundings.settingsPath);
  const isMarketing = NOTIFICATION_KINDS[told.kind].purpose === 'marketing';
  const paragraphs = [
    firstName === undefined ? FRAME.greetingWithoutName[language] : fill(FRAME.greeting[language], { firstName }),
    body,
    fill(FRAME.readMore[language], { link }),
    FRAME.security[language],
    fill((isMarketing ? FRAME.unsubscribe : FRAME.chooseChannels)[language], { settings }),
    surroundings.lender,
  ];
  return { subject: title, body: paragraphs.join('\n\n') };
}

/**
 * As an SMS. Without details it says only that there is news: whoever else reads the telephone learns neither of a loan
 * nor of a lender. Advertising always names who advertises.
 */
export function smsOf(told: Told, details: boolean, { language, lender }: MessageSurroundings): string {
  const { severity, purpose, sms } = NOTIFICATION_KINDS[told.kind];
  if (details || purpose === 'marketing') {
    return fill(FRAME.namedSms[language], { lender, text: fill(sms[language], valuesOf(told.params)) });
  }
  return (severity === 'INFO' || severity === 'SUCCESS' ? FRAME.quietSms : FRAME.quietUrgentSms)[language];
}

function addressOf({ siteUrl, language }: MessageSurroundings, path: string): string {
  return `${siteUrl}${language === 'en' ? '/en' : ''}${path}`;
}

/** Amounts and dates as people read them. */
function valuesOf(params: Told['params']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name.endsWith('Cents')) return [name.slice(0, -'Cents'.length), formatSoles(Number(value))];
      const text = String(value);
      return [name, isCalendarDate(text) ? formatDate(text) : text];
    }),
  );
}
