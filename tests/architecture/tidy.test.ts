import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REFUSALS } from '#api/refusals.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { filesUnder, foldersIn, ROOT, read, SEED } from './source-tree.ts';

const SRC = filesUnder('src').filter((file) => !file.startsWith(`${SEED}/`));
const TESTS = filesUnder('tests');
const CODE = [...SRC, ...TESTS].filter((file) => /\.(?:ts|tsx|mjs|astro|css)$/.test(file));
const ASTRO = SRC.filter((file) => file.endsWith('.astro'));

/** The files of which a line matches, as `file:line: text`. */
function linesMatching(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Patterns are put together here, so that this file does not find itself. */
const either = (...words: string[]): string => `(?:${words.join('|')})`;

describe('the tree', () => {
  test('the top level is what the house says, and nothing else', () => {
    const visible = readdirSync(ROOT).filter((name) => !name.startsWith('.') && name !== 'node_modules');
    expect(visible.sort()).toEqual(
      [
        'LICENSE',
        'README.md',
        'astro.config.mjs',
        'package-lock.json',
        'package.json',
        'public',
        'src',
        'tests',
        'tsconfig.json',
      ].sort(),
    );
  });

  test('files and folders are kebab-case', () => {
    const name = /^(?:\[(?:\.\.\.)?[a-z]+\]|[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.[a-z0-9-]+)*$/;
    const odd = [...SRC, ...TESTS].filter((file) =>
      file.split('/').some((part) => part !== 'README.md' && !name.test(part)),
    );
    expect(odd).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const long = CODE.map((file) => [file, read(file).split('\n').length - 1] as const).filter(([, n]) => n > 400);
    expect(long, 'split it by what its parts are about').toEqual([]);
  });

  test('versions are exact, so that every machine gets the same product', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test('the lock file names every package of every kind of machine, or `npm ci` fails on all of them', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
    };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  test('every package with an install script may run it, and no other: newer npm blocks the rest', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
  });
});

describe('every thing has its pieces', () => {
  test('each loan rule has its test file, and each test file its rule', () => {
    const rules = SRC.filter((file) => file.startsWith('src/loan/')).map((file) => basename(file, '.ts'));
    const tests = readdirSync(`${ROOT}/tests/loan`)
      // Pairs of acts are of several rules.
      .filter((file) => file.endsWith('.test.ts') && file !== 'day-pairs.test.ts')
      .map((file) => basename(file, '.test.ts'));
    expect(tests.sort(), 'tests/loan/<rule>.test.ts for src/loan/<rule>.ts').toEqual(rules.sort());
  });

  test('each endpoint has its file, its route, and a test for every status it can answer', () => {
    const missing = ENDPOINTS.flatMap((endpoint) => {
      const statuses = new Set<number>(endpoint.refusals?.map((code) => REFUSALS[code].status));
      statuses.add(endpoint.successStatus ?? 200);
      if (endpoint.query || endpoint.body) statuses.add(400);
      if (endpoint.params) statuses.add(404);
      const subject = subjectOf(endpoint.name);
      const folder = `src/server/lending/${subject}`;
      const route = [`${folder}/${endpoint.name}.ts`, `${folder}/routes/${endpoint.name}.ts`];
      const tests = `tests/server/lending/${subject}/${endpoint.name}`;
      const together = TESTS.includes(`${tests}.test.ts`) ? read(`${tests}.test.ts`) : '';
      const wanted = [...statuses].filter(
        (status) => !together.includes(`describe('${status}'`) && !TESTS.includes(`${tests}/${status}.test.ts`),
      );
      return [
        ...wanted.map((status) => `${tests}.test.ts: describe('${status}', …)`),
        ...(route.some((file) => SRC.includes(file)) ? [] : [route.join(' or ')]),
      ];
    });
    expect(missing, 'add these files').toEqual([]);
  });

  test('every endpoint file holds the endpoint of its name', () => {
    const files = SRC.filter((file) => file.startsWith('src/api/endpoints/')).map((file) => basename(file, '.ts'));
    expect(ENDPOINTS.map(({ name }) => name).sort(), 'name the endpoint as its file').toEqual(files.sort());
  });

  test('every route is in the list of its subject, or nobody can call it', () => {
    const unlisted = ENDPOINTS.flatMap(({ name }) => {
      const list = `src/server/lending/${subjectOf(name)}/routes.ts`;
      return read(list).includes(`/${name}.ts'`) ? [] : [`${list}: ${name}`];
    });
    expect(unlisted, 'import its route there and put it into the list').toEqual([]);
  });

  test('each content block has its component, its schema and at least two examples, all named as its folder', () => {
    const missing = foldersIn('src/blocks').flatMap((name) => {
      const wanted = ['astro', 'schema.ts', 'examples.json'].map((suffix) => `src/blocks/${name}/${name}.${suffix}`);
      return wanted.filter((file) => !SRC.includes(file));
    });
    expect(missing, 'add these files').toEqual([]);

    const examples = SRC.filter((file) => file.endsWith('.examples.json'));
    const thin = examples.filter((file) => (JSON.parse(read(file)) as unknown[]).length < 2);
    expect(thin, 'add an example: the minimum, and everything').toEqual([]);
  });

  test('every route has a cacheKey that is a text: without one its pages are rendered anew with each edit', () => {
    const routes = SRC.filter((file) => file.startsWith('src/pages/') && read(file).includes('getStaticPaths'));
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter((file) => !/= \(\) => keyed\(|cacheKey: pageKey\(/.test(read(file)))).toEqual([]);
  });
});

describe('what reaches the browser', () => {
  test('only an island is hydrated', () => {
    const offenders = ASTRO.flatMap((file) => {
      const text = read(file);
      return [...text.matchAll(/<(?<name>[A-Z]\w*)\b[^<>]*?\sclient:(?:load|idle|visible|media|only)\b/g)]
        .map((match) => match.groups?.['name'] as string)
        .filter((name) => !importOf(text, name)?.endsWith('.island.tsx'))
        .map((name) => `${file}: <${name}>`);
    });
    expect(offenders).toEqual([]);
  });

  test('every island is hydrated somewhere', () => {
    const pages = ASTRO.map((file) => read(file)).join('\n');
    const idle = SRC.filter((file) => file.endsWith('.island.tsx') && !pages.includes(`/${basename(file)}'`));
    expect(idle).toEqual([]);
  });

  test('only what costs no layout moves: a frame of it would delay the tap that comes meanwhile', () => {
    const cheap = /^(?:background|border-color|color|opacity|pointer-events|rotate|scale|transform|translate|none)$/;
    const moved = CODE.filter((file) => file.startsWith('src/') && file.endsWith('.css')).flatMap((file) =>
      [...read(file).matchAll(/\btransition(?:-property)?:([^;}]+)/g)]
        .flatMap(([, value = '']) => value.replaceAll(/\([^)]*\)/g, '').split(','))
        .map((part) => part.trim().split(/\s/)[0] ?? '')
        .filter((property) => !cheap.test(property))
        .map((property) => `${file}: ${property}`),
    );
    expect(moved).toEqual([]);
  });

  test('no style and no handler is inside a tag: the content security policy refuses them', () => {
    const views = SRC.filter((file) => /\.(?:astro|tsx)$/.test(file));
    expect(linesMatching(views, /(?<![\w.$-])style=["'{`]|\bdefine:vars\b/)).toEqual([]);
    expect(linesMatching(ASTRO, /\son[a-z]+=["'{`]/)).toEqual([]);
    // React's way to write raw HTML is the linter's business: it wants a reason on the line.
    expect(linesMatching(views, /\.(?:inner|outer)HTML\b|\beval\(|\bnew Function\(/)).toEqual([]);
  });
});

describe('finished work', () => {
  test('no address that a server or a page makes carries a secret in its query (decision 119)', {
    tags: 'asvs-14.2.1',
  }, () => {
    const secret = either('token', 'key', 'secret', 'password', 'code', 'session');
    const made = linesMatching(
      SRC.filter((file) => /\.(?:ts|tsx|astro)$/.test(file)),
      new RegExp(`[?&]${secret}=(?:\\$\\{|["'\`])|query\\(["'\`]${secret}["'\`]`),
    );
    expect(made).toEqual([]);
  });

  test('no test is switched off or runs alone', () => {
    const calls = new RegExp(`\\b${either('test', 'it', 'describe')}\\.${either('only', 'skip', 'todo', 'fails')}\\b`);
    expect(linesMatching(TESTS, calls)).toEqual([]);
  });

  test('nothing is on files of Astro that it does not document (decision 90)', () => {
    const files = [...SRC, ...filesUnder('.config'), 'astro.config.mjs'].filter((file) => !file.endsWith('.md'));
    expect(linesMatching(files, new RegExp(`astro/${either('dist', 'runtime')}`))).toEqual([]);
  });

  test('nothing is left for later', () => {
    const notes = new RegExp(`\\b${either('TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK')}\\b`);
    expect(linesMatching([...SRC, ...TESTS], notes)).toEqual([]);
  });
});

/** The subject an endpoint's file lies in: `api/endpoints/<subject>/<name>.ts`. */
function subjectOf(name: string): string {
  return (
    SRC.find((file) => file.startsWith('src/api/endpoints/') && file.endsWith(`/${name}.ts`))?.split('/')[3] ?? '?'
  );
}

/** Finds where an .astro file's frontmatter imports a name from. */
function importOf(text: string, name: string): string | undefined {
  const line = new RegExp(`import\\s+(?:${name}|\\{[^}]*\\b${name}\\b[^}]*\\})\\s+from\\s+['"](?<from>[^'"]+)['"]`);
  return line.exec(text)?.groups?.['from'];
}
