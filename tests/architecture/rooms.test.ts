import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { astroImports } from './astro-imports.ts';
import { BROWSER_ROOMS, CRUISE_OPTIONS, FORBIDDEN, inRooms, PAGE_ROOMS, RESOLVE_OPTIONS } from './dependency-rules.mjs';
import { numbered, numberedFiles, type Planted, PlantedCopy } from './planted-copy.ts';
import { MAY_IMPORT } from './rooms.mjs';
import { marksIn, serverMarks } from './server-marks.ts';
import { filesUnder, foldersIn, ROOT, read } from './source-tree.ts';

const ROOMS: Readonly<Record<string, readonly string[] | null>> = MAY_IMPORT;

const SECRET = `export const secret = 'how the lender decides about a person';\n`;

/** Case, what is planted for it, and what dependency-cruiser must say. */
const PLANTED: [string, Planted, string | RegExp][] = [
  [
    'a browser room that imports server code',
    {
      'src/calculator/planted.ts': `import { secret } from '#server/kit/planted.ts';\nexport const shown = secret;\n`,
      'src/server/kit/planted.ts': SECRET,
    },
    'server-reached: src/calculator/planted.ts → src/server/kit/planted.ts',
  ],
  [
    'server code reached through a file in between',
    {
      'src/calculator/planted.ts': `import { shown } from '#stores/planted.ts';\nexport const again = shown;\n`,
      'src/stores/planted.ts': `import { secret } from '#server/kit/planted.ts';\nexport const shown = secret;\n`,
      'src/server/kit/planted.ts': SECRET,
    },
    'server-reached: src/calculator/planted.ts → src/server/kit/planted.ts',
  ],
  [
    'a sideways import between rooms, be it only a type',
    {
      'src/stores/planted.ts': `import type { Planted } from '#calculator/planted.ts';\nexport type Again = Planted;\n`,
      'src/calculator/planted.ts': 'export type Planted = 1;\n',
    },
    'room-stores: src/stores/planted.ts → src/calculator/planted.ts',
  ],
  [
    'a publisher that imports the sandbox',
    {
      'src/server/publishing/planted.ts': `import { secret } from './sandbox/planted.ts';\nexport const shown = secret;\n`,
      'src/server/publishing/sandbox/planted.ts': SECRET,
    },
    'sandbox-is-no-production: src/server/publishing/planted.ts → src/server/publishing/sandbox/planted.ts',
  ],
  [
    'a service that imports the composition root',
    {
      'src/server/publishing/planted.ts': `import { secret } from '#server/start/planted.ts';\nexport const shown = secret;\n`,
      'src/server/start/planted.ts': SECRET,
    },
    'start-composes: src/server/publishing/planted.ts → src/server/start/planted.ts',
  ],
  [
    'an npm package in the loan rules',
    { 'src/loan/planted.ts': `import { atom } from 'nanostores';\nexport const $planted = atom(1);\n` },
    /^loan-imports-nothing: src\/loan\/planted.ts → .*nanostores/,
  ],
  [
    'Node in the loan rules',
    { 'src/loan/planted.ts': `import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n` },
    'loan-imports-nothing: src/loan/planted.ts → fs',
  ],
  [
    'a product file that imports a tool',
    {
      'src/server/kit/planted.ts': `import { planted } from '#tools/planted.ts';\nexport const again = planted;\n`,
      'src/tools/planted.ts': 'export const planted = 1;\n',
    },
    'nothing-imports-tools: src/server/kit/planted.ts → src/tools/planted.ts',
  ],
  [
    'a subject of the lending server that imports one below it',
    {
      'src/server/lending/people/planted.ts': `import type { Planted } from '#server/lending/loans/planted.ts';\nexport type Again = Planted;\n`,
      'src/server/lending/loans/planted.ts': 'export type Planted = 1;\n',
    },
    'room-server-lending-people: src/server/lending/people/planted.ts → src/server/lending/loans/planted.ts',
  ],
  [
    'a subject that imports the composition root',
    {
      'src/server/lending/people/planted.ts': `import type { Planted } from '../planted.ts';\nexport type Again = Planted;\n`,
      'src/server/lending/planted.ts': 'export type Planted = 1;\n',
    },
    'room-server-lending-people: src/server/lending/people/planted.ts → src/server/lending/planted.ts',
  ],
  [
    'two files that import each other',
    {
      'src/loan/planted-a.ts': `import { b } from './planted-b.ts';\nexport const a = () => b;\n`,
      'src/loan/planted-b.ts': `import { a } from './planted-a.ts';\nexport const b = () => a;\n`,
    },
    'no-circles: src/loan/planted-a.ts → src/loan/planted-b.ts',
  ],
];

let copy: PlantedCopy;
/** Of the whole tree and of what is planted: reading it takes seconds, so it is read once. */
let found: string[];
beforeAll(async () => {
  copy = new PlantedCopy();
  for (const [index, [, files]] of PLANTED.entries()) copy.plant(numberedFiles(files, index));
  found = await violations(copy.root);
});
afterAll(() => copy?.remove());

/** `rule: from → to` for everything dependency-cruiser objects to. */
async function violations(baseDir: string): Promise<string[]> {
  const options = { ...CRUISE_OPTIONS, baseDir, ruleSet: { forbidden: FORBIDDEN }, validate: true };
  const { output } = await cruise(['src'], options as Parameters<typeof cruise>[1], RESOLVE_OPTIONS);
  const { summary, modules } = output as ICruiseResult;
  const found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return [...found, ...serverReached(modules)];
}

const IN_BROWSER = new RegExp(inRooms([...BROWSER_ROOMS, ...PAGE_ROOMS]));
const ON_SERVER = /^src\/(?:server|tools)\//;

/**
 * Finds server code that a bundle reaches, which is a leak, also when another file lies between. dependency-cruiser has
 * such a rule, but looks for a way between each two files anew, a million times for ours.
 */
function serverReached(modules: readonly IModule[]): string[] {
  const importsOf = new Map(modules.map(({ source, dependencies }) => [source, dependencies.map((to) => to.resolved)]));
  return modules
    .filter(({ source }) => IN_BROWSER.test(source))
    .flatMap(({ source }) => {
      const reached = new Set([source]);
      for (const file of reached) for (const next of importsOf.get(file) ?? []) reached.add(next);
      return [...reached].filter((file) => ON_SERVER.test(file)).map((to) => `server-reached: ${source} → ${to}`);
    });
}

/** Rule names Biome reports for one file of a tree. */
function biomeRules(root: string, file: string): string[] {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const args = ['lint', '--config-path=.biome.json', '--reporter=json', '--diagnostic-level=error', file];
  const { stdout, stderr } = spawnSync(biome, args, { cwd: root, encoding: 'utf8' });
  const start = stdout.indexOf('{');
  if (start < 0) throw new Error(`Biome did not answer: ${stderr}`);
  const report = JSON.parse(stdout.slice(start)) as { diagnostics: { category: string }[] };
  return report.diagnostics.map(({ category }) => category.split('/').at(-1) as string);
}

/** The JavaScript that a browser would get from an entry file. */
async function clientBuild(root: string, entry: string, alias: Record<string, string> = {}): Promise<string> {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    build: { write: false, rolldownOptions: { input: join(root, entry) } },
  })) as Rolldown.RolldownOutput;
  return result.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

/** Text and SQL. */
const NO_ROOMS = new Set(['decisions', 'server/lending/migrations']);

function roomOf(file: string): string {
  const [, first, second, third = ''] = file.split('/');
  if (first !== 'server') return first as string;
  const deeper = `server/${second}/${third}`;
  return deeper in ROOMS ? deeper : `server/${second}`;
}

describe('the rooms', () => {
  test('every folder of src is a room; one without code yet has no folder', () => {
    const folders = foldersIn('src').flatMap((name) =>
      name === 'server' ? foldersIn('src/server').map((room) => `server/${room}`) : [name],
    );
    folders.push(...foldersIn('src/server/lending').map((name) => `server/lending/${name}`));
    expect(folders.length).toBeGreaterThan(10);
    expect(folders.filter((name) => !NO_ROOMS.has(name) && !(name in ROOMS))).toEqual([]);
  });

  test('every arrow points up the list, so rooms cannot form a circle', () => {
    const order = Object.keys(ROOMS);
    const offenders = Object.entries(ROOMS).flatMap(([room, allowed]) =>
      (allowed ?? []).filter((name) => !order.slice(0, order.indexOf(room)).includes(name)).map((name) => [room, name]),
    );
    expect(offenders).toEqual([]);
  });

  test('no file imports from a room that its own room does not list', async () => {
    expect(found.filter((violation) => !violation.includes('planted'))).toEqual([]);
  });

  test('neither does any .astro file', () => {
    const offenders = astroImports().filter(({ file, target }) => {
      if (!target) return false;
      const [from, to] = [roomOf(file), roomOf(target)];
      return from !== to && !ROOMS[from]?.includes(to);
    });
    expect(offenders).toEqual([]);
  });

  test('the linter bans server code in exactly the rooms that reach a browser', () => {
    const { overrides } = JSON.parse(read('.biome.json')) as { overrides: { includes: string[]; linter: object }[] };
    const strict = overrides.filter(({ linter }) => JSON.stringify(linter).includes('#server/**'));
    const rooms = strict.flatMap(({ includes }) => includes).map((glob) => glob.replace(/^src\/(.+)\/\*\*$/, '$1'));
    expect(rooms.sort()).toEqual([...BROWSER_ROOMS, ...PAGE_ROOMS].sort());
  });
});

describe('lock 1: dependency-cruiser catches', () => {
  test.each(PLANTED.map(([name, , expected], index) => [name, expected, index] as const))(
    '%s',
    (_, expected, index) => {
      const wanted = numbered(typeof expected === 'string' ? expected : expected.source, index);
      expect(found).toContainEqual(typeof expected === 'string' ? wanted : expect.stringMatching(new RegExp(wanted)));
    },
  );

  test('an .astro file that reaches the server', () => {
    const file = 'src/layouts/planted.astro';
    const text = `---\nimport { secret } from '#server/kit/planted.ts';\n---\n<p>{secret}</p>\n`;
    copy.plant({ [file]: text });
    const found = astroImports(copy.root);
    expect(found).toContainEqual({ file, specifier: '#server/kit/planted.ts', target: 'src/server/kit/planted.ts' });
  });
});

describe('lock 2: the linter catches', () => {
  const planted: [string, string, string, string][] = [
    ['server code', 'src/calculator/planted.ts', `export { a } from '#server/kit/a.ts';\n`, 'noRestrictedImports'],
    ['a tool', 'src/stores/planted.ts', `export { a } from '#tools/a.ts';\n`, 'noRestrictedImports'],
    ['two folders up', 'src/stores/a/b/planted.ts', `export { a } from '../../a.ts';\n`, 'noRestrictedImports'],
    ['the large zod', 'src/api/planted.ts', `export { z } from 'zod';\n`, 'noRestrictedImports'],
    ['a Node module', 'src/ui/planted.ts', `export { join } from 'node:path';\n`, 'noNodejsModules'],
    ['process', 'src/client-area/planted.ts', 'export const planted = process.env;\n', 'noProcessGlobal'],
    [
      'server code in an .astro file',
      'src/blocks/planted/planted.astro',
      `---\nimport { secret } from '#server/kit/planted.ts';\n---\n<p>{secret}</p>\n`,
      'noRestrictedImports',
    ],
  ];

  test.each(planted)('%s in a browser room', (_, name, text, rule) => {
    const file = numbered(name, '-for-the-linter');
    copy.plant({ [file]: text });
    expect(biomeRules(copy.root, file)).toContain(rule);
  });

  test.each(['server/lending/people', 'storyblok', 'tools'])('a request past fetchFrom in %s', (room) => {
    const file = `src/${room}/planted-request.ts`;
    copy.plant({ [file]: `export const planted = await fetch('https://example.org/');\n` });
    expect(biomeRules(copy.root, file)).toContain('noRestrictedGlobals');
  });

  test('and lets zod/mini pass', () => {
    const file = 'src/api/planted-small-zod.ts';
    copy.plant({ [file]: `export { string } from 'zod/mini';\n` });
    expect(biomeRules(copy.root, file)).not.toContain('noRestrictedImports');
  });
});

describe('lock 3: the client build', () => {
  test('fails on an import of server code', async () => {
    const entry = 'src/calculator/planted-entry.ts';
    copy.plant({
      [entry]: `import { secret } from '#server/kit/planted-secret.ts';\nconsole.info(secret);\n`,
      'src/server/kit/planted-secret.ts': SECRET,
    });
    await expect(clientBuild(copy.root, entry)).rejects.toThrow(/#server\/kit\/planted-secret\.ts/);
  });

  test('builds the same file when it imports from a room it may use', async () => {
    const entry = 'src/calculator/planted-allowed.ts';
    copy.plant({ [entry]: `import { formatSoles } from '#i18n/format.ts';\nconsole.info(formatSoles(57303));\n` });
    expect(await clientBuild(copy.root, entry)).toContain('S/');
  });
});

describe('lock 4: the bundle search', () => {
  test('finds server code that slipped past the other three', async () => {
    const [server] = filesUnder('src/server').filter((file) => read(file).includes("from 'node:crypto'"));
    expect(server).toBeDefined();
    const entry = 'src/calculator/planted-leak.ts';
    copy.plant({ [entry]: `import * as leak from 'leak';\nconsole.info(leak);\n` });
    const code = await clientBuild(copy.root, entry, { leak: join(copy.root, server as string) });
    expect(marksIn(code, serverMarks())).not.toEqual([]);
  });

  test('has marks of its own for server code: sentences that nothing else says', () => {
    expect(serverMarks().length).toBeGreaterThan(20);
  });

  test('says nothing about the libraries that the browser gets', () => {
    const folder = join(ROOT, 'node_modules/react-dom/cjs');
    const library = readdirSync(folder).find((name) => name.startsWith('react-dom-client.production'));
    expect(marksIn(readFileSync(join(folder, library as string), 'utf8'), serverMarks())).toEqual([]);
  });
});
