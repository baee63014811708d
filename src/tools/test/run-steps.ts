import { type ChildProcess, spawn } from 'node:child_process';
import { type Counts, checkCounts, reportCounts } from './counts.ts';
import type { Step } from './steps.ts';

/** The outcome of a step. */
export interface Outcome {
  readonly step: Step;
  readonly counts: Counts;
  readonly seconds: number;
  /** Everything the program printed, both streams in the order they came. */
  readonly output: string;
}

/** Runs steps, `lanes` at a time; a step waits for those it needs. */
export class StepRunner {
  readonly #running = new Map<string, ChildProcess>();
  readonly #outcomes = new Map<string, Outcome>();
  readonly #report: (outcome: Outcome) => void;
  readonly #cwd: string;

  /** @param report is called at the end of each step, in the order they end */
  constructor(cwd: string, report: (outcome: Outcome) => void) {
    this.#cwd = cwd;
    this.#report = report;
  }

  /** Resolves when every step has ended; the outcomes are in that order. */
  async run(steps: readonly Step[], lanes: number): Promise<Outcome[]> {
    const waiting = [...steps];
    const active = new Set<Promise<void>>();
    while (waiting.length > 0 || active.size > 0) {
      const next = active.size < lanes ? this.#takeReady(waiting, steps) : undefined;
      if (!next) {
        await Promise.race(active);
        continue;
      }
      const work = this.#runStep(next).finally(() => active.delete(work));
      active.add(work);
    }
    return [...this.#outcomes.values()];
  }

  /** Ends what runs; their programs end their own children. */
  stop(): void {
    for (const child of this.#running.values()) child.kill('SIGTERM');
  }

  #takeReady(waiting: Step[], all: readonly Step[]): Step | undefined {
    const names = new Set(all.map(({ name }) => name));
    const index = waiting.findIndex((step) =>
      (step.needs ?? []).every((name) => this.#outcomes.has(name) || !names.has(name)),
    );
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  async #runStep(step: Step): Promise<void> {
    const missing = (step.needs ?? []).filter((name) => this.#outcomes.get(name)?.counts.failed);
    const outcome =
      missing.length > 0
        ? { step, counts: checkCounts(1), seconds: 0, output: `not run, because ${missing.join(' and ')} failed\n` }
        : await this.#spawn(step);
    this.#outcomes.set(step.name, outcome);
    this.#report(outcome);
  }

  #spawn(step: Step): Promise<Outcome> {
    const [program, ...args] = step.command;
    const startedMs = performance.now();
    const env = { ...cleanEnvironment(process.env), ...step.env };
    const child = spawn(program, args, { cwd: this.#cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.set(step.name, child);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return new Promise((resolve) => {
      const end = (exitCode: number): void => {
        this.#running.delete(step.name);
        const counts = step.report ? reportCounts(step.report, exitCode) : checkCounts(exitCode);
        const seconds = (performance.now() - startedMs) / 1000;
        resolve({ step, counts, seconds, output: Buffer.concat(chunks).toString('utf8') });
      };
      child.on('error', (error) => {
        chunks.push(Buffer.from(`${program} could not be started: ${error.message}\n`));
        end(1);
      });
      child.on('close', (code) => end(code ?? 1));
    });
  }
}

/** Settings of the product that a developer may have for a real one: no test may touch its database or its content. */
const PRODUCT_SETTINGS =
  /^(?:DATABASE_URL|MIGRATIONS_URL|NODE_ENV|LENDER_SANDBOX|SITE_URL|HOST|CONTENT_DIR|TRUSTED_PROXIES|OPERATOR_TOKEN|LENDING_URL|SMTP_URL|MAIL_FROM|PROVIDER_.*|LANDING_HOSTS|FRAME_ANCESTORS|PUBLIC_TAG_MANAGER_IDS|STORYBLOK_WEBHOOK_SECRET)$/;

/** STORYBLOK_TOKEN stays: with it the contract tests read a real space. Steps that run the product blank it. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !PRODUCT_SETTINGS.test(name)));
}
