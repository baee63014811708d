import type { Hono } from 'hono';
import { afterEach } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';

export interface SandboxServer {
  readonly url: string;
  /** Presses a button of the sandbox's page: the form with these fields. */
  press(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
}

const running: RunningServer[] = [];

/** Serves a stand-in of a provider over real HTTP, on a free port, until the test ends. */
export async function serveSandbox(app: Hono): Promise<SandboxServer> {
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  running.push(server);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    press: (path, fields = {}) =>
      fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
  };
}

/** To be called once by a test file that serves sandboxes. */
export function closeSandboxes(): void {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
  });
}
