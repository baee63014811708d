import { dirname, join } from 'node:path/posix';
import { filesUnder, read } from './source-tree.ts';

export const LENDING = 'src/server/lending';

/** Modules of the lending server: its TypeScript. */
export function lendingSources(): Record<string, string> {
  const files = filesUnder(LENDING).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

/** The subject a module belongs to, by the name of its folder; the composition root's has none. */
export function subjectOf(file: string): string {
  const [first, ...rest] = file.slice(LENDING.length + 1).split('/');
  return rest.length > 0 ? (first as string) : '';
}

/** Imports of one subject by another, types included, as `subject/file`. */
export function facesUsed(sources: Readonly<Record<string, string>>): string[] {
  const used = Object.entries(sources).flatMap(([file, source]) => {
    const subject = subjectOf(file);
    // The composition root may look everywhere.
    return subject === '' ? [] : importsOf(file, source).filter((to) => to in sources && subjectOf(to) !== subject);
  });
  return [...new Set(used)].map((file) => file.slice(LENDING.length + 1, -'.ts'.length)).sort();
}

/** Finds what a module imports, as paths of the repository. */
function importsOf(file: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? join(dirname(file), specifier) : specifier.replace(/^#/, 'src/'),
  );
}
