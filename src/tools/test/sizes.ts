import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { MAY_IMPORT } from '#tests/architecture/rooms.mjs';

/** Lines of code, without comments and blank lines, by room; the bytes of Markdown apart. */
export interface Sizes {
  /** Room of the product, or `tests`, to its lines of code. */
  readonly codeByRoom: ReadonlyMap<string, number>;
  readonly markdownBytes: number;
}

const CODE_KINDS = ['.ts', '.tsx', '.mjs', '.cjs', '.astro', '.css', '.sql'];

/** Files of the top level and `.config`, which no room owns. */
const OUTSIDE_ROOMS = 'configuration';

/**
 * Counts what git tracks in a working tree; a file that is deleted but still tracked counts as nothing.
 * @param root must be the root of a git checkout
 */
export function sizesOf(root: string): Sizes {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const codeByRoom = new Map<string, number>();
  let markdownBytes = 0;
  for (const file of files) {
    const kind = extname(file);
    if (kind !== '.md' && !CODE_KINDS.includes(kind)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    if (kind === '.md') markdownBytes += Buffer.byteLength(text);
    else codeByRoom.set(roomOf(file), (codeByRoom.get(roomOf(file)) ?? 0) + codeLinesOf(text, kind));
  }
  return { codeByRoom, markdownBytes };
}

// The longest name first, because `server/lending` also begins the name of each of its subjects.
const ROOMS = Object.keys(MAY_IMPORT).sort((one, other) => other.length - one.length);

function roomOf(file: string): string {
  if (file.startsWith('tests/')) return 'tests';
  return ROOMS.find((room) => file.startsWith(`src/${room}/`)) ?? OUTSIDE_ROOMS;
}

/** Comments that begin a line; one behind code leaves its line counted. */
const BLOCK_COMMENT = /^[ \t]*\/\*[\s\S]*?\*\//gm;
const MARKUP_COMMENT = /^[ \t]*<!--[\s\S]*?-->/gm;

/**
 * Counts the lines of a text that hold code.
 * @param kind the ending of its file, with the dot: which comments there are depends on it
 */
export function codeLinesOf(text: string, kind: string): number {
  const lineComment = kind === '.sql' ? '--' : '//';
  const withoutBlocks = text.replace(BLOCK_COMMENT, '');
  const code = kind === '.astro' ? withoutBlocks.replace(MARKUP_COMMENT, '') : withoutBlocks;
  const lines = code.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith(lineComment)).length;
}

/** Prints the sizes as a table, the largest room first. They are shown to be seen growing; nothing fails above them. */
export function sizesTable({ codeByRoom, markdownBytes }: Sizes): string {
  const count = (lines: number): string => lines.toLocaleString('en').padStart(8);
  const tests = codeByRoom.get('tests') ?? 0;
  const rooms = [...codeByRoom].filter(([room]) => room !== 'tests').sort(([, one], [, other]) => other - one);
  const product = rooms.reduce((sum, [, lines]) => sum + lines, 0);
  return [
    'lines of code, without comments and blank lines:',
    ...rooms.map(([room, lines]) => `${count(lines)}  ${room}`),
    `${count(product)}  product`,
    `${count(tests)}  tests`,
    `Markdown: ${Math.round(markdownBytes / 1024)} KB`,
  ].join('\n');
}
