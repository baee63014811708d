import { formatDate } from '#i18n/format-date.ts';
import { type Area, needed, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const LOANS = '/api/v1/staff/loans';
const WRITE_OFFS = '/api/v1/staff/write-offs';

const FLEX_HELP = `npm run lender -- flex <command>

  offer P-2026-0000001 [--days 30]      lets the client activate flex pay, however late they are`;

/** Flex pay offered by staff. */
export const flexOffers: Area = {
  name: 'flex',
  help: FLEX_HELP,
  options: valueOptions('days'),
  async run(client, [command, number], options) {
    if (command !== 'offer') throw new UsageError(FLEX_HELP);
    const days = textOption(options, 'days');
    const path = `${LOANS}/${needed(number, 'a loan number', FLEX_HELP)}/flex-offer`;
    const body = days === undefined ? {} : { days: Number(days) };
    const { validUntil } = (await postJson(client, path, body)) as { validUntil: string };
    return `Offered until ${formatDate(validUntil)}.`;
  },
};

const WRITE_OFF_HELP = `npm run lender -- write-off <command>

  list                                                   what waits for a second person
  propose P-2026-0000001 "Nothing came in since June."
  approve P-2026-0000001                                 by another account
  withdraw P-2026-0000001
  reverse P-2026-0000001 "The client has turned up."`;

interface Proposals {
  readonly proposals: readonly { readonly number: string; readonly proposedBy: string; readonly reason: string }[];
}

/** Write-offs; each needs two people. */
export const writeOffs: Area = {
  name: 'write-off',
  help: WRITE_OFF_HELP,
  options: {},
  async run(client, [command, number, ...words]) {
    switch (command) {
      case 'list': {
        const { proposals } = (await readJson(client, WRITE_OFFS)) as Proposals;
        if (proposals.length === 0) return 'Nothing is proposed.';
        return proposals.map((one) => `${one.number}  ${one.proposedBy}  ${one.reason}`).join('\n');
      }
      case 'propose':
      case 'reverse': {
        const reason = needed(words.join(' '), 'a reason', WRITE_OFF_HELP);
        return act(number, command, { reason });
      }
      case 'approve':
      case 'withdraw':
        return act(number, command, {});
      default:
        throw new UsageError(WRITE_OFF_HELP);
    }

    async function act(loan: string | undefined, name: string, body: object): Promise<string> {
      const path = `${LOANS}/${needed(loan, 'a loan number', WRITE_OFF_HELP)}/write-off/${name}`;
      const { status } = (await postJson(client, path, body)) as { status: string };
      return `${loan}: ${status}`;
    }
  },
};
