import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How long the tests of one file took; side by side with others, so it is no part of the whole run. */
export interface FileTime {
  readonly file: string;
  readonly step: string;
  readonly seconds: number;
}

interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly file: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** Reads the files' times out of the JSON report of Vitest or Playwright; none when it wrote no report. */
export function fileTimes(step: string, report: string, root: string): FileTime[] {
  if (!existsSync(report)) return [];
  const read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport | Required<PlaywrightSuite>;
  if ('testResults' in read) {
    return read.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      step,
      seconds: Math.max(0, endTime - startTime) / 1000,
    }));
  }
  const times = new Map<string, number>();
  for (const { file, ms } of specTimes(read)) times.set(file, (times.get(file) ?? 0) + ms);
  return [...times].map(([file, ms]) => ({ file: `tests/e2e/${file}`, step, seconds: ms / 1000 }));
}

function specTimes({ specs = [], suites = [] }: PlaywrightSuite): { file: string; ms: number }[] {
  const own = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ file, ms: duration }))),
  );
  return [...own, ...suites.flatMap(specTimes)];
}

const SHOWN = 10;

/** The ten slowest test files, a line each: a slow test is mended like a failing one. */
export function slowestLines(times: readonly FileTime[]): string[] {
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, step, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file} (${step})`);
}
