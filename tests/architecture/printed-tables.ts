import type { Access } from '#api/access.ts';
import { cookieRows } from '#api/cookies.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { OPEN_ADDRESSES } from '#tests/support/lending/open-addresses.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { LIST_HELP } from '#tools/lender/act-command.ts';
import { GROUPS, HELP } from '#tools/lender.ts';
import { MAY_IMPORT } from './rooms.mjs';

/** Subjects of the lending server read best by their own names: what every one of them may import is said once. */
const LENDING = 'server/lending';
const EVERY_SUBJECT = ['server/kit', 'api', 'loan', 'i18n'];

/**
 * A table of the code that a page prints, between `<!-- name -->` and `<!-- /name -->`; `npm run tables` writes it
 * there.
 */
export interface PrintedTable {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

export const PRINTED_TABLES: readonly PrintedTable[] = [
  { file: 'src/README.md', name: 'rooms', text: roomTable() },
  { file: 'src/tools/lender/README.md', name: 'commands', text: operatorCommands() },
  { file: 'src/tools/README.md', name: 'cookies', text: cookieTable() },
];

/** Prints who may call what, beside the sheets. */
export const accessSheet = (): string =>
  `# Who may call what\n\n${[accessTable(), staffTable(), openTable()].join('\n\n')}\n`;

/** The table as a page has it now; undefined when the page has no place for it. */
export function shownTable(page: string, name: string): string | undefined {
  return placeOf(name).exec(page)?.groups?.['table'];
}

/** The page with the table as it must be. */
export function withTable(page: string, { name, text }: PrintedTable): string {
  return page.replace(placeOf(name), () => `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`);
}

function placeOf(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\\s*(?<table>[\\s\\S]*?)\\s*<!-- /${name} -->`);
}

function roomTable(): string {
  const rooms: Readonly<Record<string, readonly string[] | null>> = MAY_IMPORT;
  const rows = Object.entries(rooms).map(([room, allowed]) => `| \`${room}\` | ${allowedText(room, allowed, rooms)} |`);
  return ['| Room | May import |', '|---|---|', ...rows].join('\n');
}

function allowedText(
  room: string,
  allowed: readonly string[] | null,
  rooms: Readonly<Record<string, unknown>>,
): string {
  if (allowed === null) return 'anything; only commands and tests import it';
  if (allowed.length === 0) return 'nothing of ours';
  if (!room.startsWith(LENDING)) return allowed.map(quoted).join(', ');
  const subjects = allowed
    .filter((name) => name.startsWith(`${LENDING}/`))
    .map((name) => name.slice(LENDING.length + 1));
  const others = allowed.filter((name) => !name.startsWith(`${LENDING}/`));
  const all = Object.keys(rooms).filter((name) => name.startsWith(`${LENDING}/`)).length;
  const shared = others.join() === EVERY_SUBJECT.join() ? ['those four'] : others.map(quoted);
  const above = subjects.length === all ? ['every subject'] : subjects.map(quoted);
  return [...shared, ...above].join(', ');
}

function quoted(room: string): string {
  return `\`${room}\``;
}

/** Every cookie with what operators have to know of it. */
function cookieTable(): string {
  const rows = cookieRows('holds').map(
    ({ names, setBy, scripts, holds, seconds, noPrefix = '' }) =>
      `| ${names.map(quoted).join(', ')} | ${setBy} | ${scripts ? 'yes' : 'no'} | ${holds} | ${lifetime(seconds)} | ${noPrefix} |`,
  );
  return [
    '| Cookie | Set by | Scripts read it | What it holds | For at most | No prefix because |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function lifetime(seconds: number): string {
  const minutes = seconds / 60;
  if (minutes < 2 * 60) return `${minutes} minutes`;
  return minutes < 24 * 60 ? `${minutes / 60} hours` : `${minutes / 60 / 24} days`;
}

/** Prints what `npm run lender -- --help` does, with less indentation: a page has its bytes counted. */
function operatorCommands(): string {
  const groups = GROUPS.map(({ help }) => `\n${help.replace(LIST_HELP, '')}`);
  const text = [HELP, ...groups].join('\n').replace(/^ {6}/gm, ' ').replace(/^ {2}/gm, '');
  return ['```text', text, '```'].join('\n');
}

/** Every endpoint under what it asks for; and what support may do in a client's place. */
function accessTable(): string {
  const asked = new Map<string, string[]>();
  for (const { name, access, impersonation, method } of ENDPOINTS) {
    const row = `| ${access ? accessText(access) : 'nothing'} | ${access ? supportText(access, impersonation, method) : '–'} |`;
    asked.set(row, [...(asked.get(row) ?? []), name]);
  }
  const rows = [...asked].map(([row, names]) => `${row} ${names.sort().map(quoted).join(', ')} |`).sort();
  return ['| Asks for | Support in the client’s place | Calls |', '|---|---|---|', ...rows].join('\n');
}

function accessText(access: Access): string {
  if (access === 'basic') return 'a session, also one that is only remembered';
  if (access === 'full') return 'a session with full assurance';
  return `a fresh proof for \`${access.stepUp}\``;
}

function supportText(access: Access, said: string | undefined, method: string): string {
  if (said === 'allowed') return 'yes';
  if (said === 'assist') return 'in the mode ASSIST';
  return said === undefined && method === 'GET' && typeof access === 'string' ? 'yes, reading' : 'no';
}

/** Prints what each role may do, and what machines may. */
function staffTable(): string {
  const callers = [...ROLES, 'machine'] as const;
  const rows = STAFF_ROUTES.map(({ method, path, may }) => {
    const marks = callers.map((caller) => (may.includes('anybody') ? 'way in' : may.includes(caller) ? 'yes' : ''));
    return `| \`${method} ${path.slice(STAFF_PATH.length)}\` | ${marks.join(' | ')} |`;
  });
  return [
    `| Call below \`${STAFF_PATH}\` | ${callers.join(' | ')} |`,
    `|---${'|---'.repeat(callers.length)}|`,
    ...rows,
  ].join('\n');
}

function openTable(): string {
  const rows = Object.entries(OPEN_ADDRESSES).map(
    ([address, who]) => `| \`${address.replaceAll('|', '\\|')}\` | ${who} |`,
  );
  return ['| Address | What takes the place of a session |', '|---|---|', ...rows].join('\n');
}
