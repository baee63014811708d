import { dirname, join } from 'node:path/posix';
import { MAY_IMPORT } from './rooms.mjs';
import { filesUnder, read } from './source-tree.ts';

export const LENDING = 'src/server/lending';
/** The composition root: the modules beside the subjects. */
const COMPOSITION_ROOT = '';

/** Modules of the lending server: its TypeScript. */
export function lendingSources(): Record<string, string> {
  const files = filesUnder(LENDING).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

/** The subject a module belongs to, by the name of its folder. */
export function subjectOf(file: string): string {
  const [first, ...rest] = file.slice(LENDING.length + 1).split('/');
  return rest.length > 0 ? (first as string) : COMPOSITION_ROOT;
}

/** Subjects from the one that uses no other down to the composition root. */
function subjectsInOrder(): string[] {
  const rooms = Object.keys(MAY_IMPORT).filter((room) => room.startsWith('server/lending'));
  return rooms.map((room) => room.slice('server/lending/'.length));
}

/** How well the subjects of the lending server are cut: what an issue of the house is measured by. */
export interface Seams {
  readonly modules: number;
  readonly rootModules: number;
  /** Between modules of the lending server. */
  readonly imports: number;
  /** How many of a hundred imports stay inside one subject. */
  readonly insideShare: number;
  /** Imports of a subject that stands below, `from → to`. */
  readonly back: readonly string[];
  readonly largestSubject: Counted;
  readonly largestFolder: Counted;
}

interface Counted {
  readonly name: string;
  readonly modules: number;
}

export function measureSeams(sources: Readonly<Record<string, string>>): Seams {
  const files = Object.keys(sources);
  const imports = files.flatMap((from) =>
    importsOf(from, sources[from] as string)
      .filter((to) => to in sources)
      .map((to) => ({ from, to })),
  );
  const inside = imports.filter(({ from, to }) => subjectOf(from) === subjectOf(to));
  const order = subjectsInOrder();
  const isBack = ({ from, to }: { from: string; to: string }) =>
    order.indexOf(subjectOf(from)) < order.indexOf(subjectOf(to));
  return {
    modules: files.length,
    rootModules: files.filter((file) => subjectOf(file) === COMPOSITION_ROOT).length,
    imports: imports.length,
    insideShare: (100 * inside.length) / imports.length,
    back: imports.filter(isBack).map(({ from, to }) => `${from} → ${to}`),
    largestSubject: largest(files.map(subjectOf)),
    largestFolder: largest(files.map(dirname)),
  };
}

/** What a module imports, types included, as paths of the repository. */
function importsOf(file: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? join(dirname(file), specifier) : specifier.replace(/^#/, 'src/'),
  );
}

function largest(names: readonly string[]): Counted {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, modules]) => ({ name, modules })).reduce((a, b) => (b.modules > a.modules ? b : a));
}
