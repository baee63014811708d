import { fileURLToPath } from 'node:url';
import { getViteConfig } from 'astro/config';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Unfinished work is no test (house §5): `.only` fails everywhere, not only on the CI machine. */
const everywhere = { root, test: { allowOnly: false, passWithNoTests: false } };

const BUNDLE_TEST = 'tests/architecture/bundle.test.ts';

/**
 * PGlite takes seconds to boot and some hundred megabytes: two databases at most, one per worker, and time for the
 * first test of a file to open it.
 */
const withDatabase = { pool: 'forks', maxWorkers: 2, testTimeout: 30_000, hookTimeout: 60_000 } as const;

/**
 * Files of one worker share what they import: reading the whole lender again for each of four hundred files would cost
 * more than their tests. What a test changes is in its own database and its own application.
 */
const sharingModules = { ...withDatabase, isolate: false } as const;

/**
 * Screens run the browser's code against the real lending app in one process, so `#server/…` must resolve: `browser` is
 * not among the conditions, and `"browser": null` in package.json stays what it is, a lock of the client build.
 */
const nodeConditions = { resolve: { conditions: ['node', 'import', 'module', 'default'] } };

/** One project per kind of test (house §5), so that `npm test -- --only rules` runs the seconds and not the minutes. */
export default defineConfig({
  ...everywhere,
  test: {
    ...everywhere.test,
    projects: [
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'rules',
          include: ['tests/{loan,api,i18n,storyblok,ui}/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'service',
          include: ['tests/{server,tools}/**/*.test.ts'],
          ...sharingModules,
        },
      },
      {
        ...everywhere,
        test: {
          ...everywhere.test,
          name: 'service-postgres',
          include: ['tests/server/lending/**/*.test.ts', 'tests/server/kit/{db,migrate,work-queue}.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'tests/support/database/postgres-server.ts',
          ...sharingModules,
        },
      },
      {
        ...everywhere,
        ...nodeConditions,
        test: {
          ...everywhere.test,
          name: 'screens',
          include: ['tests/{stores,calculator,client-area,public-area}/**/*.test.{ts,tsx}'],
          ...withDatabase,
        },
      },
      getViteConfig(
        {
          ...everywhere,
          test: {
            ...everywhere.test,
            name: 'blocks',
            include: ['tests/{blocks,layouts,pages}/**/*.test.ts'],
            maxWorkers: 1,
            testTimeout: 60_000,
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
          // The proof of the locks runs other programs.
          testTimeout: 120_000,
        },
      },
      // Looks at a built site (BUILT_SITE or DATA_DIR); `npm test` builds one first.
      { ...everywhere, test: { ...everywhere.test, name: 'bundle', include: [BUNDLE_TEST] } },
    ],
  },
});
