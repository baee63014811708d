import { join } from 'node:path';

/** The folders and settings that the steps of one `npm test` share. */
export interface Workplace {
  readonly root: string;
  /** A new folder of this run: reports, and the DATA_DIR of its build. Never the one `npm start` uses. */
  readonly folder: string;
  readonly dataDir: string;
  readonly port: number;
  /** Further words of the command line, handed to the test runners: file names or parts of them. */
  readonly filters: readonly string[];
  /** Most workers of a test runner while others run beside it. */
  readonly maxWorkers: number;
  readonly colours: boolean;
  /** Everything on everything, as `npm run test:full`. */
  readonly full: boolean;
}

/** One line of `npm test`: a program, and how its outcome is counted. */
export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The JSON report of a test runner; without one the step counts as one check. */
  readonly report?: string;
  /** Steps that must have passed before; when they have not, this one fails without running. */
  readonly needs?: readonly string[];
}

/** Every step, in the order they are started; the long ones first, so that the short ones fill the gaps. */
export function allSteps(work: Workplace): Step[] {
  const bin = (name: string): string => join(work.root, 'node_modules/.bin', name);
  // A developer's Storyblok space is for the contract tests: the site under test shows our own content.
  const site = { DATA_DIR: work.dataDir, PORT: String(work.port), STORYBLOK_TOKEN: '' };
  const start = join(work.root, 'src/server/start/main.ts');
  const project = (name: string): Step => ({ name, ...vitest(work, bin('vitest'), name) });
  // Screens wait for answers, timers and React, and routes for PostgreSQL: one core has enough time for three workers.
  const threeWorkers = { ...work, maxWorkers: Math.max(3, work.maxWorkers) };
  const waiting = (name: string): Step => ({ name, ...vitest(threeWorkers, bin('vitest'), name) });

  return [
    { name: 'build', command: [bin('node'), start, '--build-only'], env: site },
    waiting('service'),
    // Waits for jobs more than it works: the others fill the time.
    browserStep(work, bin('playwright'), site),
    waiting('screens'),
    project('service-pglite'),
    ...(work.full ? [waiting('screens-pglite')] : []),
    project('architecture'),
    project('blocks'),
    project('rules'),
    ...staticChecks(work),
    // After the build, because both write Astro's generated types.
    {
      name: 'page types',
      command: [bin('astro'), 'check', '--tsconfig', PAGES, '--minimumFailingSeverity', 'warning'],
      env: site,
      needs: ['build'],
    },
    { ...project('bundle'), env: site, needs: ['build'] },
  ];
}

/** Only the `.astro` files: the native compiler reads the rest in a sixth of the time. */
const PAGES = 'src/tsconfig.astro.json';
/** Two packages have a `tsc`: Astro's check, Knip and dependency-cruiser need the compiler written in JavaScript. */
const COMPILER = 'node_modules/typescript-native/bin/tsc';

/** Lists the steps that read the code without running it; Astro's own check reads the pages. */
function staticChecks({ root, colours }: Pick<Workplace, 'root' | 'colours'>): Step[] {
  const check = (name: string, program: string, ...args: string[]): Step => ({
    name,
    command: [join(root, 'node_modules/.bin', program), ...args],
  });
  return [
    {
      name: 'types',
      // The product and its tests as one program: read apart, all of the product would be read twice. Each of several
      // checkers would work out the same types again.
      command: [
        join(root, 'node_modules/.bin/node'),
        join(root, COMPILER),
        '--noEmit',
        '-p',
        'tests',
        '--checkers',
        '1',
      ],
      // It runs for seconds: collecting its garbage less often costs no more memory than four checkers do.
      env: { GOGC: '400' },
    },
    check(
      'lint',
      'biome',
      'ci',
      '--config-path=.biome.json',
      '--diagnostic-level=error',
      `--colors=${colours ? 'force' : 'off'}`,
    ),
    check('unused', 'knip', '--config', '.knip.json', '--no-progress'),
    // What only tests import is not used; what is there for them alone says so with @internal.
    check(
      'unused by the product',
      'knip',
      '--config',
      '.knip.json',
      '--no-progress',
      '--production',
      '--exclude',
      'dependencies',
    ),
  ];
}

/** Those with tests named after a file of the code; the long sweeps of `service` are in its full run only. */
const QUICK_PROJECTS = ['rules', 'service', 'screens', 'blocks'];
/** More files than these take longer than a minute: then it is `npm test` that says whether the change is right. */
const MOST_QUICK_TESTS = 40;

/** Of the rules of the house those that a change of any kind meets, and that take less than a second each. */
const HOUSE_FILES = ['evidence', 'lending-subjects', 'pages', 'screens', 'staff-acts', 'tidy', 'variables'];

/**
 * The checks of a change, in about a minute: what reads the code (the compiler goes on from what it kept of the run
 * before), the rules of the house without the planted violations, and the tests of the changed files.
 * @param tests paths below the repository
 */
export function quickSteps(work: Workplace, tests: readonly string[]): Step[] {
  const cache = join(work.root, 'node_modules/.cache/manay');
  const incremental = (step: Step): Step => ({
    ...step,
    command: [...step.command, '--incremental', '--tsBuildInfoFile', join(cache, `${step.name}.tsbuildinfo`)],
  });
  const program = join(work.root, 'node_modules/.bin/vitest');
  const house = { ...work, filters: HOUSE_FILES.map((name) => `tests/architecture/${name}.test.ts`) };
  const ofChange = { ...work, filters: tests.slice(0, MOST_QUICK_TESTS) };
  return [
    ...staticChecks(work).map((step) => (step.name.endsWith('types') ? incremental(step) : step)),
    { name: 'house', ...vitest(house, program, 'architecture') },
    ...(tests.length > 0 ? [{ name: 'tests of the change', ...vitest(ofChange, program, ...QUICK_PROJECTS) }] : []),
  ];
}

function vitest(work: Workplace, program: string, ...projects: string[]): Pick<Step, 'command' | 'report'> {
  const report = join(work.folder, `${projects.join('-')}.json`);
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`];
  const names = projects.flatMap((project) => ['--project', project]);
  const args = ['run', '--config', 'tests/vitest.config.ts', ...names, ...reporters];
  return { command: [program, ...args, `--maxWorkers=${work.maxWorkers}`, ...work.filters], report };
}

function browserStep(work: Workplace, program: string, site: Readonly<Record<string, string>>): Step {
  const report = join(work.folder, 'browser.json');
  return {
    name: 'browser',
    command: [program, 'test', '--config', 'tests/playwright.config.ts', '--reporter=dot,json', ...work.filters],
    env: {
      ...site,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_OUTPUT_DIR: join(work.folder, 'browser'),
      // Node reads our TypeScript itself. What Playwright compiles has source maps, which it asks for every call.
      PW_DISABLE_TS_ESM: '1',
    },
    report,
    needs: ['build'],
  };
}

/**
 * The steps a developer asked for by name, and those they need.
 * @param wanted parts of names, `rules` or `service`; empty for all
 * @throws when nothing has such a name
 */
export function pickSteps(steps: readonly Step[], wanted: readonly string[]): Step[] {
  if (wanted.length === 0) return [...steps];
  const exact = (word: string): Step[] => steps.filter(({ name }) => name === word);
  const picked = new Set<string>();
  for (const word of wanted) {
    const found = exact(word).length > 0 ? exact(word) : steps.filter(({ name }) => name.includes(word));
    if (found.length === 0) {
      throw new Error(`no step is called ${word}; there are: ${steps.map(({ name }) => name).join(', ')}`);
    }
    for (const { name, needs = [] } of found) for (const each of [name, ...needs]) picked.add(each);
  }
  return steps.filter(({ name }) => picked.has(name));
}
