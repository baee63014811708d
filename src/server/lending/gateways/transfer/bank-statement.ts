import { readCsvStatement, type StatementLines } from './csv-statement.ts';
import { readMt940Statement } from './mt940-statement.ts';
import type { LineProblem } from './read-csv.ts';
import type { StatementCredit } from './statement-values.ts';

export interface BankStatement {
  readonly credits: readonly StatementCredit[];
  /** The number of debits and reversals, which are ignored. */
  readonly debits: number;
  /** Entries with a problem are not among the credits. Line 0 is the file itself. */
  readonly problems: readonly LineProblem[];
}

export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;

/**
 * Reads the credits of a bank's statement, CSV or MT940, in UTF-8 or in the Windows encoding of older exports. What
 * cannot be read is reported by line, never guessed, and stops no other line. Never throws.
 */
export function readBankStatement(bytes: Uint8Array): BankStatement {
  if (bytes.length > MAX_STATEMENT_BYTES) {
    const message = `the file is larger than ${MAX_STATEMENT_BYTES / 1024 / 1024} MB`;
    return { credits: [], debits: 0, problems: [{ line: 0, message }] };
  }
  const text = decode(bytes);
  return withoutRepeats(/^:(?:20|25|60[FM]|61):/m.test(text) ? readMt940Statement(text) : readCsvStatement(text));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * An operation of a day is one credit: a repeated line is for staff to check, not to be booked twice. One with another
 * amount goes on to the import, which compares it with the booked one.
 */
function withoutRepeats({ credits, debits, problems }: StatementLines): BankStatement {
  const seen = new Map<string, number>();
  const once: StatementCredit[] = [];
  const found: LineProblem[] = [...problems];
  for (const { line, ...credit } of credits) {
    const key = `${credit.date} ${credit.bankRef} ${credit.amountCents}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      found.push({ line, message: `operation ${credit.bankRef} of ${credit.date} is already in line ${earlier}` });
      continue;
    }
    seen.set(key, line);
    once.push(credit);
  }
  return { credits: once, debits, problems: found.sort((a, b) => a.line - b.line) };
}
