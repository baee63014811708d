/**
 * `node src/tools/install.mjs <script.ts> [arguments]`: installs missing packages, then runs the script with the
 * pinned Node; with `--help` it only prints what the script does. Plain JavaScript without packages, because it runs on any Node from 18, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A problem the user can solve: printed as one sentence, without a stack. */
export class InstallError extends Error {
  name = 'InstallError';
}

/**
 * Tells whether node_modules matches package-lock.json: every required package in its version. Extra packages do no
 * harm. Compares npm's own record, which npm writes last, so an interrupted install does not pass.
 * @param {string} root the repository
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const actual = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new InstallError('package-lock.json is missing or broken: restore it with git.');
  if (!actual) return false;
  const missing = Object.entries(wanted).some(
    // The root package has no folder, and packages for other platforms are optional.
    ([path, { version, optional }]) => path !== '' && !optional && actual[path]?.version !== version,
  );
  const changed = Object.entries(actual).some(
    ([path, { version }]) => wanted[path.split('/node_modules/')[0]] && wanted[path]?.version !== version,
  );
  return !missing && !changed;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** The path of the pinned Node, which the package `node` installs as a command. */
export function pinnedNode(root) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
}

/**
 * Stops with instructions when the pinned Node is missing: its install script may be blocked.
 * @param {string} root the repository
 */
export function checkPinnedNode(root) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = `v${devDependencies.node}`;
  const { stdout } = spawnSync(pinnedNode(root), ['--version'], { encoding: 'utf8' });
  const found = stdout?.trim();
  if (found === wanted) return;
  throw new InstallError(
    `Node ${wanted} should have come with the package "node", but ${found ? `${found} is there` : 'it is missing'}. ` +
      'Its install script was blocked or could not download: check that `npm config get ignore-scripts` says false ' +
      'and that package.json lists "node" under "allowScripts", then run `npm rebuild node`.',
  );
}

/** Installs exactly package-lock.json. Two concurrent installs wait for each other. */
function install(root) {
  const release = takeTurn(root);
  try {
    if (isInstalled(root)) return;
    console.log('Installing packages (only when they change; about a minute)…');
    const { status } = npm(['ci', '--loglevel=error', '--no-audit', '--no-fund'], root);
    if (status !== 0) {
      const version = npm(['--version'], root, 'pipe').stdout?.trim() ?? 'none found';
      throw new InstallError(
        'The packages could not be installed (npm says why above): usually the package registry is out of reach, ' +
          `or npm is older than 8 (yours: ${version}).`,
      );
    }
  } finally {
    release();
  }
}

/** The npm that started us, or the one on the PATH. Never run by the Node that the install replaces. */
export function npm(args, cwd, output = 'inherit') {
  const options = { cwd, encoding: 'utf8', stdio: ['ignore', output, output], env: withoutLocalCommands(cwd) };
  const cli = process.env.npm_execpath;
  const node = process.env.npm_node_execpath;
  if (cli && node && basename(cli) === 'npm-cli.js' && existsSync(node) && !node.startsWith(cwd)) {
    return spawnSync(node, [cli, ...args], options);
  }
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function withoutLocalCommands(root) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** A lock file with the installer's process id; the file of a dead process is ignored. */
function takeTurn(root) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `manay-install-${name}.pid`);
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    // A link is created with its content atomically, so no reader sees half a number.
    while (!succeeds(() => linkSync(mine, file))) {
      let owner = 0;
      succeeds(() => {
        owner = Number(readFileSync(file, 'utf8'));
      });
      if (isAlive(owner)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      else rmSync(file, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function succeeds(act) {
  try {
    act();
    return true;
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Runs the script and waits for its end. The IPC channel tells the script when this process is gone
 * (src/server/kit/stop-request.ts).
 */
function run(root, script, args) {
  const child = spawn(pinnedNode(root), [script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // What Node has compiled stays for the next start: the lender is there in half the time.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'manay', 'compiled'),
      ...process.env,
      // Without npm too, the packages' commands and their Node come first on the PATH.
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  });
  let asked = false;
  const ask = (signal) => {
    if (!asked) child.kill(signal);
    asked = true;
  };
  process.on('SIGTERM', ask);
  process.on('SIGHUP', ask);
  // Ctrl-C in a terminal reaches the script too; a signal sent to this process alone does not.
  process.on('SIGINT', (signal) => process.stdin.isTTY || ask(signal));
  stopWithNpm(() => ask('SIGTERM'));
  child.on('error', (error) => fail(new InstallError(`${script} could not be started: ${error.message}`)));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/** `npm start` killed with -9 cannot signal us, but our parent process then changes. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const started = ancestors();
  setInterval(() => ancestors() !== started && stop(), 500).unref();
}

/** Our parent and its parent; without /proc only our parent. */
function ancestors() {
  try {
    // "pid (name) state ppid …", and the name may hold anything.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/** Commands that say themselves what they can do. */
const WITH_HELP = ['src/tools/lender.ts'];

/**
 * Reads the text of `--help`: the comment at the head of the script, which says how it is called. Needs no packages,
 * like the rest of this file.
 * @param {string} script its path below the repository
 */
export function helpOf(root, script) {
  const head = /^\/\*\*(.*?)\*\//s.exec(readFileSync(join(root, script), 'utf8'))?.[1] ?? '';
  return head
    .replace(/^ *\* ?/gm, '')
    .replaceAll('`', '')
    .trim();
}

function fail(error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}

function main() {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
  const [script, ...args] = process.argv.slice(2);
  try {
    if (Number(process.versions.node.split('.')[0]) < 18) {
      throw new InstallError(`Node 18 or newer is needed to start; this is ${process.version}.`);
    }
    if (!script) throw new InstallError('Usage: node src/tools/install.mjs <script.ts> [arguments]');
    if (args.includes('--help') && !WITH_HELP.includes(script)) return console.log(helpOf(root, script));
    if (!isInstalled(root)) install(root);
    checkPinnedNode(root);
    run(root, script, args);
  } catch (error) {
    fail(error);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
