import { formatSoles } from '#i18n/format.ts';
import type { OperatorClient } from '../operator-client.ts';
import {
  type Area,
  LIST_OPTIONS,
  type Listing,
  listed,
  needed,
  type Options,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const BOOKS = '/api/v1/staff/books';

const HELP = `npm run lender -- books <command>

  journals --from 2026-01-01 [--to 2026-01-31] [--by day]
                                  every line of every journal, or each day's sum by kind, with the lender's accounts
  trial-balance [--date 2026-01-31] [--from 2026-01-01]
  receipts --from 2026-01-01 [--to 2026-01-31]
                                  what clients paid for, with IGV, by loan and day: for the lender's invoicing
  days-late [--date 2026-01-31]   balances by days late: 0, 1 to 30, 31 to 60, 61 to 90, more
  balances [--date 2026-01-31]    the same loan by loan

Each: [--limit 100] [--cursor …], or --format csv --out file.csv. A past date is the same whenever it is asked for; the
accounts are policy chart-of-accounts.`;

interface Line {
  readonly date: string;
  readonly kind: string;
  readonly loan?: string | null;
  readonly code: string;
  readonly name: string;
  readonly debit: number;
  readonly credit: number;
}

type Amounts<Name extends string> = Readonly<Record<Name, number>>;

/** The books that leave (decision 0142). */
export const books: Area = {
  name: 'books',
  help: HELP,
  options: { ...LIST_OPTIONS, ...valueOptions('from', 'to', 'date', 'by') },
  async run(client, [command], options) {
    switch (command) {
      case 'journals':
        return journals(client, options);
      case 'trial-balance':
        return listed<Amounts<'opening' | 'debit' | 'credit' | 'balance'> & { code: string; name: string }>(
          client,
          {
            ...listOf('trial-balance', 'accounts', options, ['date', 'from']),
            line: ({ code, name, opening, debit, credit, balance }) => [
              code.padEnd(6),
              ...[opening, debit, credit, balance].map(soles),
              name,
            ],
          },
          options,
        );
      case 'receipts':
        needed(textOption(options, 'from'), '--from', HELP);
        return listed<Amounts<'base' | 'igv' | 'exempt' | 'total'> & Receipt>(
          client,
          {
            ...listOf('receipts', 'receipts', options, ['from', 'to']),
            line: ({ date, loan, kind, document, base, igv, exempt, total }) => [
              date,
              loan,
              kind.padEnd(11),
              (document ?? '').padEnd(12),
              ...[base, igv, exempt, total].map(soles),
            ],
          },
          options,
        );
      case 'days-late':
        return listed<Owed & { bucket: string; loans: number }>(
          client,
          {
            ...listOf('days-late', 'buckets', options, ['date']),
            line: ({ bucket, loans, ...owed }) => [bucket.padEnd(5), String(loans).padStart(7), ...owedColumns(owed)],
          },
          options,
        );
      case 'balances':
        return listed<Owed & { loan: string; daysLate: number }>(
          client,
          {
            ...listOf('balances', 'loans', options, ['date']),
            line: ({ loan, daysLate, ...owed }) => [loan, String(daysLate).padStart(4), ...owedColumns(owed)],
          },
          options,
        );
      default:
        throw new UsageError(HELP);
    }
  },
};

interface Receipt {
  readonly date: string;
  readonly loan: string;
  readonly kind: string;
  readonly document: string | null;
}

type Owed = Amounts<'principal' | 'interest' | 'fees' | 'igv' | 'moratory' | 'total'>;

function owedColumns({ principal, interest, fees, igv, moratory, total }: Owed): string[] {
  return [principal, interest, fees, igv, moratory, total].map(soles);
}

function journals(client: OperatorClient, options: Options): Promise<string> {
  needed(textOption(options, 'from'), '--from', HELP);
  const by = textOption(options, 'by');
  if (by !== undefined && by !== 'day') throw new UsageError('--by is day.');
  return listed<Line>(
    client,
    {
      ...listOf(by === 'day' ? 'days' : 'journals', 'lines', options, ['from', 'to']),
      line: ({ date, kind, loan, code, name, debit, credit }) => [
        date,
        kind.padEnd(24),
        (loan ?? '').padEnd(14),
        code.padEnd(6),
        soles(debit),
        soles(credit),
        name,
      ],
    },
    options,
  );
}

function listOf(
  path: string,
  name: string,
  options: Options,
  names: readonly string[],
): Pick<Listing<unknown>, 'path' | 'name' | 'query' | 'none'> {
  const query = Object.fromEntries(names.map((option) => [option, textOption(options, option)]));
  return { path: `${BOOKS}/${path}`, name, query, none: 'Nothing was booked.' };
}

function soles(amount: number): string {
  return amount === 0 ? ''.padStart(14) : formatSoles(Math.round(amount * 100)).padStart(14);
}
