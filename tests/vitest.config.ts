import { fileURLToPath } from 'node:url';
import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';
import { ownText } from '../.config/own-text.mjs';
import { TAGS } from './evidence/tags.ts';
import { ENGINE_FILES, FULL_RUN_ONLY, filesCalled, IS_FULL_RUN } from './scope.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Limit for what never comes: what is waited for ends when it has come. */
const waiting = { poll: { timeout: 60_000 } };

/** Unfinished work does not count as a test (house §5): `.only` fails everywhere, not only on the CI machine. */
const everywhere = { root, test: { allowOnly: false, passWithNoTests: false, expect: waiting } };

const BUNDLE_TEST = 'tests/architecture/bundle.test.ts';

/**
 * Limits that end what hangs; they measure nothing. The longest tests take some seconds, and a machine that is ten
 * times as busy must not make them fail.
 */
const limits = { testTimeout: 120_000, hookTimeout: 180_000 } as const;

/** Without whole seeds no test with a database begins. */
const WHOLE_SEEDS = 'tests/support/database/whole-seeds.ts';

/** One real server for the run. */
const onPostgres = {
  env: { TEST_DATABASE: 'postgres' },
  globalSetup: [WHOLE_SEEDS, 'tests/support/database/postgres-server.ts'],
};
const onPglite = { globalSetup: [WHOLE_SEEDS] };

/**
 * Files of one worker share what they import: reading the whole lender again for each of four hundred files would cost
 * more than their tests. They share its database too, which is emptied between them. Two workers, unless told.
 */
const withDatabase = { pool: 'forks', maxWorkers: 2, isolate: false, ...limits } as const;

/** Not in every run: see tests/scope.ts. */
const leftOut = IS_FULL_RUN ? [] : filesCalled(FULL_RUN_ONLY);

const ON_BOTH_ENGINES = IS_FULL_RUN
  ? ['tests/server/lending/**/*.test.ts', ...filesCalled(ENGINE_FILES)]
  : filesCalled(ENGINE_FILES);

/**
 * A promise is proved where it is kept: `*.screen.test.ts` on a screen, `*.page.test.ts` on a page, others by the API.
 */
const PROMISES = {
  screens: 'tests/promises/**/*.screen.test.{ts,tsx}',
  pages: 'tests/promises/**/*.page.test.ts',
  service: 'tests/promises/**/*.test.ts',
} as const;

const SCREENS = ['tests/{stores,calculator,client-area,public-area}/**/*.test.{ts,tsx}', PROMISES.screens];

/**
 * Conditions of Node: screens run the browser's code against the real lending app in one process, so `#server/…` must
 * resolve. `browser` is not among the conditions, and `"browser": null` in package.json stays what it is, a lock of the
 * client build.
 */
const nodeConditions = { plugins: [ownText()], resolve: { conditions: ['node', 'import', 'module', 'default'] } };

/** One project per kind of test (house §5), so that `npm test -- --only rules` runs the seconds and not the minutes. */
export default defineConfig({
  ...everywhere,
  test: {
    ...everywhere.test,
    tags: TAGS,
    projects: [
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'rules',
          include: ['tests/{loan,api,i18n,storyblok,ui}/**/*.test.ts'],
          // Pure: what one file imports, the next one may have.
          isolate: false,
          ...limits,
        },
      },
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'service',
          include: ['tests/{server,tools}/**/*.test.ts', PROMISES.service],
          exclude: [...leftOut, PROMISES.screens, PROMISES.pages],
          ...onPostgres,
          ...withDatabase,
        },
      },
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'service-pglite',
          include: ON_BOTH_ENGINES,
          exclude: leftOut,
          ...onPglite,
          ...withDatabase,
        },
      },
      {
        ...everywhere,
        ...nodeConditions,
        test: { ...everywhere.test, name: 'screens', include: SCREENS, ...onPostgres, ...withDatabase },
      },
      {
        ...everywhere,
        ...nodeConditions,
        test: { ...everywhere.test, name: 'screens-pglite', include: SCREENS, ...onPglite, ...withDatabase },
      },
      getViteConfig(
        {
          ...everywhere,
          test: {
            ...everywhere.test,
            name: 'blocks',
            include: ['tests/{blocks,layouts,pages}/**/*.test.ts', PROMISES.pages],
            maxWorkers: 1,
            // A process for each of twenty files would start Astro as often: a quarter of their time.
            isolate: false,
            ...limits,
            // A style sheet asked for by its address has one only when styles are processed.
            css: true,
          },
        } as Parameters<typeof getViteConfig>[0],
        {
          root,
          // Otherwise every element carries the place it was written at.
          devToolbar: { enabled: false },
        },
      ),
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          exclude: [BUNDLE_TEST],
          // They only read; a process for each file would read the same packages again.
          isolate: false,
          // The proof of the locks runs other programs.
          ...limits,
        },
      },
      // Looks at a built site (BUILT_SITE or DATA_DIR); `npm test` builds one first.
      { ...everywhere, test: { ...everywhere.test, name: 'bundle', include: [BUNDLE_TEST], ...limits } },
    ],
  },
});
