import { formatDate } from '#i18n/format-date.ts';
import type { OperatorClient } from '../operator-client.ts';
import {
  type Area,
  LIST_OPTIONS,
  listed,
  needed,
  type Options,
  postJson,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const FLAGS = '/api/v1/staff/fraud-flags';

const HELP = `npm run lender -- fraud <command>

  list [--state OPEN|LIFTED] [--kind document,phone,cci,device,address]    the open ones unless told; [--limit 100]
                                             [--cursor …], or --format csv --out file.csv
  look-up <what>                             every flag on it; of a client's document those on all they have used
  add <what> "Why, without a client's data." two accounts; of a client's document the client and all they have used
  lift ID "Why, without a client's data."    two accounts; one flag, or by the id of a case all that are open of it

  <what> is one of: --document 45678912 [--type DNI|CE]; --phone 987654321; --account <CCI>; --device <id>;
  --ubigeo 150105 --street-type JR --street "Los Álamos" --number 123 [--apartment 402] [--reference "…"]

  Who comes back with anything under an open flag is decided by people: "applications show" names the flags.
  Who has an offer goes back to people; who has signed is not paid out until two lift the flag ("tasks list" says which).
  What is found in an application is flagged there: applications flag-fraud, which ends what has not been sent yet.`;

interface Flag {
  readonly id: string;
  readonly caseId: string;
  readonly kind: string;
  readonly application: string | null;
  readonly reason: string;
  readonly flaggedBy: string;
  readonly flaggedAt: string;
  readonly liftedBy: string | null;
  readonly liftedAt: string | null;
}

/** Flags of fraud (decision 0146). */
export const fraud: Area = {
  name: 'fraud',
  help: HELP,
  options: {
    ...LIST_OPTIONS,
    ...valueOptions('state', 'kind', 'document', 'type', 'phone', 'account', 'device'),
    ...valueOptions('ubigeo', 'street-type', 'street', 'number', 'apartment', 'reference'),
  },
  async run(client, [command, ...words], options) {
    switch (command) {
      case 'list':
        return list(client, options);
      case 'look-up': {
        const { flags } = (await postJson(client, `${FLAGS}/look-up`, { thing: thingOf(options) })) as {
          readonly flags: readonly Flag[];
        };
        return flags.length === 0 ? 'No flag lies on it.' : flags.map((flag) => lineOf(flag).join('  ')).join('\n');
      }
      case 'add': {
        const reason = needed(words.join(' '), 'a reason', HELP);
        return counted(await postJson(client, FLAGS, { thing: thingOf(options), reason }), 'Flagged');
      }
      case 'lift': {
        const [id, ...why] = words;
        const path = `${FLAGS}/${encodeURIComponent(needed(id, 'an id', HELP))}/lift`;
        return counted(await postJson(client, path, { reason: needed(why.join(' '), 'a reason', HELP) }), 'Lifted');
      }
      default:
        throw new UsageError(HELP);
    }
  },
};

function list(client: OperatorClient, options: Options): Promise<string> {
  const query = { state: textOption(options, 'state'), kind: textOption(options, 'kind') };
  const listing = { path: FLAGS, query, name: 'flags', none: 'No flag.', line: lineOf };
  return listed<Flag>(client, listing, options);
}

function lineOf({ id, caseId, kind, application, reason, flaggedBy, flaggedAt, liftedBy, liftedAt }: Flag): string[] {
  return [
    id,
    `case ${caseId}`,
    kind.padEnd(8),
    application ?? ''.padEnd(16),
    `${formatDate(flaggedAt.slice(0, 10))} ${flaggedBy}`,
    liftedAt === null ? 'open' : `lifted ${formatDate(liftedAt.slice(0, 10))} ${liftedBy}`,
    reason,
  ];
}

function counted(answer: unknown, what: string): string {
  const { flags } = answer as { readonly flags: number };
  return `${what}: ${flags}.`;
}

/** Exactly one thing. */
function thingOf(options: Options): Readonly<Record<string, string>> {
  const given = (name: string) => textOption(options, name);
  const [document, phone, cci, device, street] = ['document', 'phone', 'account', 'device', 'street'].map(given);
  const things: readonly Readonly<Record<string, string>>[] = [
    ...(document === undefined
      ? []
      : [{ kind: 'document', documentType: given('type') ?? 'DNI', documentNumber: document }]),
    ...(phone === undefined ? [] : [{ kind: 'phone', phone }]),
    ...(cci === undefined ? [] : [{ kind: 'cci', cci }]),
    ...(device === undefined ? [] : [{ kind: 'device', device }]),
    ...(street === undefined ? [] : [{ kind: 'address', street, ...addressOf(given) }]),
  ];
  const [thing, second] = things;
  if (!thing || second) throw new UsageError(`Name one thing.\n\n${HELP}`);
  return thing;
}

function addressOf(given: (name: string) => string | undefined): Readonly<Record<string, string>> {
  const fields = ['ubigeo', 'number', 'apartment', 'reference'].map((name) => [name, given(name)]);
  const all = [...fields, ['streetType', given('street-type')]];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
