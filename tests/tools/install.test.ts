import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPinnedNode, isInstalled } from '#tools/install.mjs';

const INSTALL = fileURLToPath(import.meta.resolve('#tools/install.mjs'));
const STOP_REQUEST = fileURLToPath(import.meta.resolve('#server/kit/stop-request.ts'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manay-install-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: unknown): void {
  const path = join(folder, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

function locks(wanted: object, actual?: object): boolean {
  write('package-lock.json', { packages: { '': {}, ...wanted } });
  if (actual) write('node_modules/.package-lock.json', { packages: actual });
  return isInstalled(folder);
}

describe('whether something must be installed', () => {
  const a = { 'node_modules/a': { version: '1.0.0' } };

  test('nothing, when every package is there in its version', () => {
    expect(locks(a, a)).toBe(true);
  });

  test('everything, when npm never finished an install', () => {
    expect(locks(a)).toBe(false);
  });

  test('yes, when a package is missing', () => expect(locks(a, {})).toBe(false));

  test('yes, when a version changed', () => {
    expect(locks(a, { 'node_modules/a': { version: '0.9.0' } })).toBe(false);
  });

  test('yes, when a package still holds an old copy of another', () => {
    expect(locks(a, { ...a, 'node_modules/a/node_modules/b': { version: '1.0.0' } })).toBe(false);
  });

  test('no, when there is more than the project needs', () => {
    const more = { 'node_modules/b': { version: '1.0.0' }, 'node_modules/b/node_modules/c': { version: '1.0.0' } };
    expect(locks(a, { ...a, ...more })).toBe(true);
  });

  test('no, when only a package for another kind of machine is missing', () => {
    expect(locks({ ...a, 'node_modules/a-darwin': { version: '1.0.0', optional: true } }, a)).toBe(true);
  });

  test('a broken package-lock.json is named, not repaired', () => {
    write('package-lock.json', '{');
    expect(() => isInstalled(folder)).toThrow(/package-lock\.json is missing or broken/);
  });
});

describe('the pinned Node', () => {
  function withNode(version: string | undefined): () => void {
    write('package.json', { devDependencies: { node: '24.0.1' } });
    if (version) {
      write('node_modules/.bin/node', `#!/bin/sh\necho ${version}\n`);
      chmodSync(join(folder, 'node_modules/.bin/node'), 0o755);
    }
    return () => checkPinnedNode(folder);
  }

  test('passes in its exact version', () => {
    expect(withNode('v24.0.1')).not.toThrow();
  });

  test('says what to do when its install script was blocked', () => {
    expect(withNode(undefined)).toThrow(/v24\.0\.1 should have come .* it is missing.*allowScripts.*npm rebuild node/);
  });

  test('says what to do when another version is there', () => {
    expect(withNode('v22.0.0')).toThrow(/v22\.0\.0 is there/);
  });
});

describe('a command run through it', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** Starts a script through the installer; resolves when it has printed its process id. */
  async function start(script: string): Promise<{ wrapper: ChildProcess; pid: number; output: () => string }> {
    write('script.ts', script);
    const args = [INSTALL, join(folder, 'script.ts'), 'first', 'second'];
    const wrapper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(wrapper);
    let text = '';
    wrapper.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    while (!/pid \d+\n/.test(text)) await once(wrapper.stdout as NodeJS.ReadableStream, 'data');
    return { wrapper, pid: Number(/pid (\d+)/.exec(text)?.[1]), output: () => text };
  }

  const SERVER = `
    import { onStopRequest } from '${STOP_REQUEST}';
    const open = setInterval(() => undefined, 1000);
    onStopRequest((reason) => { console.log('stops for ' + reason); clearInterval(open); process.exitCode = 7; });
    console.log('pid ' + process.pid);
  `;

  async function gone(pid: number): Promise<boolean> {
    for (let i = 0; i < 1_000; i++) {
      if (!isAlive(pid)) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  }

  function isAlive(pid: number): boolean {
    try {
      // A zombie still has a number; its state says that it has ended.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  }

  test('gets its arguments and the pinned Node, and its exit code comes back', () => {
    write('script.ts', `const n: number = 3; console.log(process.version, ...process.argv.slice(2)); process.exit(n);`);
    const args = [INSTALL, join(folder, 'script.ts'), 'first', 'second'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim()).toMatch(/^v24\.\S+ first second$/);
    expect(status).toBe(3);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops in its own time when the starter gets %s',
    async (signal) => {
      const { wrapper, pid, output } = await start(SERVER);
      wrapper.kill(signal);
      const [code] = await once(wrapper, 'exit');
      expect(code).toBe(7);
      expect(output().match(/stops for/g)).toEqual(['stops for']);
      expect(output()).toContain(`stops for ${signal}`);
      expect(isAlive(pid)).toBe(false);
    },
  );

  test('stops once when starter and command get the signal together, as from Ctrl-C', async () => {
    const { wrapper, pid, output } = await start(SERVER);
    process.kill(pid, 'SIGINT');
    wrapper.kill('SIGINT');
    await once(wrapper, 'exit');
    expect(output().match(/stops for/g)).toEqual(['stops for']);
  });

  test('does not outlive a starter that was killed with -9', async () => {
    const { wrapper, pid } = await start(SERVER);
    wrapper.kill('SIGKILL');
    expect(await gone(pid)).toBe(true);
  });

  test('does not outlive npm that was killed with -9, although a shell is between', async () => {
    write('package.json', { scripts: { start: `node ${INSTALL} ${join(folder, 'script.ts')}; true` } });
    write('script.ts', SERVER);
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(npm);
    let text = '';
    npm.stdout.on('data', (chunk) => {
      text += chunk;
    });
    while (!/pid \d+\n/.test(text)) await once(npm.stdout, 'data');
    npm.kill('SIGKILL');
    expect(await gone(Number(/pid (\d+)/.exec(text)?.[1]))).toBe(true);
  });

  test('ends by itself when its work is done, although it listens for the starter', async () => {
    const { wrapper } = await start(`
      import { onParentGone } from '${STOP_REQUEST}';
      onParentGone(() => undefined);
      console.log('pid ' + process.pid);
    `);
    const [code] = await once(wrapper, 'exit');
    expect(code).toBe(0);
  });
});

describe('in an empty clone', () => {
  /** A project with one package, called node, that comes from a folder: npm installs it without a network. */
  function project(version: string): string {
    cpSync(INSTALL, join(folder, 'src/tools/install.mjs'), { recursive: true });
    write('fake-node/package.json', { name: 'node', version, bin: { node: 'node.sh' } });
    write(
      'fake-node/node.sh',
      `#!/bin/sh\n[ "$1" = --version ] && echo vfile:fake-node || exec "${process.execPath}" "$@"\n`,
    );
    chmodSync(join(folder, 'fake-node/node.sh'), 0o755);
    write('package.json', { name: 'project', version: '1.0.0', devDependencies: { node: 'file:fake-node' } });
    write('script.ts', `console.log('it runs');`);
    spawnSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: folder });
    return join(folder, 'src/tools/install.mjs');
  }

  async function runOnce(install: string): Promise<{ code: number | null; text: string }> {
    const child = spawn(process.execPath, [install, join(folder, 'script.ts')], { stdio: 'pipe' });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text };
  }

  test('packages are installed first, then the command runs; the second time it only runs', async () => {
    const install = project('1.0.0');
    expect(await runOnce(install)).toEqual({ code: 0, text: expect.stringMatching(/Installing[\s\S]*it runs/) });
    expect(await runOnce(install)).toEqual({ code: 0, text: 'it runs\n' });
  });

  test('two commands started together install once and both run', async () => {
    const install = project('1.0.0');
    const [a, b] = await Promise.all([runOnce(install), runOnce(install)]);
    expect([a.code, b.code]).toEqual([0, 0]);
    expect(`${a.text}${b.text}`.match(/Installing/g)).toEqual(['Installing']);
  });

  test('an install that fails is told in a sentence', async () => {
    const install = project('1.0.0');
    write('package-lock.json', { lockfileVersion: 3, packages: { '': { devDependencies: { node: 'other' } } } });
    const { code, text } = await runOnce(install);
    expect(code).toBe(1);
    expect(text).toMatch(/The packages could not be installed/);
    expect(text).not.toMatch(/ at .*install\.mjs/);
  });
});
