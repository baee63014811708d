import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outcome, StepRunner } from '#tools/test/run-steps.ts';
import type { Step } from '#tools/test/steps.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manay-steps-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A step that runs a line of JavaScript; it notes when it started and ended. */
function step(name: string, code: string, more: Partial<Step> = {}): Step {
  const note = `const fs = require('fs'); const say = (w) => fs.appendFileSync('log', w + ' ${name}\\n'); say('start'); process.on('exit', () => say('end'));`;
  return { name, command: [process.execPath, '-e', `${note}${code}`], ...more };
}

async function run(steps: Step[], lanes = 2): Promise<{ outcomes: Outcome[]; log: string[] }> {
  writeFileSync(join(folder, 'log'), '');
  const outcomes = await new StepRunner(folder, () => undefined).run(steps, lanes);
  return { outcomes, log: readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') };
}

const wait = (ms: number): string => `setTimeout(() => {}, ${ms})`;

/** Ends once another step has started. */
const until = (name: string): string =>
  `const t = setInterval(() => fs.readFileSync('log', 'utf8').includes('start ${name}') && clearInterval(t), 10);`;

test('two steps run side by side, the third when one of them has ended', async () => {
  const { log } = await run([step('a', until('b')), step('b', until('a')), step('c', '')]);
  expect(new Set(log.slice(0, 2))).toEqual(new Set(['start a', 'start b']));
  expect(log.indexOf('start c')).toBeGreaterThan(2);
});

test('a step waits for the step it needs', async () => {
  const { log } = await run([step('browser', '', { needs: ['build'] }), step('build', wait(100))]);
  expect(log).toEqual(['start build', 'end build', 'start browser', 'end browser']);
});

test('a step whose need failed does not run, and fails', async () => {
  const { log, outcomes } = await run([step('build', 'process.exit(3)'), step('browser', '', { needs: ['build'] })]);
  expect(log).toEqual(['start build', 'end build']);
  expect(outcomes.map(({ counts }) => counts.failed)).toEqual([1, 1]);
  expect(outcomes[1]?.output).toBe('not run, because build failed\n');
});

test('a step that waits for another leaves its lane to those that need nothing', async () => {
  const { log } = await run([
    step('build', until('a')),
    step('browser', '', { needs: ['build'] }),
    step('a', until('build')),
  ]);
  expect(log.indexOf('start browser')).toBeGreaterThan(log.indexOf('end build'));
});

test('what a program prints is kept, errors too', async () => {
  const { outcomes } = await run([step('a', 'console.log("out"); console.error("err")')]);
  expect(outcomes[0]?.output).toContain('out');
  expect(outcomes[0]?.output).toContain('err');
});

test('a program that does not exist is a failed step', async () => {
  const { outcomes } = await run([{ name: 'gone', command: ['/no/such/program'] }]);
  expect(outcomes[0]?.counts).toEqual({ passed: 0, failed: 1 });
  expect(outcomes[0]?.output).toContain('could not be started');
});

test('stopping ends what runs', async () => {
  const runner = new StepRunner(folder, () => undefined);
  writeFileSync(join(folder, 'log'), '');
  const started = setInterval(() => {
    if (readFileSync(join(folder, 'log'), 'utf8').includes('start long')) runner.stop();
  }, 50);
  const [outcome] = await runner.run([step('long', wait(600_000))], 1);
  clearInterval(started);
  expect(outcome?.counts.failed).toBe(1);
  expect(outcome?.seconds).toBeLessThan(300);
});
