import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { NOT_QUICK } from '#tests/scope.ts';

/** Files that are not as they are on `main` (without such a branch: in the last commit), new ones included. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]): string[] | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
  };
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main') ?? [];
  const changed = git('diff', '--name-only', '--diff-filter=d', '--relative', base);
  if (!changed) throw new Error('npm run quick needs git: it asks what has changed. npm test needs nothing.');
  return [...new Set([...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])])];
}

const nameOf = (file: string): string => basename(file).split('.')[0] as string;

/**
 * The tests of changed files, by the rule that one name finds a thing and its tests: `money.ts` has
 * `money.test.ts`, and tests of a folder of that name are its too. Tests that only use what has changed are not among them.
 * @param tests all test files
 */
export function testsOf(changed: readonly string[], tests: readonly string[]): string[] {
  const names = new Set(changed.filter((file) => file.startsWith('src/')).map(nameOf));
  const isOf = (test: string): boolean =>
    names.has(nameOf(test)) || test.split('/').some((folder) => names.has(folder));
  return tests.filter((test) => changed.includes(test) || isOf(test));
}

/** Says why `npm run quick` runs no tests, so that nobody takes that for tests that passed. */
export function whyNoTests(changed: readonly string[], tests: readonly string[]): string | undefined {
  if (tests.length > 0) return undefined;
  return changed.length === 0
    ? 'no files differ from main: no tests chosen'
    : 'no test is named after a file that differs from main: no tests chosen';
}

/** The Vitest files below a repository that take seconds; those of the house run anyway. */
export function quickTestFiles(root: string): string[] {
  const isSlow = (file: string): boolean => file.startsWith('tests/architecture/') || NOT_QUICK.includes(nameOf(file));
  return globSync('tests/**/*.test.{ts,tsx}', { cwd: root })
    .filter((file) => !isSlow(file))
    .sort();
}
