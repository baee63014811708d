import { AREAS } from '#tools/lender.ts';
import { MAY_IMPORT } from './rooms.mjs';

/** What a page prints of the code, between `<!-- name -->` and `<!-- /name -->`; `npm run tables` writes it there. */
export interface PrintedTable {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

export const PRINTED_TABLES: readonly PrintedTable[] = [
  { file: 'src/README.md', name: 'rooms', text: roomTable() },
  { file: 'src/tools/lender/README.md', name: 'commands', text: operatorCommands() },
];

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
  const rows = Object.entries(MAY_IMPORT as Readonly<Record<string, readonly string[] | null>>).map(
    ([room, allowed]) => `| \`${room}\` | ${allowedText(allowed)} |`,
  );
  return ['| Room | May import |', '|---|---|', ...rows].join('\n');
}

function allowedText(allowed: readonly string[] | null): string {
  if (allowed === null) return 'anything; nothing imports it';
  if (allowed.length === 0) return 'nothing of ours';
  return allowed.map((room) => `\`${room}\``).join(', ');
}

/** What `npm run lender -- --help` prints. */
function operatorCommands(): string {
  return AREAS.map(({ name, help }) => `### ${name}\n\n\`\`\`text\n${help}\n\`\`\``).join('\n\n');
}
