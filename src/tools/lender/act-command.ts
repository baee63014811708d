import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { STAFF_ACTS, STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { doneSentence } from '#i18n/staff-done.ts';
import { DESCRIBED_ACTS } from '#server/lending/described-acts.ts';
import { commandLine } from '#server/lending/desk/command-line.ts';
import { type Given, requestOf } from '#server/lending/desk/request-of.ts';
import { decodeFile } from '#server/lending/gateways/transfer/decode-file.ts';
import { type Act, answersFile } from '#server/lending/staff/act.ts';
import { type ActField, codesOf, fieldsOf, isList } from '#server/lending/staff/act-fields.ts';
import type { OperatorClient } from '../operator-client.ts';
import { kept, type Options, refusalOf, textOption, UsageError } from './command-line.ts';

type OptionOfArgs = ParseArgsOptionsConfig[string];
/** Options that every act takes: where its answer goes, and who asks. */
const OF_EVERY_ACT = ['out', 'format', 'as'];
const NOT_TYPED = /^(?:cursor|limit)$/;

/** The option of a field: `ticketId` is `--ticket-id`, or any of its words: `--ticket`. */
function optionOf({ name }: ActField): string {
  return (name.split('.').at(-1) ?? name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isMeant(option: string, field: ActField): boolean {
  const own = optionOf(field);
  return own.startsWith(option) || own.split('-').includes(option);
}

/** The act whose words a command begins with, and the words that follow. */
export function actOf(
  acts: readonly Act[],
  words: readonly string[],
): { readonly act: Act; readonly rest: readonly string[] } | undefined {
  const [group = '', name = ''] = words;
  const two = acts.find((one) => one.name === `${group} ${name}`);
  if (two) return { act: two, rest: words.slice(2) };
  const one = acts.find((act) => act.name === group);
  return one && { act: one, rest: words.slice(1) };
}

/** The options of every act: what takes no value is said without one. */
export function optionsOf(acts: readonly Act[]): ParseArgsOptionsConfig {
  const fields = acts.flatMap(fieldsOf).filter(({ place }) => place !== 'params');
  const own = fields.map((field): [string, OptionOfArgs] => [
    optionOf(field),
    field.kind === 'yes' ? { type: 'boolean' } : { type: 'string', ...(field.kind === 'file' && { multiple: true }) },
  ]);
  const text = { type: 'string' } as const;
  return { ...Object.fromEntries(own), out: text, format: text, invitation: text };
}

/** Has an act done, as it is described. @returns what to print */
export async function runAct(
  client: OperatorClient,
  act: Act,
  words: readonly string[],
  options: Options,
): Promise<string> {
  const { texts, files } = givenBy(act, words, options);
  const asked = requestOf(act, { texts, files });
  if (asked.kind === 'wrong') {
    throw new UsageError(asked.wrong.map(({ why }) => why.en).join('\n'));
  }
  // Before it is done, so that a colleague can see what was read.
  for (const { field, cents } of asked.amounts) process.stderr.write(`${field.words.en}: ${formatSoles(cents)}\n`);
  const isCsv = isCsvAsked(act, options);
  const accept = isCsv ? { accept: 'text/csv' } : {};
  const init = { ...asked.init, headers: { ...Object.fromEntries(new Headers(asked.init.headers)), ...accept } };
  const response = await client.request(asked.path, init);
  if (!response.ok) throw await refusalOf(response);
  if (answersFile(act) || isCsv) return kept(response, textOption(options, 'out'));
  const answer: unknown = response.status === 204 ? { status: 'DONE' } : await response.json();
  const whose = fieldsOf(act)[0]?.place === 'params' ? words[0] : undefined;
  const text = said(answer, response.status) ?? doneText(act, texts, answer) ?? printed(answer, whose);
  // A monitor looks at the exit code.
  if (act.may.includes('machine') && hasProblems(answer)) throw new UsageError(text);
  return text;
}

/** A list may be asked for as CSV; `--format` of an act that answers a text is a field of its own. */
function isCsvAsked(act: Act, options: Options): boolean {
  const format = !answersFile(act) ? textOption(options, 'format') : undefined;
  if (format === undefined) return false;
  if (format !== 'csv') throw new UsageError('--format is csv.');
  if (!isList(act)) throw new UsageError('This is not a list: it has no CSV.');
  return true;
}

/** The sentence for an act that another account has to repeat; undefined for any other. */
function said(answer: unknown, status: number): string | undefined {
  const { approval, kind } = answer as { readonly approval?: string; readonly kind?: string };
  if (kind !== 'second-needed' && (status !== 202 || approval === undefined)) return undefined;
  return `Proposed${approval ? ` (${approval})` : ''}: another account gives the same command.`;
}

/** The sentence for what an act has changed, then what it answered besides; undefined for an act that only reads. */
function doneText(act: Act, texts: Given['texts'], answer: unknown): string | undefined {
  if (!isRow(answer)) return undefined;
  const done = doneSentence(act.name, 'en', texts, answer, codesOf(act));
  if (!done) return undefined;
  const besides = Object.entries(answer).filter(([name]) => !done.told.includes(name));
  const isFlat = besides.length === 1 && !besides.some(([, value]) => typeof value === 'object');
  const rest = isFlat
    ? besides.map(([name, value]) => `${name}: ${shownValue(value)}`).join('\n')
    : textOfAnswer(Object.fromEntries(besides), undefined);
  return [done.sentence, rest].filter(Boolean).join('\n');
}

/** Reads the values of a command line: options by name, then the words in the order of the description. */
function givenBy(act: Act, words: readonly string[], options: Options) {
  const fields = fieldsOf(act);
  const given = byOption(fields, options, helpOfAct(act));
  const open = fields.filter(({ name }) => !given.has(name));
  const document = open.find(({ name, isRequired }) => name === 'documentType' && isRequired);
  if (document) given.set(document.name, ['DNI']);
  const typed = open.filter((field) => field !== document);
  const order = inOrder(typed, words.length);
  for (const [place, { name }] of order.entries()) {
    const word = place === order.length - 1 ? words.slice(place).join(' ') : words[place];
    if (word) given.set(name, [word]);
  }
  const missing = fields.find((field) => isNeeded(field) && !given.has(field.name));
  if (missing) throw new UsageError(`${placeOf(missing)} is missing.\n\n${helpOfAct(act)}`);
  const isFile = (name: string) => fields.some((field) => field.name === name && field.kind === 'file');
  const [files = [], texts = []] = [true, false].map((of) => [...given].filter(([name]) => isFile(name) === of));
  return {
    texts: Object.fromEntries(texts.map(([name, values]) => [name, values.map(contentOf)])),
    files: Object.fromEntries(files.map(([name, values]) => [name, values.map(fileOf)])),
  };
}

/** Each option gives the field that it names, or the first one that it may mean. */
function byOption(fields: readonly ActField[], options: Options, help: string): Map<string, readonly string[]> {
  const given = new Map<string, readonly string[]>();
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || value === false) continue;
    const free = fields.filter(({ name, place }) => place !== 'params' && !given.has(name));
    const field = free.find((one) => optionOf(one) === option) ?? free.find((one) => isMeant(option, one));
    if (field) given.set(field.name, [value].flat().map(String));
    else if (!OF_EVERY_ACT.includes(option)) throw new UsageError(`--${option} says nothing here.\n\n${help}`);
  }
  return given;
}

function isNeeded({ isRequired, place }: ActField): boolean {
  return isRequired || place === 'params';
}

/**
 * Finds the fields that the words of a command stand for: the required ones or, when none is required, the first text
 * field, which names a thing or a person.
 */
function inOrder(open: readonly ActField[], words: number): readonly ActField[] {
  const needed = open.filter(isNeeded);
  if (words <= needed.length || needed.length > 0) return needed;
  return open.filter(({ kind, name }) => kind === 'text' && !NOT_TYPED.test(name)).slice(0, 1);
}

function placeOf(field: ActField): string {
  return field.place === 'params' ? field.name.toUpperCase() : `--${optionOf(field)}`;
}

/** `@answer.txt` is what the file says. */
function contentOf(value: string): string {
  return value.startsWith('@') ? (decodeFile(readFileSync(value.slice(1))) ?? '') : value;
}

function fileOf(path: string): File {
  return new File([readFileSync(path)], basename(path));
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer for people: a list as a table, what is flat as names and values, the rest as JSON. */
function printed(answer: unknown, whose: string | undefined): string {
  if (!isRow(answer)) return JSON.stringify(answer, null, 2);
  return textOfAnswer(answer, whose);
}

function hasProblems(answer: unknown): boolean {
  const { problems, kind } = answer as { readonly problems?: readonly unknown[]; readonly kind?: string };
  return kind === 'broken' || (problems ?? []).length > 0;
}

function textOfAnswer(answer: Row, whose: string | undefined): string {
  const { next, page, ...shown } = answer;
  const lists = Object.entries(shown).filter(([, value]) => Array.isArray(value));
  const rest = Object.entries(shown).filter(([, value]) => !Array.isArray(value));
  const [only] = rest;
  if (only && rest.length === 1 && lists.length === 0 && !isRow(only[1])) {
    return [whose, shownValue(only[1])].filter(Boolean).join(': ');
  }
  if (rest.some(([, value]) => isRow(value))) return JSON.stringify(answer, null, 2);
  const flat = rest.map(([name, value]) => `${name}: ${shownValue(value)}`);
  const place = isRow(page) ? placeText(page) : [];
  const more = typeof next === 'string' ? [`More: --cursor ${next}`] : [];
  // The first of several is the list that has pages.
  const tables = lists.flatMap(([name, rows], n) => [
    ...(lists.length > 1 ? [`${name}:`] : []),
    ...tableOf(rows as unknown[]),
    ...(n === 0 ? [...place, ...more] : []),
  ]);
  return [...flat, ...tables].join('\n');
}

/** Which rows of a list these are, so that none looks like all of it: `1–100 of 213`. */
function placeText({ from, to, of, isMore }: Row): string[] {
  if (of === 0) return [];
  return [`${from === null ? '–' : `${from}–${to}`} of ${isMore === true ? 'more than ' : ''}${of}`];
}

function tableOf(rows: readonly unknown[]): string[] {
  if (rows.length === 0) return ['Nothing.'];
  const cells = rows.map((row) => (isRow(row) ? Object.values(withCommand(row)) : [row]).map(shownValue));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  return cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A row that names an act, with its command in the place of the act's fields. */
function withCommand({ act, with: known, told, ...row }: Row): Row {
  const route = typeof act === 'string' && isRow(known) ? DESCRIBED_ACTS.find(({ name }) => name === act) : undefined;
  if (!route) return { ...row, ...(act !== undefined && { act }), ...(told !== undefined && { told }) };
  return { ...row, command: commandLine(route, known as Readonly<Record<string, string>>) };
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value) && !value.some(isRow)) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text;
}

/** `payments refund ID --reason "…"`, with what it does. */
function helpOfAct(act: Act): string {
  const words = fieldsOf(act).flatMap((field) => {
    if (NOT_TYPED.test(field.name)) return [];
    const name = field.place === 'params' ? field.name.toUpperCase() : `--${optionOf(field)}${examplesOf(field)}`;
    return [field.isRequired || field.place === 'params' ? name : `[${name}]`];
  });
  const two =
    act.second === undefined ? '' : act.second === 'always' ? ' Two accounts.' : ' Two accounts, by the amount.';
  return `  ${[act.name, ...words].join(' ')}\n      ${STAFF_ACTS[act.name].en}.${two}`;
}

function examplesOf({ kind, options, schema, words: { example } }: ActField): string {
  if (kind === 'yes') return '';
  const columns = () => Object.keys(schema.items?.properties ?? {}).join(',');
  if (kind === 'noted') return ` ${example}|@file.csv (${columns()})`;
  if (kind === 'rows') return ` @file.csv (${options.join(',')})`;
  if (options.length > 0 && options.length < 8) return ` ${options.join(kind === 'choices' ? ',' : '|')}`;
  if (/^01890000-/.test(example)) return ' ID';
  return /\s/.test(example) ? ' "…"' : ` ${example}`;
}

/** Options that every list takes; the page of all commands says it once. */
export const LIST_HELP = '\n\n  A list: [--limit 100] [--cursor …], or --format csv --out file.csv';

/** The help of a group of acts. */
export function helpOfGroup(acts: readonly Act[], group: string): string | undefined {
  const own = acts.filter(({ name }) => name.split(' ')[0] === group);
  if (own.length === 0) return undefined;
  const list = own.some(isList);
  const more = list ? LIST_HELP : '';
  return `${STAFF_GROUPS[group as keyof typeof STAFF_GROUPS].en}\n\n${own.map(helpOfAct).join('\n')}${more}`;
}
