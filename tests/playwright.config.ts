import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices, type PlaywrightTestConfig, type Project } from '@playwright/test';
import { FULL_RUN_JOURNEYS, IS_FULL_RUN, projectsOf } from './scope.ts';
import { CHROMIUM_FLAGS, findChromium } from './support/browser/chromium.ts';

// Playwright puts each stack together itself, to look source maps up. Node takes only the types out of our files, so that
// lines stay where they are and there are no maps.
Reflect.deleteProperty(Error, 'prepareStackTrace');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const port = Number(process.env['PORT'] ?? 4399);
const dataDir = process.env['DATA_DIR'] ?? join(tmpdir(), 'manay-browser-tests');
/** A second product: it asks for consent, and its date moves. Other journeys are not disturbed. */
const elsewhere = { port: port + 1, dataDir: join(dataDir, 'with-tag-managers') };
const chromium = findChromium();

type TestConfigWebServer = Exclude<NonNullable<PlaywrightTestConfig['webServer']>, readonly unknown[]>;

/** By this name of the machine it is a landing host. */
const landingHost = `127.0.0.1:${elsewhere.port}`;
const ELSEWHERE = { PUBLIC_TAG_MANAGER_IDS: 'GTM-ABC123,GTM-DEF456', LANDING_HOSTS: landingHost };

/** Name that a person's browser gives itself: one without a window says so, and is taken for a crawler. */
function browserOf(device: string): string {
  return devices[device]?.userAgent ?? '';
}

/** The phone is the one the product is designed for first (design §6), the desktop the width it is composed for. */
const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: browserOf('Galaxy S24') },
  desktop: { viewport: { width: 1280, height: 800 }, userAgent: browserOf('Desktop Chrome') },
} as const;

/** Editors have one language. What they change is theirs alone: no other journey reads the words of those pages. */
const EDITOR = '**/editor*.spec.ts';

/** They choose their own width: once in each language. */
const ANY_WIDTH = FULL_RUN_JOURNEYS.map((name) => `**/${name}.spec.ts`);

/** Chooses the specs that a project runs. */
function specsOf(name: string): Pick<Project, 'testMatch' | 'testIgnore' | 'workers'> {
  const isMade = (file: string): boolean => IS_FULL_RUN || projectsOf(file.replace('.spec.ts', '')).includes(name);
  const specs = readdirSync(join(root, 'tests/e2e')).filter((file) => file.endsWith('.spec.ts') && isMade(file));
  const leftOut = IS_FULL_RUN && name.endsWith('-desktop') ? [] : ANY_WIDTH;
  // A worker is a process and a browser of its own, which a single file does not pay for.
  const workers = specs.length === 1 ? { workers: 1 } : {};
  return { testMatch: specs.map((file) => `**/${file}`), testIgnore: [EDITOR, ...leftOut], ...workers };
}

/** `es-phone` … `en-desktop`; a test reads its language from the project's metadata. */
const projects: Project[] = (['es', 'en'] as const).flatMap((locale) =>
  (['phone', 'desktop'] as const).map((screen) => ({
    name: `${locale}-${screen}`,
    ...specsOf(`${locale}-${screen}`),
    metadata: {
      locale,
      screen,
      dataDir,
      elsewhere: `http://localhost:${elsewhere.port}`,
      landingHost: `http://${landingHost}`,
      dataDirElsewhere: elsewhere.dataDir,
    },
    use: { ...SCREENS[screen], locale: locale === 'es' ? 'es-PE' : 'en-US' },
  })),
);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: process.env['PLAYWRIGHT_OUTPUT_DIR'] ?? join(dataDir, 'browser'),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Journeys wait for jobs and for each other about as long as they work.
  workers: 3,
  // Limits end what hangs; they measure nothing, and a busy machine must not make them fail.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 240_000 } },
  projects: [
    ...projects,
    {
      name: 'editor',
      testMatch: EDITOR,
      metadata: { dataDir },
      use: SCREENS.desktop,
    },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    // What never can be pressed, or never opens, ends its test long before the journey's own limit, and is named.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    timezoneId: 'America/Lima',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // A trace costs a quarter of a journey's time. `TRACE=1 npm test -- --only browser …` records the one that failed.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium && {
        executablePath: join(root, 'tests/support/browser/chromium.sh'),
        env: { ...(process.env as Record<string, string>), CHROMIUM_PATH: chromium },
      }),
      // Playwright decides itself whether a window is shown.
      args: CHROMIUM_FLAGS.filter((flag) => !flag.startsWith('--headless')),
    },
  },
  webServer: [product(port, dataDir), product(elsewhere.port, elsewhere.dataDir, ELSEWHERE)],
});

/** The product built and served; the journeys of consent have one of their own, because other sites ask nobody. */
function product(onPort: number, inDir: string, more: Readonly<Record<string, string>> = {}): TestConfigWebServer {
  return {
    command: 'node_modules/.bin/node src/server/start/main.ts',
    cwd: root,
    // Journeys come from addresses of their own: an address gets so many codes an hour.
    env: {
      ...(process.env as Record<string, string>),
      PORT: String(onPort),
      DATA_DIR: inDir,
      TRUSTED_PROXIES: '1',
      ...more,
    },
    url: `http://localhost:${onPort}/healthz`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  };
}
