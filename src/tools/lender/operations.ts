import { type Area, needed, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const LOANS = '/api/v1/staff/loans';
const OPERATIONS = '/api/v1/staff/operations';

const LOANS_HELP = `npm run lender -- loan <command>

  originate PERSON-ID --product 1|11|12 --amount 500 --term 30 --bank 002 --cci 00219100001234567852 --holder "Ana Quispe"
  show P-2026-0000001`;

/** Stored loans. */
export const loans: Area = {
  name: 'loan',
  help: LOANS_HELP,
  options: valueOptions('product', 'amount', 'term', 'bank', 'cci', 'holder'),
  async run(client, [command, subject], options) {
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

const LEDGER_HELP = `npm run lender -- ledger verify

  Checks every hash, every journal, every loan's figures and the control accounts.`;

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
