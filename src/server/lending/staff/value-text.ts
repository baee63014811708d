import { formatPercent, formatSoles, withDecimalSign } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import { STAFF_GROUPS, type StaffWords } from '#i18n/staff-acts.ts';
import { actOnRecord } from '#i18n/staff-codes/audit.ts';
import { type CodeWords, wordsOfCode } from '#i18n/staff-codes/code-words.ts';
import { SUBJECT_KIND } from '#i18n/staff-codes/desk.ts';
import { PARAMETER_KIND } from '#i18n/staff-codes/parameters.ts';
import { recordedFact } from '#i18n/staff-codes/recorded-facts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { minuteInLima } from '#server/kit/csv.ts';
import type { Act } from './act.ts';
import { type AnswerField, type AnswerKind, answerFields } from './answer.ts';

/** Says words in the language of the colleague who reads. */
export type Say = (words: StaffWords) => string;

/** A language, and the acts whose answers describe the facts that are told. */
export interface Teller {
  readonly say: Say;
  readonly acts: readonly Pick<Act, 'name' | 'answers'>[];
}

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
  { say }: { readonly say: Say },
  { kind }: Pick<AnswerField, 'kind'>,
  value: unknown,
): string | undefined {
  return READ[kind]?.(value, say);
}

function momentText(at: number): string | undefined {
  return Number.isNaN(at) ? undefined : minuteInLima(new Date(at).toISOString());
}

const GROUPS = new Map<string, StaffWords>(Object.entries(STAFF_GROUPS));

/** An id, alone or behind the kind of thing that it is of: `money:0189…`; or a fingerprint. */
const LONG_ID = /^(?:[a-z-]+:)*[\w-]{32,}$/;

/** The words of an id without its page: `Cliente …9f31aa`. */
export function subjectText({ say }: Pick<Teller, 'say'>, text: string): string {
  const group = GROUPS.get(text);
  if (group) return say(group);
  const named = kindAndId(text);
  return named ? `${say(named.words)} ${shortened(named.id)}` : shortened(text);
}

/** The kind of thing before an id, in words, and the id. */
export function kindAndId(text: string) {
  const [kind = '', id = ''] = text.split(/[: ](.*)/s);
  const [es, en] = wordsOfCode(text.includes(':') ? SUBJECT_KIND : PARAMETER_KIND, kind) ?? [];
  return es === undefined || en === undefined || id === '' ? undefined : { kind, id, words: { es, en } };
}

/** An id of ours in a text, shortened behind the words of its kind; any other text is as somebody wrote it. */
export function idText(looker: Pick<Teller, 'say'>, text: string): string {
  return isLongId(text) ? subjectText(looker, text) : text;
}

/** Shortens an id to its end, which is enough to tell two apart. */
export function shortened(text: string): string {
  return isLongId(text) ? `…${text.slice(-6)}` : text;
}

export function isLongId(text: string): boolean {
  return LONG_ID.test(text);
}

type Row = Readonly<Record<string, unknown>>;
type Fact = { readonly name: string; readonly value: unknown };

/** The mark of a value that is not there. */
export const NO_VALUE = '–';

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether a value is an id of the program's own, which says nothing to people. */
export function isOwnId(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(value);
}

/** A value of a request or of a record, as the form or the answer of its act would show it. */
export function factText(teller: Teller, act: string, fact: Fact): string {
  const { name, value } = fact;
  if (value === null || value === undefined || value === '') return NO_VALUE;
  if (Array.isArray(value)) {
    return value.length === 0 ? NO_VALUE : value.map((one) => factText(teller, act, { name, value: one })).join(', ');
  }
  if (isRow(value)) return innerText(teller, act, value);
  const coded = codedText(teller, codesOf(teller, act, name), String(value));
  if (coded !== undefined) return coded;
  return plainText(teller, { kind: kindOf(teller, act, fact) }, value) ?? idText(teller, String(value));
}

/** One code in words, or several as a filter gives them, with commas between them; undefined where one of them has no words. */
function codedText({ say }: Teller, codes: CodeWords, text: string): string | undefined {
  const words = text.split(',').map((one) => {
    const [es, en] = wordsOfCode(codes, one) ?? [];
    return es === undefined || en === undefined ? undefined : say({ es, en });
  });
  return words.includes(undefined) ? undefined : words.join(', ');
}

/** The words of a fact's codes. What a form asks for as a text is never taken for a code of another act. */
function codesOf(teller: Teller, act: string, name: string): CodeWords {
  const asked = staffFieldWords(act, name);
  const known = described(teller, act, name, { isOwn: asked !== undefined });
  return { ...known?.codes, ...recordedFact(act, name)?.codes, ...asked?.codes };
}

function innerText(teller: Teller, act: string, value: Row): string {
  const text = factsText(teller, act, value);
  return text === NO_VALUE ? text : `(${text})`;
}

/** The act that a row of the record, or a proposal, is of; empty where no act is. */
export function actOfFacts({ action }: Row): string {
  return (typeof action === 'string' ? actOnRecord(action) : undefined) ?? '';
}

/** Facts as a line of text. */
export function factsText(teller: Teller, act: string, value: Row): string {
  const pairs = told(value).map(([name, one]) => {
    const words = wordsOf(teller, act, name);
    return `${words ? teller.say(words) : name}: ${factText(teller, act, { name, value: one })}`;
  });
  return pairs.length === 0 ? NO_VALUE : pairs.join(', ');
}

/** The facts with their names, without ids of the program's own. */
export function told(value: Row): (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, one]) => !isOwnId(one));
}

function kindOf(teller: Teller, act: string, { name, value }: Fact): AnswerField['kind'] {
  if (typeof value === 'boolean') return 'yesNo';
  const asked = staffFieldWords(act, name);
  if (asked?.as === 'soles' || asked?.as === 'date') return asked.as;
  return recordedFact(act, name)?.kind ?? described(teller, act, name, { isOwn: asked !== undefined })?.kind ?? 'text';
}

/** The words of a fact's name: of its act's form or answer, or of any other act's. */
export function wordsOf(teller: Teller, act: string, name: string): StaffWords | undefined {
  return recordedFact(act, name) ?? staffFieldWords(act, name) ?? described(teller, act, name);
}

/** The field of an answer that a fact stood in: what was done is recorded as it was answered. */
function described(
  { acts }: Teller,
  act: string,
  name: string,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): AnswerField | undefined {
  const own = acts.filter((one) => one.name === act);
  for (const { answers } of isOwn ? own : [...own, ...acts]) {
    const found = typeof answers === 'object' ? within(answerFields(answers), name) : undefined;
    if (found) return found;
  }
  return undefined;
}

function within(fields: readonly AnswerField[], name: string): AnswerField | undefined {
  const own = fields.find((field) => field.name === name);
  if (own) return own;
  for (const field of fields) {
    const found = within(field.fields, name);
    if (found) return found;
  }
  return undefined;
}
