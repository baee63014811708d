import { readFileSync } from 'node:fs';
import { formatDate } from '#i18n/format-date.ts';
import type { OperatorClient } from '../operator-client.ts';
import { type Area, needed, type Options, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const PARAMETERS = '/api/v1/staff/parameters';
const HOLIDAYS = '/api/v1/staff/holidays';

const HELP = `npm run lender -- parameter <command>

  list                       what is in force and planned, and what waits for approval
  propose KIND KEY (--value '{"percent":"18.00"}' | --file value.json) --from 2027-01-01 [--to 2027-06-30]
          --reason "Why; for a fee, what it costs us."
                             kinds: product, price, igv, rate_cap, promotion, rate_limit, policy
  approve ID                 by another account than who proposed it
  reject ID`;

/** Dated parameters; each change needs two people (domain 2.22). */
export const parameters: Area = {
  name: 'parameter',
  help: HELP,
  options: valueOptions('value', 'file', 'from', 'to', 'reason'),
  async run(client, [command, first, second], options) {
    switch (command) {
      case 'list':
        return list(client);
      case 'propose':
        return propose(client, first, second, options);
      case 'approve':
      case 'reject': {
        const id = needed(first, 'the id of a proposal', HELP);
        const { status } = (await postJson(client, `${PARAMETERS}/${id}/${command}`, {})) as { status: string };
        return `${id}: ${status}`;
      }
      default:
        throw new UsageError(HELP);
    }
  },
};

interface Listed {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
  readonly validFrom: string;
  readonly validTo: string | null;
}

interface ListedProposal extends Listed {
  readonly id: string;
  readonly proposedBy: string;
  readonly reason: string;
}

async function list(client: OperatorClient): Promise<string> {
  const body = (await readJson(client, PARAMETERS)) as {
    readonly parameters: readonly Listed[];
    readonly proposals: readonly ListedProposal[];
  };
  const proposals = body.proposals.map((one) => `${one.id}  ${lineOf(one)}\n    by ${one.proposedBy}: ${one.reason}`);
  const waiting = proposals.length > 0 ? proposals.join('\n') : 'Nothing waits for approval.';
  return `${body.parameters.map(lineOf).join('\n')}\n\n${waiting}`;
}

function lineOf({ kind, key, value, validFrom, validTo }: Listed): string {
  const until = validTo === null ? 'until further notice' : `to ${formatDate(validTo)}`;
  return `${kind} ${key}  from ${formatDate(validFrom)} ${until}  ${JSON.stringify(value)}`;
}

async function propose(
  client: OperatorClient,
  kind: string | undefined,
  key: string | undefined,
  options: Options,
): Promise<string> {
  const validTo = textOption(options, 'to');
  const body = {
    kind: needed(kind, 'a kind', HELP),
    key: needed(key, 'a key', HELP),
    value: givenValue(options),
    validFrom: needed(textOption(options, 'from'), '--from', HELP),
    ...(validTo !== undefined && { validTo }),
    reason: needed(textOption(options, 'reason'), '--reason', HELP),
  };
  const { id } = (await postJson(client, PARAMETERS, body)) as { id: string };
  return `${id}: waits for somebody else's approval`;
}

function givenValue(options: Options): unknown {
  const file = textOption(options, 'file');
  const text = file === undefined ? textOption(options, 'value') : readFileSync(file, 'utf8');
  try {
    return JSON.parse(needed(text, '--value or --file', HELP));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`The value is not JSON: ${error.message}.`);
    throw error;
  }
}

const HOLIDAY_HELP = `npm run lender -- holiday add 2028-07-23 "Día de la Fuerza Aérea"

  A year counts as known from its first holiday on: enter all of them.`;

/** Peru's public holidays. */
export const holidays: Area = {
  name: 'holiday',
  help: HOLIDAY_HELP,
  options: {},
  async run(client, [command, date, ...words]) {
    if (command !== 'add') throw new UsageError(HOLIDAY_HELP);
    const body = { date: needed(date, 'a date', HOLIDAY_HELP), name: needed(words.join(' '), 'a name', HOLIDAY_HELP) };
    await postJson(client, HOLIDAYS, body);
    return `${formatDate(body.date)}: ${body.name}`;
  },
};
