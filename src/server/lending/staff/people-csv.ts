import { withDecimalSign } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import { wordsOfCode } from '#i18n/staff-codes/code-words.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { programSentence } from '#i18n/staff-refusals.ts';
import { taskSentence } from '#i18n/staff-tasks.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { type CsvValue, minuteInLima } from '#server/kit/csv.ts';
import type { AnswerField, AnswerKind } from './answer.ts';
import { actOfFacts, factsText, isRow, type Teller } from './value-text.ts';

type Row = Readonly<Record<string, unknown>>;

/** The language of a file that people open, and the acts whose answers describe the facts in it. */
export interface Reader {
  readonly locale: Locale;
  readonly acts: Teller['acts'];
}

function tellerOf({ locale, acts }: Reader): Teller {
  return { acts, say: (words) => words[locale] };
}

/**
 * A value of a file that people open: codes and sentences in their language, days as they are written in Peru, and
 * amounts as a spreadsheet of Peru adds them up, with a comma and nothing between the thousands.
 * @param row what it stands in
 */
export function valueForPeople(reader: Reader, field: AnswerField, value: unknown, row: Row): CsvValue {
  const { locale } = reader;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return value.map((one) => valueForPeople(reader, field, one, row)).join(', ');
  }
  if (field.kind === 'facts' && isRow(value)) return factsText(tellerOf(reader), actOfFacts(row), value);
  if (typeof value === 'object' && !(value instanceof Date)) return JSON.stringify(value);
  if (field.kind === 'sentence')
    return sentenceText(locale, row) ?? programSentence(locale, String(value)) ?? String(value);
  const words = WRITTEN[field.kind];
  return words ? words(value, field, locale) : (value as CsvValue);
}

type Write = (value: unknown, field: AnswerField, locale: Locale) => string;

const WRITTEN: Readonly<Partial<Record<AnswerKind, Write>>> = {
  soles: amountText,
  cents: amountText,
  share: withComma,
  count: withComma,
  yesNo: (value, _, locale) => DESK[value === true ? 'yes' : 'no'][locale],
  date: dayText,
  deadline: dayText,
  month: (value) => formatMonth(String(value)),
  instant: (value) => minuteInLima(value instanceof Date ? value.toISOString() : String(value)),
  code: (value, { codes = {} }, locale) =>
    wordsOfCode(codes, String(value))?.[LOCALES.indexOf(locale)] ?? String(value),
};

function withComma(value: unknown): string {
  return withDecimalSign(String(value));
}

/** `19/01/2026`, `19/01/2026 11:30`. */
function dayText(value: unknown): string {
  const [day = '', ...time] = String(value).split(' ');
  return [isCalendarDate(day) ? formatDate(day) : day, ...time].join(' ');
}

function sentenceText(locale: Locale, row: Row): string | undefined {
  const told = row['told'] as { readonly says: string; readonly facts: Row } | null | undefined;
  return told ? taskSentence(locale, told.says, told.facts) : undefined;
}

/** `573,03`, `-0,05`: exact. */
function amountText(value: unknown): string {
  const amountCents = Number(value);
  const digits = String(Math.abs(amountCents)).padStart(3, '0');
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}${withDecimalSign('.')}${digits.slice(-2)}`;
}
