import { type Area, needed, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const CONTACT = '/api/v1/staff/contact';

const HELP = `npm run lender -- contact <command>

  show P-2026-0000001        whether the client may be called now: yes, or no and why
  log P-2026-0000001 --channel CALL|VISIT [--recipient CLIENT]
                             asks before the call is made, and writes it down; what the rules forbid is refused,
                             and what they allow comes with the number to call
  pause P-2026-0000001 --reason COMPLAINT|BEREAVEMENT|FRAUD_CLAIM
  resume P-2026-0000001 --reason COMPLAINT|BEREAVEMENT|FRAUD_CLAIM`;

/** Collections' contact with a client (domain 2.16). */
export const contact: Area = {
  name: 'contact',
  help: HELP,
  options: valueOptions('channel', 'recipient', 'reason'),
  async run(client, [command, loan], options) {
    const path = `${CONTACT}/${encodeURIComponent(needed(loan, 'a loan number', HELP))}`;
    const option = (name: string) => needed(textOption(options, name), `--${name}`, HELP);
    switch (command) {
      case 'show': {
        const { mayCallNow, pauses } = (await readJson(client, path)) as Situation;
        if (mayCallNow === 'yes') return 'May be called now: yes';
        return `May be called now: no (${[mayCallNow, ...pauses].join(', ')})`;
      }
      case 'log': {
        const recipient = textOption(options, 'recipient') ?? 'CLIENT';
        const body = { channel: option('channel'), recipient };
        const made = (await postJson(client, `${path}/attempts`, body)) as Attempt;
        return `${loan}: ${made.channel} at ${made.at}${made.phone ? `, ${made.phone}` : ''}`;
      }
      case 'pause':
      case 'resume': {
        const to = command === 'pause' ? 'pauses' : 'pauses/close';
        const { pauses } = (await postJson(client, `${path}/${to}`, { reason: option('reason') })) as Situation;
        return `${loan}: ${pauses.length > 0 ? `paused (${pauses.join(', ')})` : 'not paused'}`;
      }
      default:
        throw new UsageError(HELP);
    }
  },
};

interface Attempt {
  readonly channel: string;
  readonly at: string;
  /** The number to call; that it was shown is on record. */
  readonly phone?: string;
}

interface Situation {
  /** `yes`, or the rule that forbids it. */
  readonly mayCallNow: string;
  readonly pauses: readonly string[];
}
