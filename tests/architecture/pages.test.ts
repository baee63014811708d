import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, GROUPS, HELP, runLender } from '#tools/lender.ts';
import { PRINTED_TABLES, shownTable } from './printed-tables.ts';
import { filesUnder, ROOT, read } from './source-tree.ts';

const RECIPES = 'src/recipes.md';
const PAGES = ['README.md', ...['src', 'tests'].flatMap((folder) => filesUnder(folder))].filter(
  (file) => basename(file) === 'README.md' || file === RECIPES,
);

test('the front door has at most 120 lines', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
});

test.each(PRINTED_TABLES)(
  '$file prints $name as the code has it',
  { tags: ['asvs-2.1.3', 'asvs-8.1.1'] },
  ({ file, name, text }) => {
    expect(shownTable(read(file), name) === text, 'npm run tables').toBe(true);
  },
);

test('every link from a page to a file of ours leads to one, and to a heading that is there', () => {
  const broken = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|\/)(?<path>[^)#\s]*)(?:#(?<heading>[^)\s]+))?\)/g)]
      .filter(({ groups = {} }) => {
        const path = groups['path'] ? join(dirname(page), groups['path']) : page;
        if (!existsSync(join(ROOT, path))) return true;
        return groups['heading'] !== undefined && !headingsOf(path).includes(groups['heading']);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** Makes anchors of headings as GitHub does. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every file that a recipe names is there, and so is the folder of each that is to be added', () => {
  const named = [...read(RECIPES).matchAll(/`((?:src|tests)\/[^`]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(60);
  const gone = named.filter(
    (path) => !existsSync(join(ROOT, path.includes('<') ? dirname(`${path.split('<')[0]}_`) : path)),
  );
  expect(gone, `correct its path in ${RECIPES}`).toEqual([]);
});

describe('commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  test('that a page names exist', () => {
    const unknown = PAGES.flatMap((page) =>
      [...read(page).matchAll(/\bnpm run (?<name>[a-z:-]+)/g)]
        .map(({ groups }) => groups?.['name'] as string)
        .filter((name) => !(name in scripts))
        .map((name) => `${page}: npm run ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('that exist are on the page about running', () => {
    const page = read('src/tools/README.md');
    const missing = Object.keys(scripts).filter((name) => !new RegExp(`\`npm (?:run )?${name}[\` ]`).test(page));
    expect(missing, 'say there what it does').toEqual([]);
  });
});

describe('what operators can do', () => {
  test('is one command each, which the help of its subject names', () => {
    expect(COMMANDS.length).toBeGreaterThan(100);
    for (const { name } of COMMANDS) {
      const [subject] = name.split(' ');
      expect(GROUPS.find((group) => group.name === subject)?.help, name).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    }
  });

  test('what is not a command is answered with the help', async () => {
    const nobody = { request: () => Promise.reject(new Error('asked')), close: () => Promise.resolve() };
    await expect(runLender(nobody, ['audit', 'no-such-command'], {})).rejects.toThrow('audit verify');
    await expect(runLender(nobody, ['no-such-subject'], {})).rejects.toThrow('npm run lender -- <subject> <act>');
  });

  test('--help prints all of it, or one subject, and opens nothing', () => {
    const dataDir = join(ROOT, 'no-such-data');
    const help = (...words: string[]): string => {
      const args = ['src/tools/lender.ts', ...words, '--help'];
      return spawnSync(process.execPath, args, {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: dataDir },
      }).stdout;
    };
    expect(help().trim()).toBe(HELP);
    expect(help('audit', 'show').trim()).toBe(GROUPS.find(({ name }) => name === 'audit')?.help);
    expect(existsSync(dataDir)).toBe(false);
  });
});
