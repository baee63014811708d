import { operationKey } from '#api/field-rules/operation-number.ts';
import { bcpStatementOf } from './bcp-statement.ts';
import { readCsvStatement } from './csv-statement.ts';
import { decodeFile } from './decode-file.ts';
import { whatElseItIs, whatElseItSays } from './file-kind.ts';
import { readFormattedStatement } from './formatted-statement.ts';
import { readMt940Statement } from './mt940-statement.ts';
import { type LineProblem, linesOf } from './read-csv.ts';
import type { StatementFormat } from './statement-format.ts';
import type { StatementLine, StatementLines } from './statement-values.ts';

export interface BankStatement {
  readonly credits: readonly StatementLine[];
  /** Money that went out: some of it may take a credit back. */
  readonly debits: readonly StatementLine[];
  /** Credits that are in the file twice, which are read once: for staff to look at. */
  readonly problems: readonly LineProblem[];
}

export type ReadStatement =
  | (BankStatement & { readonly kind: 'read' })
  /** One sentence, for a person: nothing of the file counts. */
  | { readonly kind: 'unreadable'; readonly why: string };

export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;

export interface StatementOptions {
  /** Of the bank's export, from a mapping file; else it is BCP's, MT940 or a CSV with one date, as the file shows. */
  readonly format?: StatementFormat | undefined;
  /** The numbers of our accounts with the bank; undefined: the account that a file names is not compared. */
  readonly accounts?: readonly string[] | undefined;
}

/**
 * Reads a bank's statement, whole or not at all: what cannot be read is reported by line, never guessed, and then
 * nothing else of the file counts. Never throws.
 */
export function readBankStatement(
  bytes: Uint8Array,
  { format: given, accounts }: StatementOptions = {},
): ReadStatement {
  if (bytes.length > MAX_STATEMENT_BYTES) {
    return unreadable(`The file is larger than ${MAX_STATEMENT_BYTES / 1024 / 1024} MB.`);
  }
  const other = whatElseItIs(bytes);
  if (other !== undefined) return unreadable(other);
  const decoded = decodeFile(bytes, given?.encoding);
  if (decoded === undefined) return unreadable('The file is not in UTF-8: see "encoding" of the mapping file.');
  const { text, problems } = upToItsEnd(decoded);
  const kind = whatElseItSays(text);
  if (kind !== undefined) return unreadable(kind);
  const format = given ?? bcpStatementOf(text);
  const lines = format ? readFormattedStatement(text, format, accounts) : readAnyFormat(text, accounts);
  if (typeof lines === 'string') return unreadable(lines);
  const statement = withoutRepeats(lines);
  return { kind: 'read', ...statement, problems: [...statement.problems, ...problems] };
}

/** Ctrl-Z, with which older programs end a file and fill its last block. */
const END_OF_FILE = '\u001A';

/** Reads nothing behind the end of a file; people are told, unless it fills a block. */
function upToItsEnd(decoded: string): { readonly text: string; readonly problems: readonly LineProblem[] } {
  const end = decoded.indexOf(END_OF_FILE);
  if (end < 0) return { text: decoded, problems: [] };
  // Its last line is whole.
  const text = `${decoded.slice(0, end)}\n`;
  const isFilled = /^[\p{C}\s]*$/u.test(decoded.slice(end));
  const line = linesOf(text).length;
  return {
    text,
    problems: isFilled ? [] : [{ line, message: 'what is behind the end of the file (Ctrl-Z) was not read' }],
  };
}

function unreadable(why: string): ReadStatement {
  return { kind: 'unreadable', why };
}

function readAnyFormat(text: string, accounts: readonly string[] | undefined): StatementLines | string {
  const isMt940 = /^:(?:20|25|60[FM]|61):/m.test(text);
  const read = isMt940 ? readMt940Statement(text, accounts) : readCsvStatement(text);
  const [first, ...more] = read.problems.toSorted((a, b) => a.line - b.line);
  if (!first) return read;
  const { line, message } = first;
  const told = line === 0 ? `${message.charAt(0).toUpperCase()}${message.slice(1)}` : `Line ${line}: ${message}`;
  return `${told}.${more.length === 0 ? '' : ` And ${more.length} more like it.`}`;
}

/**
 * A day's operation is one credit: a repeated line is for staff. Another amount goes on to the import, and so does another
 * reference of ours, which is another transfer.
 */
function withoutRepeats({ lines }: StatementLines): BankStatement {
  const seen = new Map<string, { readonly line: number; readonly reference: string | undefined }[]>();
  const once: StatementLine[] = [];
  const found: LineProblem[] = [];
  for (const { line, ...credit } of lines.filter(({ amountCents }) => amountCents > 0)) {
    const date = credit.bookedOn ?? credit.date;
    const key = `${date} ${operationKey(credit.bankRef)} ${credit.amountCents}`;
    const { reference } = credit;
    const alike = seen.get(key) ?? [];
    const earlier = alike.find((one) => !reference || !one.reference || one.reference === reference);
    if (earlier !== undefined) {
      found.push({ line, message: `operation ${credit.bankRef} of ${date} is already in line ${earlier.line}` });
      continue;
    }
    seen.set(key, [...alike, { line, reference }]);
    once.push(credit);
  }
  return { credits: once, debits: lines.filter(({ amountCents }) => amountCents <= 0), problems: found };
}
