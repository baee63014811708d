import { existsSync, readFileSync } from 'node:fs';

/** Number of tests that a step ran, by outcome. A check that does not run tests counts as one. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The sum of several steps. */
export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The last line of `npm test`. */
export function summaryLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

/** A check that is right or wrong as a whole. */
export function checkCounts(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Reads what Vitest or Playwright wrote with its JSON reporter. A runner that failed without a failed test (a file that
 * does not load, a server that does not start, no report at all) counts as one failure: it never counts as none.
 */
export function reportCounts(file: string, exitCode: number): Counts {
  const counts = existsSync(file) ? parseReport(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  const ranNothing = counts.passed + counts.failed === 0;
  if (counts.failed === 0 && (exitCode !== 0 || ranNothing)) return { ...counts, failed: 1 };
  return counts;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

function parseReport(report: VitestReport | PlaywrightReport): Counts {
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats;
    // A test that passes only sometimes is not a passed one.
    return { passed: expected, failed: unexpected + flaky + report.errors.length };
  }
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}
