import { MESSAGES } from './messages.ts';
import type { StaffWords } from './staff-acts.ts';
import { ANSWER_CODES } from './staff-answer-codes.ts';
import { ANSWER_FIELDS } from './staff-answer-fields.ts';
import { staffFieldWords } from './staff-fields.ts';

const WORDS = new Map(
  Object.entries({ ...ANSWER_FIELDS, ...ANSWER_CODES }).map(([key, [es, en]]) => [key, { es, en }]),
);

function keyOf(code: string): string {
  const key = /[a-z]/.test(code) ? code : code.toLowerCase();
  return key.replace(/[-_ ]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What an ending adds: `askedBy` is `asked`, and by whom. */
const ENDINGS: readonly (readonly [ending: RegExp, es: string, en: string])[] = [
  [/(?:At|On|Ids?)$/, '', ''],
  [/By$/, ' por', ' by'],
  [/Percent$/, ', %', ', %'],
  [/Days$/, ', días', ', days'],
  [/Months$/, ', meses', ', months'],
];

/** The name of what an answer says, or a code in it: `daysLate`, `PAST_DUE`. Undefined: nobody has written words for it. */
export function answerWords(name: string): StaffWords | undefined {
  const key = keyOf(name);
  const found = WORDS.get(key);
  if (found) return found;
  const [ending, es = '', en = ''] = ENDINGS.find(([end]) => end.test(key)) ?? [];
  const stem = ending && WORDS.get(key.replace(ending, ''));
  return stem && { es: stem.es + es, en: stem.en + en };
}

/** Of clients' own words those that say a code: how a loan stands, how to pay, what a picture shows. */
const TOLD_TO_CLIENTS = ['loan_status', 'track_step', 'pay_method', 'document_kind', 'settings_data_type'];

/** A code in words, where there are any: a client's own, an answer's, or those of a field that it names. */
export function codeWords(code: string): StaffWords | undefined {
  if (!/^(?:[A-Z\d_]+|[a-z][A-Za-z\d]*(?:[-_ ][a-z\d]+)*)$/.test(code)) return undefined;
  const told: Readonly<Record<string, StaffWords>> = MESSAGES;
  const ofClients = TOLD_TO_CLIENTS.map((of) => told[`${of}_${code}`]).find((words) => words !== undefined);
  return ofClients ?? answerWords(code) ?? staffFieldWords('', keyOf(code));
}
