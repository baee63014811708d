import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Area } from '#tools/lender/area.ts';
import { AREAS } from '#tools/lender.ts';
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

/** As GitHub makes anchors of them. */
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
  expect(gone).toEqual([]);
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
    expect(missing).toEqual([]);
  });
});

describe('what operators can do', () => {
  /** Asks nobody: a command that gets as far as this exists. */
  const nobody = {
    request: () => Promise.reject(new Error('asked')),
    close: () => Promise.resolve(),
  };
  /** `approve ID | reject ID` and `dispute ID …, then dispute-won ID | dispute-lost ID` are several. */
  function commandsIn({ help, name }: Area): string[] {
    const inTitle = new RegExp(`-- ${name} ([a-z-]+)`).exec(help.split('\n')[0] as string)?.slice(1) ?? [];
    // A command begins its line; what belongs to it stands farther right.
    const lines = [...help.matchAll(/^ {2}([a-z].*)$/gm)].flatMap(([, line = '']) => line.split(/ \| |, then /));
    const words = lines.map((line) => line.split(' ')[0] as string);
    return [...inTitle, ...words.filter((word) => /^[a-z][a-z-]*$/.test(word))];
  }

  test.each(AREAS.filter(({ isCommand }) => !isCommand))('$name: every command of the help exists', async (area) => {
    expect(commandsIn(area)).not.toEqual([]);
    await expect(area.run(nobody, ['no-such-command', 'ID', 'x'], {})).rejects.toThrow(area.help);
    for (const command of commandsIn(area).filter((one) => !area.onThisMachine?.[one])) {
      const answer = area.run(nobody, [command, 'ID', 'x'], {}).catch((error: Error) => error.message);
      expect(await answer, command).not.toBe(area.help);
    }
  });

  test('--help prints all of it, or one area, and opens nothing', () => {
    const dataDir = join(ROOT, 'no-such-data');
    const help = (...words: string[]): string => {
      const args = ['src/tools/lender.ts', ...words, '--help'];
      return spawnSync(process.execPath, args, {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: dataDir },
      }).stdout;
    };
    const all = help();
    for (const area of AREAS) expect(all).toContain(area.help);
    expect(help('audit', 'show').trim()).toBe(AREAS.find(({ name }) => name === 'audit')?.help);
    expect(existsSync(dataDir)).toBe(false);
  });

  const FILES = filesUnder('src/tools/lender').filter((file) => file.endsWith('.ts') && !file.endsWith('/area.ts'));

  test.each(FILES)('%s: every command that exists is in the help', async (file) => {
    const module = (await import(pathToFileURL(join(ROOT, file)).href)) as Record<string, Area>;
    const exported = Object.values(module).filter((value) => typeof value === 'object');
    const listed = exported.flatMap((area) => commandsIn(area));
    expect(AREAS).toEqual(expect.arrayContaining(exported));
    const named = read(file).matchAll(/\bcase '([a-z-]+)'|\bcommand [!=]== '([a-z-]+)'|^ {2}'?([a-z-]+)'?: \[/gm);
    const known = [...named].map(([, ...forms]) => forms.find(Boolean) as string);
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter((command) => !listed.includes(command))).toEqual([]);
  });
});
