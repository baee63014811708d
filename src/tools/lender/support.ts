import { writeFileSync } from 'node:fs';
import {
  type Area,
  download,
  needed,
  type Options,
  postJson,
  readJson,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const STAFF = '/api/v1/staff';

const LOGIN_AS_HELP = `npm run lender -- login-as <command>

  issue 45678912 [--type DNI|CE] --reason "…" --ticket T-123 [--mode READ_ONLY|ASSIST]
        a link that opens the client's account once, within a minute; the client is told`;

/** Support's view of a client's account (domain 2.2). */
export const loginAs: Area = {
  name: 'login-as',
  help: LOGIN_AS_HELP,
  options: valueOptions('type', 'reason', 'ticket', 'mode'),
  async run(client, [command, document], options) {
    if (command !== 'issue') throw new UsageError(LOGIN_AS_HELP);
    const { url } = (await postJson(client, `${STAFF}/impersonations`, {
      documentType: textOption(options, 'type') ?? 'DNI',
      documentNumber: needed(document, 'a document number', LOGIN_AS_HELP),
      reason: needed(textOption(options, 'reason'), '--reason', LOGIN_AS_HELP),
      ticketId: needed(textOption(options, 'ticket'), '--ticket', LOGIN_AS_HELP),
      mode: textOption(options, 'mode') ?? 'READ_ONLY',
    })) as { url: string };
    return url;
  },
};

const RECOVERY_HELP = `npm run lender -- recovery <command>

  list                            clients who lost their phone and sent a picture
  picture ID --out picture.jpg    the picture; that you looked is on record
  approve ID [--channel-lost phone|email --reason "…"]
                                  a channel in wrong hands is told nothing and cannot stop the change
  reject ID`;

/** Recovery of accounts whose phone was lost (domain 2.1.2). */
export const recoveries: Area = {
  name: 'recovery',
  help: RECOVERY_HELP,
  options: valueOptions('out', 'channel-lost', 'reason'),
  async run(client, [command, id], options) {
    if (command === 'list') return listed((await readJson(client, `${STAFF}/phone-recoveries`)) as Listed);
    const path = `${STAFF}/phone-recoveries/${needed(id, 'an id', RECOVERY_HELP)}`;
    if (command === 'approve' || command === 'reject') {
      const { status } = (await postJson(
        client,
        `${path}/${command}`,
        command === 'approve' ? lostChannel(options) : {},
      )) as { status: string };
      return `${id}: ${status}`;
    }
    if (command !== 'picture') throw new UsageError(RECOVERY_HELP);
    const out = needed(textOption(options, 'out'), '--out', RECOVERY_HELP);
    const { bytes } = await download(client, `${path}/picture`);
    writeFileSync(out, bytes, { mode: 0o600 });
    return `Written: ${out}`;
  },
};

function lostChannel(options: Options): Record<string, string> {
  const channel = textOption(options, 'channel-lost');
  if (channel === undefined) return {};
  return { channel: channel.toUpperCase(), reason: needed(textOption(options, 'reason'), '--reason', RECOVERY_HELP) };
}

interface Listed {
  readonly recoveries: readonly { readonly id: string; readonly personId: string; readonly since: string | null }[];
}

function listed({ recoveries: waiting }: Listed): string {
  if (waiting.length === 0) return 'Nobody waits.';
  return waiting.map(({ id, personId, since }) => `${id}  person ${personId}  since ${since}`).join('\n');
}

const MAINTENANCE_HELP = `npm run lender -- maintenance <command>

  pass                     a link that lets this browser see the product while it is closed, for ten hours;
                           editors close and open it with maintenance_on in the settings`;

/** Staff in a closed product (domain 2.21). */
export const maintenance: Area = {
  name: 'maintenance',
  help: MAINTENANCE_HELP,
  options: {},
  async run(client, [command]) {
    if (command !== 'pass') throw new UsageError(MAINTENANCE_HELP);
    return ((await postJson(client, `${STAFF}/maintenance-passes`, {})) as { url: string }).url;
  },
};

const AUDIT_HELP = `npm run lender -- audit <command>

  verify                   walks the whole chain of what staff did
  show person:ID           what was done to somebody or something`;

/** The audit log of staff actions and its integrity check. */
export const audit: Area = {
  name: 'audit',
  help: AUDIT_HELP,
  options: {},
  withoutProcess: ['verify'],
  async run(client, [command, subject]) {
    if (command === 'verify') {
      const result = (await readJson(client, `${STAFF}/audit/verify`)) as {
        kind: string;
        rows?: number;
        position?: number;
      };
      if (result.kind === 'intact') return `Intact: ${result.rows} rows.`;
      throw new UsageError(`Broken at row ${result.position}: it was changed, taken out or put in.`);
    }
    if (command !== 'show') throw new UsageError(AUDIT_HELP);
    const about = new URLSearchParams({ subject: needed(subject, 'a subject', AUDIT_HELP) });
    return JSON.stringify(await readJson(client, `${STAFF}/audit?${about}`), null, 2);
  },
};
