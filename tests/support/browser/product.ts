import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const repoDir = resolve(import.meta.dirname, '../../..');
const STARTS_WITHIN_MS = 600_000;

/** The product as `npm start` runs it, in a process and a data folder of its own. */
export interface RunningProduct {
  readonly baseUrl: string;
  readonly process: ChildProcess;
  /** Reads what it has printed so far, both streams. */
  readonly output: () => string;
  /** Asks it to stop and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Stops a product that should still be there. @throws Error with what it has printed when it has ended by itself */
export async function stopRunning(product: RunningProduct): Promise<void> {
  const { exitCode, signalCode } = product.process;
  if (exitCode !== null || signalCode !== null)
    throw new Error(`the product ended by itself (${exitCode ?? signalCode}):\n${product.output()}`);
  await product.stop();
}

/** Starts it, or one of its roles by its main below `src`, and waits until it says that it is healthy. */
export async function startProduct(
  env: Readonly<Record<string, string>>,
  tool = 'server/start/main.ts',
): Promise<RunningProduct> {
  const port = env['PORT'] ?? String(await freePort());
  const product = spawnTool(tool, [], { ...env, PORT: port });
  const baseUrl = `http://127.0.0.1:${port}`;
  const deadlineMs = Date.now() + STARTS_WITHIN_MS;
  while (!(await isHealthy(baseUrl))) {
    if (product.process.exitCode !== null) throw new Error(`the product ended early:\n${product.output()}`);
    if (Date.now() > deadlineMs) {
      await product.stop('SIGKILL');
      throw new Error(`the product is not healthy:\n${product.output()}`);
    }
    await new Promise((wait) => setTimeout(wait, 100));
  }
  // Another process may have answered on a port that both wanted.
  if (product.process.exitCode !== null) throw new Error(`the product ended early:\n${product.output()}`);
  return { baseUrl, ...product };
}

async function isHealthy(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/healthz`).catch(() => undefined);
  return answer?.ok ?? false;
}

/** Runs one of our commands to its end. */
export async function runTool(
  tool: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const running = spawnTool(tool, words, env);
  const [code] = (await once(running.process, 'exit')) as [number | null];
  return { code, output: running.output() };
}

function spawnTool(
  tool: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Omit<RunningProduct, 'baseUrl'> {
  const child = spawn(process.execPath, [join(repoDir, 'src', tool.includes('/') ? tool : `tools/${tool}`), ...words], {
    cwd: repoDir,
    env: { ...process.env, NODE_ENV: 'development', STORYBLOK_TOKEN: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  return {
    process: child,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

/**
 * Ports below those that the system gives to connections and to whoever asks for any: between looking for a free one and
 * listening on it a product takes seconds to start, and meanwhile another server of the run would have got it.
 */
const PORTS = { first: 20_000, count: 12_000 } as const;

/** A port nothing listens on right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
