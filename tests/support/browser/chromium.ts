import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';

/**
 * Flags that every Chromium of ours is started with: nothing that phones home, nothing that needs a screen or a sandbox
 * that a container does not have. Chromium refuses its sandbox to root.
 */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Places where browsers are usually found; the first that starts is taken. */
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Finds a Chromium that starts: `CHROMIUM_PATH`, one of the machine, or the one Playwright has installed before.
 * @returns its path, or undefined when the machine has none
 */
export function findChromium(
  env: Variables = process.env,
  places: readonly string[] = usualPlaces(),
): string | undefined {
  const chosen = env['CHROMIUM_PATH'];
  return (chosen ? [chosen] : places).find(starts);
}

function usualPlaces(): string[] {
  return [...USUAL_PLACES, chromium.executablePath()];
}

/** A file is not enough: some systems put a script there that only says how to install the browser. */
function starts(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /\b(?:Chromium|Chrome)\b.*\d+\./.test(stdout);
}

/**
 * Chromium without its windows: the same engine, for half the processor time of a page (decision 101). Playwright's own
 * default.
 */
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell'];

/** A way to get a browser: the command lines, in order. */
type Way = readonly (readonly [command: string, ...args: string[]])[];

const PLAYWRIGHT: Way = [['node_modules/.bin/playwright', 'install', 'chromium']];

/**
 * Debian's package of that name, with what it cannot do without and letters to draw; nothing that is installed goes for
 * it.
 */
function debian(name: string): Way {
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-remove', '--no-install-recommends', name, 'fonts-liberation'],
  ];
}

/** An installation that hangs, for want of a network, must not hold up the tests. */
const INSTALL_TIMEOUT_MS = 90_000;

/**
 * Finds a Chromium for tests or installs one: where we are root, Debian's without windows, else Playwright's or
 * Debian's whole one.
 * @param log gets what is being tried
 * @throws with the one sentence that says what to do
 */
export function ensureChromium(log: (line: string) => void, isRoot = process.getuid?.() === 0): string {
  if (!process.env['CHROMIUM_PATH']) {
    if (isRoot && !findChromium({}, HEADLESS_SHELLS)) install(debian('chromium-headless-shell'), log);
    const shell = findChromium({}, HEADLESS_SHELLS);
    if (shell) return shell;
  }
  for (const way of [[], PLAYWRIGHT, ...(isRoot ? [debian('chromium')] : [])]) {
    install(way, log);
    const found = findChromium();
    if (found) return found;
  }
  throw new Error(
    'The browser tests need a Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  );
}

/** Runs the commands until one fails. */
function install(way: Way, log: (line: string) => void): void {
  for (const [command, ...args] of way) {
    log(`no Chromium for tests on this machine: ${[command, ...args].join(' ')}`);
    const { status } = spawnSync(command, args, { stdio: 'inherit', timeout: INSTALL_TIMEOUT_MS });
    if (status !== 0) break;
  }
}
