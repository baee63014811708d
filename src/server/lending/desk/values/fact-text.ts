import { html } from 'hono/html';
import type { StaffWords } from '#i18n/staff-acts.ts';
import { type CodeWords, wordsOfCode } from '#i18n/staff-codes/code-words.ts';
import { recordedFact } from '#i18n/staff-codes/recorded-facts.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { type AnswerField, answerFields } from '#server/lending/staff/answer.ts';
import type { Looker } from '../ask.ts';
import type { Html } from '../page.ts';
import { plainText } from './plain-text.ts';
import { idText } from './subject-text.ts';

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

/**
 * Facts that differ from act to act, under the names that the form and the answer of their act have for them; where it
 * has none, those of any other act.
 * @param act the act that recorded them; none for what clients and machines do
 */
export function factsView(looker: Looker, act: string, value: unknown): Html | string {
  if (!isRow(value)) return factText(looker, act, { name: '', value });
  const pairs = told(value).map(([name, one], place) => {
    const words = wordsOf(looker, act, name);
    const label = words ? looker.say(words) : html`<span lang="en">${name}</span>`;
    return html`${place > 0 ? ', ' : ''}${label}: ${factText(looker, act, { name, value: one })}`;
  });
  return pairs.length === 0 ? NO_VALUE : html`${pairs}`;
}

/** A value of a request or of a record, as the form or the answer of its act would show it. */
export function factText(looker: Looker, act: string, fact: Fact): string {
  const { name, value } = fact;
  if (value === null || value === undefined || value === '') return NO_VALUE;
  if (Array.isArray(value)) {
    return value.length === 0 ? NO_VALUE : value.map((one) => factText(looker, act, { name, value: one })).join(', ');
  }
  if (isRow(value)) return innerText(looker, act, value);
  const coded = codedText(looker, codesOf(looker, act, name), String(value));
  if (coded !== undefined) return coded;
  return plainText(looker, { kind: kindOf(looker, act, fact) }, value) ?? idText(looker, String(value));
}

/** One code in words, or several as a filter gives them, with commas between them; undefined where one of them has no words. */
function codedText({ say }: Looker, codes: CodeWords, text: string): string | undefined {
  const words = text.split(',').map((one) => {
    const [es, en] = wordsOfCode(codes, one) ?? [];
    return es === undefined || en === undefined ? undefined : say({ es, en });
  });
  return words.includes(undefined) ? undefined : words.join(', ');
}

/** The words of a fact's codes. What a form asks for as a text is never taken for a code of another act. */
function codesOf(looker: Looker, act: string, name: string): CodeWords {
  const asked = staffFieldWords(act, name);
  const known = described(looker, act, name, { isOwn: asked !== undefined });
  return { ...known?.codes, ...recordedFact(act, name)?.codes, ...asked?.codes };
}

function innerText(looker: Looker, act: string, value: Row): string {
  const pairs = told(value).map(([name, one]) => {
    const words = wordsOf(looker, act, name);
    return `${words ? looker.say(words) : name}: ${factText(looker, act, { name, value: one })}`;
  });
  return pairs.length === 0 ? NO_VALUE : `(${pairs.join(', ')})`;
}

function told(value: Row): (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, one]) => !isOwnId(one));
}

function kindOf(looker: Looker, act: string, { name, value }: Fact): AnswerField['kind'] {
  if (typeof value === 'boolean') return 'yesNo';
  const asked = staffFieldWords(act, name);
  if (asked?.as === 'soles' || asked?.as === 'date') return asked.as;
  return recordedFact(act, name)?.kind ?? described(looker, act, name, { isOwn: asked !== undefined })?.kind ?? 'text';
}

function wordsOf(looker: Looker, act: string, name: string): StaffWords | undefined {
  return recordedFact(act, name) ?? staffFieldWords(act, name) ?? described(looker, act, name);
}

/** The field of an answer that a fact stood in: what was done is recorded as it was answered. */
function described(
  { acts }: Looker,
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
