import { formatDate } from '#i18n/format-date.ts';
import type { OperatorClient } from '../operator-client.ts';
import {
  type Area,
  needed,
  type Options,
  postJson,
  queryOf,
  readJson,
  saveFile,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const APPLICATIONS = '/api/v1/staff/applications';

const HELP = `npm run lender -- applications <command>

  list [--stage MANUAL_REVIEW,INFO_MISSING]
  show SOL-2026-0001234
  file SOL-2026-0001234 <file id> --out selfie.jpg
  approve SOL-2026-0001234 --amount 1500 "Why, for the file."    above the amount of policy four-eyes two
                                                                 accounts approve the same one
  reject SOL-2026-0001234 --reasons affordability,policy_age "Why, for the file."
  need-info SOL-2026-0001234 --items income_proof,other_document ["What the client is told instead of the usual text."]
  flag-fraud SOL-2026-0001234 "Why, for the file."               always two accounts`;

/** The review queue (domain 2.3.2). */
export const applications: Area = {
  name: 'applications',
  help: HELP,
  options: valueOptions('stage', 'amount', 'reasons', 'items', 'out'),
  async run(client, [command, reference, ...words], options) {
    const note = words.join(' ');
    switch (command) {
      case 'list':
        return listed((await readJson(client, `${APPLICATIONS}${queryOf(options, ['stage'])}`)) as Queue);
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

interface Queue {
  readonly applications: readonly {
    readonly reference: string;
    readonly stage: string;
    readonly amount: number;
    readonly term: number;
    readonly productType: string;
    readonly isRepeat: boolean;
    readonly answerBy: string | null;
  }[];
}

function listed({ applications: found }: Queue): string {
  if (found.length === 0) return 'Nothing waits.';
  return found
    .map(({ reference, stage, amount, term, productType, isRepeat, answerBy }) =>
      [
        reference,
        stage.padEnd(13),
        `S/ ${amount}`.padStart(9),
        `${term} ${productType === 'SINGLE_PAY' ? 'days' : 'months'}`.padStart(10),
        isRepeat ? 'repeat' : 'new   ',
        answerBy ? `answer by ${formatDate(answerBy)}` : '',
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
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
