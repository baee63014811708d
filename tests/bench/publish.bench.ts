import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/browser/product.ts';
import { type Edits, writeManyStories } from './many-stories.ts';
import type { Row } from './table.ts';

const repoDir = resolve(import.meta.dirname, '../..');
/** Longer than the coldest start of the largest site. */
const TIMEOUT_MS = 600_000;
const LOOK_MS = 25;

/**
 * Publishing at a size: from nothing, with nothing changed, one story, the settings; each with its steps' seconds and
 * the peak memory and the processor time of the publisher and the processes it starts; and from the webhook to the page a visitor gets. The
 * last row is `astro build` by itself on the same content. Every story makes a page in each language.
 */
export async function benchPublish(sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stories of sizes) rows.push(...(await benchSize(stories)));
  return rows;
}

async function benchSize(stories: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-publish-'));
  const content = join(folder, 'content');
  const edit = writeManyStories(content, stories);
  const port = await freePort();
  const env = { DATA_DIR: join(folder, 'data'), CONTENT_DIR: content, PORT: String(port), LOG_LEVEL: 'error' };
  const product = start(env);
  const memory = watchMemory(product.pid as number);
  let spentBefore = 0;
  try {
    const rows: Row[] = [];
    const row = (what: string, steps: string, seconds: number): void => {
      // On a machine that others use, the processor's seconds say more than the clock's.
      const spent = processorSeconds(product.pid as number);
      const cpu = (spent - spentBefore).toFixed(2);
      spentBefore = spent;
      const measured = { stories, what, seconds: seconds.toFixed(2), 'cpu s': cpu, steps, 'peak MB': memory.peakMb() };
      // Thousands of stories take minutes: what is known is shown.
      console.log(Object.values(measured).join(' | '));
      rows.push(measured);
    };
    const base = `http://127.0.0.1:${port}`;
    const cold = await timed(() => untilLive(base, product));
    const steps = stepsIn(product.text());
    row('cold, with the start of the product', `${steps}; after the sync ${secondsAfterSync(steps)}`, cold);
    row('nothing changed', ...(await publish(env)));
    edit.story('Uno');
    row('one story', ...(await publish(env)));
    edit.settings('Uno');
    row('settings: every page', ...(await publish(env)));
    const hooked = await hookToPage({ env, base, edit });
    row('webhook to the page, the quiet time included', `${hooked.length} edits, the slowest`, Math.max(...hooked));
    const plain = await timed(() => plainBuild(folder));
    rows.push({
      stories,
      what: 'astro build by itself',
      seconds: plain.toFixed(2),
      'cpu s': '',
      steps: '',
      'peak MB': '',
    });
    return rows;
  } finally {
    memory.stop();
    const gone = new Promise((done) => product.child.once('exit', done));
    product.child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Product {
  readonly child: ChildProcess;
  readonly pid: number | undefined;
  text(): string;
}

function start(env: Readonly<Record<string, string>>): Product {
  const child = spawn(process.execPath, [join(repoDir, 'src/server/start/main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return { child, pid: child.pid, text: () => text };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return (performance.now() - fromMs) / 1000;
}

async function untilLive(base: string, { child }: Product): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    if ((await fetch(`${base}/healthz`).catch(() => undefined))?.ok) return;
    await sleep(LOOK_MS);
  }
  throw new Error('the product was not ready in time');
}

/** `npm run publish`, with the steps it prints. */
async function publish(env: Readonly<Record<string, string>>): Promise<[steps: string, seconds: number]> {
  let text = '';
  const seconds = await timed(
    () =>
      new Promise<void>((done, fail) => {
        const child = spawn(process.execPath, [join(repoDir, 'src/tools/release.ts'), 'publish'], {
          env: { ...process.env, ...env },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`publish ended with ${code}`))));
      }),
  );
  return [stepsIn(text), seconds];
}

/** `sync 0.2, check 0.0, build 0.9, gate 0.1, release 0.4`. */
function stepsIn(text: string): string {
  return [...text.matchAll(/^ {2}(\w+) +([\d.]+) s/gm)].map(([, step, seconds]) => `${step} ${seconds}`).join(', ');
}

function secondsAfterSync(steps: string): string {
  const seconds = steps.split(', ').map((step) => step.split(' '));
  return seconds.reduce((sum, [step, each]) => (step === 'sync' ? sum : sum + Number(each)), 0).toFixed(1);
}

/** An edit becomes known by the webhook alone, as with a content service elsewhere; three times. */
async function hookToPage(of: {
  readonly env: { readonly DATA_DIR: string };
  readonly base: string;
  readonly edit: Edits;
}): Promise<number[]> {
  const { operatorToken } = JSON.parse(readFileSync(join(of.env.DATA_DIR, 'run.json'), 'utf8'));
  const headers = { authorization: `Bearer ${operatorToken}` };
  const seconds: number[] = [];
  for (const mark of ['Alfa', 'Beta', 'Gamma']) {
    of.edit.story(mark);
    const answer = await fetch(`${of.base}/operator/snapshot`, { method: 'POST', headers });
    if (!answer.ok) throw new Error(`snapshot answered ${answer.status}`);
    seconds.push(
      await timed(async () => {
        while (!(await (await fetch(`${of.base}/pagina-1/`)).text()).includes(`Página 1 ${mark}`)) await sleep(LOOK_MS);
      }),
    );
  }
  return seconds;
}

/** The same content through Astro alone: no kept bundle, nothing known from before. */
async function plainBuild(folder: string): Promise<void> {
  const dataDir = join(folder, 'plain');
  for (const part of ['mirror', 'locales'])
    cpSync(join(folder, 'data', part), join(dataDir, part), { recursive: true });
  await new Promise<void>((done, fail) => {
    const child = spawn(process.execPath, [join(repoDir, 'node_modules/astro/bin/astro.mjs'), 'build'], {
      cwd: repoDir,
      env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`astro build ended with ${code}`))));
  });
}

/** The largest sum of resident memory of a process and its children since it was last asked, in MB. */
function watchMemory(pid: number): { peakMb(): number; stop(): void } {
  let peakKb = 0;
  const timer = setInterval(() => {
    peakKb = Math.max(peakKb, residentKb(pid));
  }, 250);
  return {
    peakMb: () => {
      const peak = Math.round(peakKb / 1024);
      peakKb = 0;
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

function residentKb(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + residentKb(Number(child)), own);
  } catch {
    return 0;
  }
}

/** Ticks of /proc are hundredths of a second wherever Linux runs. */
const TICKS_PER_SECOND = 100;

/** What a process and the processes it has started and seen end have spent. */
function processorSeconds(pid: number): number {
  try {
    // Behind the name, which may have spaces in it: state is the third field, the four times are from the fourteenth.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
