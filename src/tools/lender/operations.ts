import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import {
  type Area,
  LIST_OPTIONS,
  type Listing,
  listed,
  needed,
  type Options,
  postJson,
  readJson,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const LOANS = '/api/v1/staff/loans';
const OPERATIONS = '/api/v1/staff/operations';

const PORTFOLIO = '/api/v1/staff/portfolio';

const LOANS_HELP = `npm run lender -- loan <command>

  originate PERSON-ID --product 1|11|12 --amount 500 --term 30 --bank 002 --cci 00219100001234567852 --holder "Ana Quispe"
  show P-2026-0000001
  list [--status PAST_DUE,DEFAULTED] [--days-late 1] [--days-late-to 30] [--due 2026-02-01] [--due-to 2026-02-28]
       [--type SINGLE_PAY|INSTALLMENT] [--client 45678912 [--document DNI|CE]]
  late [the same]           who is late today, and when they may be called: yes or no, with the hours

list, late: [--limit 100] [--cursor …], or --format csv --out file.csv`;

/** Stored loans. */
export const loans: Area = {
  name: 'loan',
  help: LOANS_HELP,
  options: {
    ...LIST_OPTIONS,
    ...valueOptions('product', 'amount', 'term', 'bank', 'cci', 'holder'),
    ...valueOptions('status', 'days-late', 'days-late-to', 'due', 'due-to', 'type', 'client', 'document'),
  },
  async run(client, [command, subject], options) {
    if (command === 'list') return listed(client, { ...loanListing('loans', options), line: loanLine }, options);
    if (command === 'late') return listed(client, { ...loanListing('late-loans', options), line: lateLine }, options);
    const id = needed(subject, command === 'show' ? 'a loan number' : 'a person id', LOANS_HELP);
    if (command === 'show') return JSON.stringify(await readJson(client, `${LOANS}/${id}`), null, 2);
    if (command !== 'originate') throw new UsageError(LOANS_HELP);
    const text = (name: string): string => needed(textOption(options, name), `--${name}`, LOANS_HELP);
    const body = {
      personId: id,
      productId: Number(text('product')),
      amount: Number(text('amount')),
      term: Number(text('term')),
      bankId: text('bank'),
      cci: text('cci'),
      holder: text('holder'),
    };
    const { number } = (await postJson(client, LOANS, body)) as { number: string };
    return number;
  },
};

/** The options of loans, and what the API calls them. */
const LOAN_FILTERS = {
  status: 'status',
  daysLateFrom: 'days-late',
  daysLateTo: 'days-late-to',
  dueFrom: 'due',
  dueTo: 'due-to',
  product: 'type',
} as const;

function loanListing(path: string, options: Options): Omit<Listing<never>, 'line'> {
  const query = Object.fromEntries(
    Object.entries(LOAN_FILTERS).map(([name, option]) => [name, textOption(options, option)]),
  );
  const client = textOption(options, 'client');
  // Not in the address: that is written to logs.
  const headers = client && { 'client-document': `${textOption(options, 'document') ?? 'DNI'} ${client}` };
  return { path: `${PORTFOLIO}/${path}`, query, name: 'loans', none: 'No loans.', ...(headers && { headers }) };
}

interface ListedLoan {
  readonly number: string;
  readonly status: string;
  readonly daysLate: number;
  readonly dueOn: string | null;
  readonly due: number;
  readonly balance: number;
}

interface LateLoan extends ListedLoan {
  readonly mayBeCalled: 'yes' | 'no';
  readonly why: string | null;
  readonly callOn: string | null;
  readonly callFrom: string | null;
  readonly callUntil: string | null;
}

function loanLine({ number, status, daysLate, dueOn, due, balance }: ListedLoan): string[] {
  const late = daysLate > 0 ? `${daysLate} days late` : '';
  const day = dueOn === null ? '' : `due ${formatDate(dueOn)}`;
  return [number, status.padEnd(18), day.padEnd(14), soles(due), `balance ${soles(balance)}`, late];
}

function lateLine(loan: LateLoan): string[] {
  const { mayBeCalled, why, callOn, callFrom, callUntil } = loan;
  const hours = callOn === null ? '' : `${formatDate(callOn)} ${callFrom} to ${callUntil}`;
  return [...loanLine(loan), `call: ${[mayBeCalled, why === null ? '' : `(${why})`, hours].filter(Boolean).join(' ')}`];
}

function soles(amount: number): string {
  return formatSoles(Math.round(amount * 100)).padStart(13);
}

const LEDGER_HELP = `npm run lender -- ledger verify

  Checks every hash, every journal, every loan's figures, what clients were promised, and the control accounts.`;

interface LedgerBody {
  readonly loans: number;
  readonly journals: number;
  readonly problems: readonly string[];
}

/** Verifies the ledger; exits with an error if it does not balance, for monitoring. */
export const ledger: Area = {
  name: 'ledger',
  help: LEDGER_HELP,
  options: {},
  withoutProcess: ['verify'],
  async run(client, [command]) {
    if (command !== 'verify') throw new UsageError(LEDGER_HELP);
    const report = (await readJson(client, `${OPERATIONS}/ledger`)) as LedgerBody;
    const { loans: count, journals, problems } = report;
    if (problems.length > 0) throw new UsageError(`The ledger is NOT true:\n${problems.join('\n')}`);
    return `True: ${count} loans, ${journals} journals.`;
  },
};

const DATE_HELP = `npm run lender -- date <command>

  close                closes every loan up to today, as every night
  advance 30           sandbox: moves the business date ahead by days, and closes every day between`;

/** The business date. */
export const businessDate: Area = {
  name: 'date',
  help: DATE_HELP,
  options: {},
  async run(client, [command, days]) {
    if (command === 'close') return closed(await postJson(client, `${OPERATIONS}/close-of-business`, {}));
    if (command !== 'advance') throw new UsageError(DATE_HELP);
    const body = { days: Number(needed(days, 'a number of days', DATE_HELP)) };
    return closed(await postJson(client, `${OPERATIONS}/business-date`, body));
  },
};

function closed(body: unknown): string {
  const {
    businessDate: date,
    closed: count,
    failed,
  } = body as {
    businessDate: string;
    closed: number;
    failed: readonly string[];
  };
  const problems = failed.length > 0 ? `, ${failed.length} could not be closed (see the log)` : '';
  return `${date}: ${count} loans closed${problems}.`;
}
