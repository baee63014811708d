import { formatPercent, formatSoles, withDecimalSign } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import { type CodeWords, wordsOfCode } from '#i18n/staff-codes/code-words.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import type { AnswerField, AnswerKind } from '#server/lending/staff/answer.ts';
import type { Looker } from '../ask.ts';

type Say = Looker['say'];

/** A code in words; one that has none is shown itself. */
export function codeText(say: Say, value: string, codes: CodeWords | undefined): string {
  const [es = value, en = value] = wordsOfCode(codes ?? {}, value) ?? [];
  return say({ es, en });
}

/** Each kind, and how it is read where the value is of it. */
const READ: Readonly<Partial<Record<AnswerKind, (value: unknown, say: Say) => string | undefined>>> = {
  soles: (value) => (typeof value === 'number' ? formatSoles(cents(Math.round(value * 100))) : undefined),
  cents: (value) => (typeof value === 'number' ? formatSoles(cents(value)) : undefined),
  share: (value) => (Number.isFinite(Number(value)) ? formatPercent(Number(value)) : undefined),
  yesNo: (value, say) => (typeof value === 'boolean' ? say(value ? DESK.yes : DESK.no) : undefined),
  date: (value) => (isCalendarDate(String(value)) ? formatDate(String(value)) : undefined),
  month: (value) => (/^\d{4}-\d\d$/.test(String(value)) ? formatMonth(String(value)) : undefined),
  instant: (value) => momentText(Date.parse(String(value))),
  count: (value) => withDecimalSign(String(value)),
};

/** A figure, a day or a moment as people read it; undefined for a text, and for what is not of its kind. */
export function plainText(
  { say }: Pick<Looker, 'say'>,
  { kind }: Pick<AnswerField, 'kind'>,
  value: unknown,
): string | undefined {
  return READ[kind]?.(value, say);
}

function momentText(at: number): string | undefined {
  if (Number.isNaN(at)) return undefined;
  const { date, minute } = momentInLima(at);
  return `${formatDate(date)} ${timeOfDay(minute)}`;
}
