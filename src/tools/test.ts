/**
 * `npm test`: every check of the product, one line each, and `N passed, N failed` as the last line. `npm run test:full` is
 * everything on everything, `npm run quick` the checks of what has changed (tests/README.md).
 * `npm test -- --only rules,screens [part of a file name]` runs some of the steps.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { onStopRequest } from '#server/kit/stop-request.ts';
import { ensureChromium } from '#tests/support/browser/chromium.ts';
import { changedFiles, quickTestFiles, testsOf, whyNoTests } from './test/changed.ts';
import { addCounts, summaryLine } from './test/counts.ts';
import { type Outcome, StepRunner } from './test/run-steps.ts';
import { sizesOf, sizesTable } from './test/sizes.ts';
import { allSteps, pickSteps, quickSteps, type Step, type Workplace } from './test/steps.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, full: { type: 'boolean' }, quick: { type: 'boolean' } },
    allowPositionals: true,
  });
  const wanted = values.only?.split(',').map((word) => word.trim()) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'manay-test-'));
  // Each step has several workers of its own: a third step would leave all of them too little time on two cores.
  const lanes = Math.min(2, availableParallelism());
  const work = {
    root: ROOT,
    folder,
    dataDir: join(folder, 'data'),
    port: await freePort(),
    filters: positionals,
    full: values.full ?? false,
    colours: process.stdout.isTTY && !process.env['CI'] && !process.env['NO_COLOR'],
    maxWorkers: wanted.length === 1 ? availableParallelism() : Math.max(1, Math.floor(availableParallelism() / lanes)),
  };
  const all = values.quick ? stepsOfChange(work) : allSteps(work);
  const steps = pickSteps(all, wanted);
  prepareEnvironment(steps, work);

  const runner = new StepRunner(ROOT, printOutcome);
  onStopRequest(() => {
    runner.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
  const startedMs = performance.now();
  const outcomes = await runner.run(steps, lanes);
  console.log(`all steps together: ${Math.round((performance.now() - startedMs) / 1000)} s, the install not counted`);
  return finish(outcomes, folder, values.quick ? sizesTable(sizesOf(ROOT)) : undefined);
}

function stepsOfChange(work: Workplace): Step[] {
  const changed = changedFiles(ROOT);
  const tests = testsOf(changed, quickTestFiles(ROOT));
  const why = whyNoTests(changed, tests);
  if (why !== undefined) console.log(why);
  return quickSteps(work, tests);
}

/** Journeys, and the examples of the blocks under axe. */
const BROWSER_STEPS = ['browser', 'blocks'];

/**
 * Prepares the environment that all steps inherit: compiled packages, no colours for a machine, one Chromium for
 * everything that drives a browser.
 */
function prepareEnvironment(
  steps: readonly Step[],
  { colours, full, folder }: Pick<Workplace, 'colours' | 'full' | 'folder'>,
): void {
  // Workers, builds and started products read the same packages: what one has compiled, the others take.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  process.env['TEST_SCOPE'] = full ? 'full' : 'every-change';
  process.env[colours ? 'FORCE_COLOR' : 'NO_COLOR'] = '1';
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  if (steps.some(({ name }) => BROWSER_STEPS.includes(name)))
    process.env['CHROMIUM_PATH'] = ensureChromium(console.log);
}

/** And the next one is free too. Systems hand out higher ones: no other step takes them before the browser's begins. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const servers = [port, port + 1].map((each) => createServer().listen(each));
  try {
    await Promise.all(servers.map((server) => once(server, 'listening')));
    return port;
  } catch {
    return freePort();
  } finally {
    for (const server of servers) server.close();
  }
}

function printOutcome({ step, counts, seconds, output }: Outcome): void {
  const tests = step.report ? summaryLine(counts) : '';
  console.log(
    `${counts.failed ? '✗' : '✓'} ${step.name.padEnd(18)}${seconds.toFixed(1).padStart(7)} s  ${tests}`.trimEnd(),
  );
  if (counts.failed) console.log(output.replace(/^/gm, '    '));
}

function finish(outcomes: readonly Outcome[], folder: string, sizes: string | undefined): number {
  const failed = outcomes.filter(({ counts }) => counts.failed > 0).map(({ step }) => step.name);
  const keep = failed.includes('browser');
  if (keep) console.log(`pictures and traces of the browser tests: ${join(folder, 'browser')}`);
  else rmSync(folder, { recursive: true, force: true });
  if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
  if (sizes) console.log(sizes);
  console.log(summaryLine(addCounts(outcomes.map(({ counts }) => counts))));
  return failed.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
