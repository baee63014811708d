/**
 * Scope of a run of the tests. `npm test` is what every change is held to; `npm run test:full` is everything on
 * everything, for every night and every release (decision 0101). Files are named without their folders, so that they may
 * move: `tests/tools/test/scope.test.ts` fails when a name matches no file.
 */
export const IS_FULL_RUN = process.env['TEST_SCOPE'] === 'full';

/**
 * Cases that a property generates: all of them at night; in every change the first eighth, which a fixed seed keeps the
 * same.
 */
export function runs(count: number): number {
  return IS_FULL_RUN ? count : Math.ceil(count / 8);
}

/** Widths of a window at which every figure must be whole, in CSS pixels. */
const WIDTHS: readonly number[] = [
  320, 340, 360, 375, 390, 412, 430, 480, 540, 600, 640, 700, 767, 768, 820, 900, 960, 1024, 1100, 1280, 1440, 1680,
  1920,
];

/**
 * All of them at night; in every change a journey on a phone looks at the narrowest phone, one on a desk at the
 * narrowest desk.
 */
export function widthsOf(windowPx: number): readonly number[] {
  if (IS_FULL_RUN) return WIDTHS;
  return windowPx < 768 ? [320] : [768];
}

/**
 * Generated requests, sweeps over faults, processes killed and started again: minutes for what few changes can break.
 */
export const FULL_RUN_ONLY: readonly string[] = [
  'backup',
  'database-restart',
  'fuzz',
  'kill',
  'one-socket',
  'pairs-of-acts',
  'publish-run-faults',
  'release-tree',
  'renamed-stories',
  'side-by-side',
  'start',
  'start-preview',
  'start-storyblok',
  'two-machines',
];

/** Not in `npm run quick`: they build the site, start the product, or ask everything of everybody. */
export const NOT_QUICK: readonly string[] = [...FULL_RUN_ONLY, 'authorisation', 'install', 'main', 'publish-run'];

/**
 * `npm test` runs these on PGlite too; everything else once, on PostgreSQL. One of each kind of thing in which an engine
 * can differ: what is alike but for its table is in the full run, which runs all of the lender on both.
 */
export const ENGINE_FILES: readonly string[] = [
  // Values through each driver; opening, migrating and seeding; what a file on a disk survives.
  'db',
  'migrate',
  'work-queue',
  'open-lending-database',
  'seed-parameters',
  'sealed-at-rest',
  'health',
  // The process on its own database.
  'main',
  // Locks and races: a loan's, a payment's, numbers without a gap.
  'with-loan',
  'payment-races',
  'take-complaint',
  // Two jobs: one claims what it sends from the queue, one asks a provider what has become of a payment.
  'dispatch-outbox',
  'payment-janitor',
  // A store of each kind: chains, sessions, buckets. What others write and read, the journeys do.
  'audit-store',
  'session-store',
  'throttle-store',
  // Journeys over the API, from the first question to the money.
  'journeys/loan-life',
  'demo-client',
];

/** They ask which engine they run on, and run on both every night. */
export const ENGINE_FILES_OF_THE_NIGHT: readonly string[] = [
  'backup',
  'connections',
  'database-restart',
  'kill',
  'lock-order',
  'metrics',
  'one-socket',
  'orders',
  'orders-kept',
  'orders-without-locks',
  'overtaken-proofs',
  'parameter-store',
  'payout-archive',
  'pgbouncer',
  'request-extension/409',
  'send-batches',
  'side-by-side',
  'staff-batches',
  'stand-by',
  'two-machines',
];

/** The test files of these names, wherever they are below tests. */
export function filesCalled(names: readonly string[]): string[] {
  return names.map((name) => `tests/**/${name}.test.ts`);
}

/**
 * Journeys in which nothing is signed, owed or paid: those that do the same on each screen, those that choose their own
 * width, and the sweep over figures, which have least room on the phone. Whatever is not listed is made on both.
 */
export const ON_THE_PHONE_ALONE: readonly string[] = [
  'account',
  'calculator',
  'calculator-early',
  'calculator-takeover',
  'consent',
  'cookies',
  'desk',
  'desk-passkeys',
  'figures',
  'heights',
  'interface',
  'links',
  'offline',
  'passkeys',
  'people',
  'proxy',
  'public-pages',
  'refusals',
  'resume',
  'session',
  'signed-in',
];

/**
 * The browser projects that make a journey in `npm test`, by the name of its file: Spanish on the phone, which the
 * product is designed for first, and English on the desk too unless it is one of those above. The full run makes each in
 * all four.
 */
export function projectsOf(journey: string): readonly string[] {
  if (journey === IN_ALL_PROJECTS) return ['es-phone', 'es-desktop', 'en-phone', 'en-desktop'];
  return ON_THE_PHONE_ALONE.includes(journey) ? ['es-phone'] : ['es-phone', 'en-desktop'];
}

/** Journeys of the full run: every page and screen in sixteen ways (tests/e2e/look.spec.ts). */
export const FULL_RUN_JOURNEYS: readonly string[] = ['look'];

/** Every page with the checker of accessibility, its width and its amounts: in both languages and at both widths. */
export const IN_ALL_PROJECTS = 'pages';
