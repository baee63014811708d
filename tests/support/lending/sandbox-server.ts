import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { afterEach } from 'vitest';

export interface SandboxServer {
  readonly url: string;
  /** Presses a button of the sandbox's page: the form with these fields. */
  press(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
}

const running: Server[] = [];

/** Serves a stand-in of a provider over real HTTP, on a free port, until the test ends. */
export async function serveSandbox(app: Hono): Promise<SandboxServer> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    press: (path, fields = {}) =>
      fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
  };
}

/** To be called once by a test file that serves sandboxes. */
export function closeSandboxes(): void {
  afterEach(async () => {
    for (const server of running.splice(0)) {
      // At once: some of the answers are meant never to come.
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}
