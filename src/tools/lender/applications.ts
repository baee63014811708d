import { formatDate } from '#i18n/format-date.ts';
import type { OperatorClient } from '../operator-client.ts';
import {
  type Area,
  LIST_OPTIONS,
  listed,
  needed,
  type Options,
  postJson,
  readJson,
  saveFile,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const APPLICATIONS = '/api/v1/staff/applications';

const HELP = `npm run lender -- applications <command>

  list [--stage MANUAL_REVIEW,INFO_MISSING]       by deadline; [--limit 100] [--cursor …], or --format csv --out file.csv
  show SOL-2026-0001234
  file SOL-2026-0001234 <file id> --out selfie.jpg
  approve SOL-2026-0001234 --amount 1500 "Why, for the file."    above the amount of policy four-eyes, or under a
                                                                 fraud flag, two accounts approve the same one
  reject SOL-2026-0001234 --reasons affordability,policy_age "Why, for the file."
  need-info SOL-2026-0001234 --items income_proof,other_document ["What the client is told instead of the usual text."]
  flag-fraud SOL-2026-0001234 "Why, for the file."               always two accounts; the client and all they used
                                                                 stay flagged: fraud --help`;

/** The review queue (domain 2.3.2). */
export const applications: Area = {
  name: 'applications',
  help: HELP,
  options: { ...LIST_OPTIONS, ...valueOptions('stage', 'amount', 'reasons', 'items') },
  async run(client, [command, reference, ...words], options) {
    const note = words.join(' ');
    switch (command) {
      case 'list':
        return listed(client, { ...QUEUE, query: { stage: textOption(options, 'stage') }, line: lineOf }, options);
      case 'show':
        return JSON.stringify(await readJson(client, `${APPLICATIONS}/${referenceOf(reference)}`), null, 2);
      case 'file':
        return saveFile(
          client,
          `${APPLICATIONS}/${referenceOf(reference)}/files/${needed(words[0], 'a file id', HELP)}`,
          needed(textOption(options, 'out'), '--out', HELP),
        );
      case 'approve':
        return act(client, reference, command, {
          amount: Number(needed(textOption(options, 'amount'), '--amount', HELP)),
          note,
        });
      case 'reject':
        return act(client, reference, command, { reasons: listOption(options, 'reasons'), note });
      case 'need-info':
        return act(client, reference, command, { items: itemsOf(options, note) });
      case 'flag-fraud':
        return act(client, reference, command, { note });
      default:
        throw new UsageError(HELP);
    }
  },
};

const QUEUE = { path: APPLICATIONS, name: 'applications', none: 'Nothing waits.' } as const;

interface Waiting {
  readonly reference: string;
  readonly stage: string;
  readonly amount: number;
  readonly term: number;
  readonly productType: string;
  readonly isRepeat: boolean;
  readonly deadline: string | null;
}

function lineOf({ reference, stage, amount, term, productType, isRepeat, deadline }: Waiting): string[] {
  return [
    reference,
    stage.padEnd(13),
    `S/ ${amount}`.padStart(9),
    `${term} ${productType === 'SINGLE_PAY' ? 'days' : 'months'}`.padStart(10),
    isRepeat ? 'repeat' : 'new   ',
    deadline === null ? '' : `by ${deadline.length === 10 ? formatDate(deadline) : deadline}`,
  ];
}

async function act(
  client: OperatorClient,
  reference: string | undefined,
  command: string,
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const result = (await postJson(client, `${APPLICATIONS}/${referenceOf(reference)}/${command}`, body)) as {
    readonly kind: string;
    readonly stage?: string;
  };
  return result.kind === 'second-needed'
    ? 'Noted. A second person has to do the same.'
    : `${reference}: ${result.stage}`;
}

function referenceOf(reference: string | undefined): string {
  return encodeURIComponent(needed(reference, 'a reference', HELP));
}

function listOption(options: Options, name: string): string[] {
  return needed(textOption(options, name), `--${name}`, HELP).split(',');
}

function itemsOf(options: Options, note: string) {
  return listOption(options, 'items').map((code) => (note === '' ? { code } : { code, note }));
}
