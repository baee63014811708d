import { MAY_IMPORT } from './rooms.mjs';

/** The room table as README.md shows it between `<!-- rooms -->` and `<!-- /rooms -->`. */
export function roomTable(): string {
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
