import { formatDate, formatSoles } from '#i18n/format.ts';
import { fill } from '#i18n/translate.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationTexts } from './notification-kinds.ts';
import { TEXTS_EN } from './texts-en.ts';
import { TEXTS_ES } from './texts-es.ts';

export type Language = 'es' | 'en';
const TEXTS: Readonly<Record<Language, NotificationTexts>> = { es: TEXTS_ES, en: TEXTS_EN };

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
  const texts = TEXTS[language].kinds[kind];
  const values = valuesOf(params);
  return { title: fill(texts.title, values), body: fill(texts.body, values) };
}

/** As an e-mail. Its subject has no amount: subjects show on locked screens. */
export function emailOf(
  told: Told,
  firstName: string | undefined,
  surroundings: MessageSurroundings,
): { readonly subject: string; readonly body: string } {
  const texts = TEXTS[surroundings.language];
  const { title, body } = titleAndBody(told, surroundings.language);
  const link = addressOf(surroundings, surroundings.path);
  const settings = addressOf(surroundings, surroundings.settingsPath);
  const isMarketing = NOTIFICATION_KINDS[told.kind].purpose === 'marketing';
  const paragraphs = [
    firstName === undefined ? texts.greetingWithoutName : fill(texts.greeting, { firstName }),
    body,
    fill(texts.readMore, { link }),
    texts.security,
    fill(isMarketing ? texts.unsubscribe : texts.chooseChannels, { settings }),
    surroundings.lender,
  ];
  return { subject: title, body: paragraphs.join('\n\n') };
}

/**
 * As an SMS. Without details it says only that there is news: whoever else reads the telephone learns neither of a loan
 * nor of a lender. Advertising always names who advertises.
 */
export function smsOf(told: Told, details: boolean, { language, lender }: MessageSurroundings): string {
  const texts = TEXTS[language];
  const { severity, purpose } = NOTIFICATION_KINDS[told.kind];
  if (details || purpose === 'marketing') {
    return fill(texts.namedSms, { lender, text: fill(texts.kinds[told.kind].sms, valuesOf(told.params)) });
  }
  return severity === 'INFO' || severity === 'SUCCESS' ? texts.quietSms : texts.quietUrgentSms;
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
