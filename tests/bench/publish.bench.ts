import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStartConfig } from '#server/publishing/config.ts';
import { buildVariablesOf } from '#server/publishing/open-publishing.ts';
import { buildEnvironment } from '#server/publishing/publisher/astro-build.ts';
import { freePort } from '#tests/support/browser/product.ts';
import { writeManyStories } from './many-stories.ts';
import { median, type Row } from './table.ts';

const repoDir = resolve(import.meta.dirname, '../..');
/** Longer than the coldest start of the largest site. */
const TIMEOUT_MS = 1_800_000;
const LOOK_MS = 100;
/** From this many stories on, an edit of one is made three times and not seven, of the settings once: it takes minutes. */
const MANY_STORIES = 1_000;
const QUIET_S = 3;
const MOST_TIMES_PLAIN = 1.3;

/**
 * Publishing at a size, in each row the bar and whether it is met: from the webhook to the page that a visitor gets,
 * after an edit of one story and of the settings, which change every page. Beside each edit `astro build` runs by itself
 * on the same content, incremental for a story and whole for the settings: a publish may take the three quiet seconds
 * and 1.3 times that. Memory is the build's own, not the product's that starts it.
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
  const base = `http://127.0.0.1:${port}`;
  try {
    const cold = await timed(() => untilLive(base, product));
    const coldCpu = processorSeconds(product.pid as number);
    const of = { env, base, folder, pid: product.pid as number };
    await plainBuild(of);
    const [rounds, wholeRounds] = stories >= MANY_STORIES ? [3, 1] : [7, 3];
    const story = await beside(of, rounds, [], {
      change: (mark) => edit.story(mark),
      shows: (mark) => ['/pagina-1/', `Página 1 ${mark}`],
    });
    const settings = await beside(of, wholeRounds, ['--force'], {
      change: (mark) => edit.settings(mark),
      shows: (mark) => ['/tarifas/', `Mañay ${mark}`],
    });
    const most = stories >= MANY_STORIES ? 1_126 : 819;
    const row = (what: string, measured: string, bar: string, isMet: boolean | '' = ''): Row => {
      return { stories, what, measured, bar, met: isMet === '' ? '' : isMet ? 'yes' : 'no' };
    };
    const rowsOf = (what: string, { hooked, plain, hookedCpu, plainCpu }: Measured): Row[] => {
      const of = (measured: number, bar: number, unit: string, words: string): Row =>
        row(`${what}, median of ${hooked.length}`, `${measured.toFixed(1)} ${unit}`, words, measured <= bar);
      const [bar, cpuBar] = [QUIET_S + MOST_TIMES_PLAIN * median(plain), MOST_TIMES_PLAIN * median(plainCpu)];
      const [times, cpuTimes] = [plain, plainCpu].map((s) => `${MOST_TIMES_PLAIN} × ${median(s).toFixed(1)}`);
      return [
        of(median(hooked), bar, 's', `${bar.toFixed(1)} s = ${QUIET_S} + ${times}`),
        of(median(hookedCpu), cpuBar, 'CPU s', `${cpuBar.toFixed(1)} CPU s = ${cpuTimes}`),
      ];
    };
    const peakMb = memory.peakMb();
    return [
      row('cold, with the start of the product', `${cold.toFixed(1)} s, ${coldCpu.toFixed(1)} CPU s`, ''),
      ...rowsOf('webhook to page, one story', story),
      ...rowsOf('webhook to page, settings', settings),
      row('memory of a build', `${peakMb} MB`, `${most} MB`, peakMb <= most),
    ];
  } finally {
    memory.stop();
    const gone = new Promise((done) => product.child.once('exit', done));
    product.child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

function pair(seconds: readonly number[], processor: readonly number[]): string {
  return `${seconds.at(-1)?.toFixed(1)} s (${processor.at(-1)?.toFixed(1)} CPU s)`;
}

/** A product that is measured. */
interface Of {
  readonly env: Readonly<Record<'DATA_DIR' | 'PORT', string>>;
  readonly base: string;
  readonly folder: string;
  readonly pid: number;
}

/** Seconds of each edit, and seconds of the processor, which other processes on the machine do not lengthen. */
interface Measured {
  readonly hooked: readonly number[];
  readonly plain: readonly number[];
  readonly hookedCpu: readonly number[];
  readonly plainCpu: readonly number[];
}

/** Edits become known by the webhook alone, as with a content service elsewhere; after each, Astro by itself. */
async function beside(
  of: Of,
  rounds: number,
  options: readonly string[],
  edit: {
    readonly change: (mark: string) => void;
    readonly shows: (mark: string) => readonly [path: string, words: string];
  },
): Promise<Measured> {
  const { operatorToken } = JSON.parse(readFileSync(join(of.env.DATA_DIR, 'run.json'), 'utf8'));
  const headers = { authorization: `Bearer ${operatorToken}` };
  const [hooked, plain, hookedCpu, plainCpu]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    const mark = `Vuelta ${round}`;
    const [path, words] = edit.shows(mark);
    edit.change(mark);
    const live = join(of.env.DATA_DIR, 'releases/current');
    const before = readlinkSync(live);
    const answer = await fetch(`${of.base}/operator/snapshot`, { method: 'POST', headers });
    if (!answer.ok) throw new Error(`snapshot answered ${answer.status}`);
    // Measured from the webhook: what the content service does before it is not the publish's.
    const [productCpu, ownCpu] = [processorSeconds(of.pid), processorSeconds(process.pid)];
    hooked.push(
      await timed(async () => {
        // A look over HTTP costs the product a millisecond of the processor, which is not the publish's.
        while (readlinkSync(live) === before) await sleep(LOOK_MS);
        while (!(await (await fetch(`${of.base}${path}`)).text()).includes(words)) await sleep(LOOK_MS);
      }),
    );
    hookedCpu.push(processorSeconds(of.pid) - productCpu);
    plain.push(await plainBuild(of, options));
    plainCpu.push(processorSeconds(process.pid) - ownCpu);
    // Thousands of stories take minutes: what is known is shown.
    console.log(`  ${path} ${pair(hooked, hookedCpu)}, astro build ${pair(plain, plainCpu)}`);
  }
  return { hooked, plain, hookedCpu, plainCpu };
}

interface Product {
  readonly child: ChildProcess;
  readonly pid: number | undefined;
}

function start(env: Readonly<Record<string, string>>): Product {
  const child = spawn(process.execPath, [join(repoDir, 'src/server/start/main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child, pid: child.pid };
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

/**
 * Builds the same content through Astro alone: in the publisher's copy of the code, because Astro's cache is of one
 * place, with the publisher's variables, and for the first time with its cache, which saves a whole build.
 * @returns its seconds
 */
async function plainBuild({ env, folder }: Of, options: readonly string[] = []): Promise<number> {
  const [data, dataDir] = [join(folder, 'data'), join(folder, 'plain')];
  if (!existsSync(dataDir)) cpSync(join(data, 'cache'), join(dataDir, 'cache'), { recursive: true });
  for (const part of ['mirror', 'locales']) {
    rmSync(join(dataDir, part), { recursive: true, force: true });
    // The publisher may still be exchanging a file.
    const filter = (path: string): boolean => !path.endsWith('.tmp');
    cpSync(join(data, part), join(dataDir, part), { recursive: true, filter });
  }
  const variables = buildVariablesOf(readStartConfig(env, repoDir));
  return timed(async () => {
    const command = [join(repoDir, 'node_modules/astro/bin/astro.mjs'), 'build', ...options];
    const child = spawn(process.execPath, command, {
      cwd: join(data, 'code'),
      env: buildEnvironment({ ...variables, DATA_DIR: dataDir }),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    if (code !== 0) throw new Error(`astro build ended with ${code}`);
  });
}

/** The most that the processes a process starts have had in memory together, in MB. */
function watchMemory(pid: number): { peakMb(): number; stop(): void } {
  let peakKb = 0;
  const timer = setInterval(() => {
    peakKb = Math.max(peakKb, residentKb(pid) - ownKb(pid));
  }, 250);
  return { peakMb: () => Math.round(peakKb / 1024), stop: () => clearInterval(timer) };
}

function ownKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

function residentKb(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + residentKb(Number(child)), ownKb(pid));
  } catch {
    return 0;
  }
}

/** Ticks of /proc are hundredths of a second wherever Linux runs. */
const TICKS_PER_SECOND = 100;

/** Adds up what a process and the processes it has started and seen end have spent. */
function processorSeconds(pid: number): number {
  try {
    // Behind the name, which may have spaces in it: state is the third field, the four times are from the fourteenth.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
