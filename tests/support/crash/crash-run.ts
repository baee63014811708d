import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { DatabaseLocation } from '#server/kit/db.ts';
import { sandboxNiubiz } from '#server/lending/gateways/card/serve-sandbox-niubiz.ts';
import { sandboxBank } from '#server/lending/gateways/payout/sandbox-bank.ts';
import type { CrashOrder } from './child.ts';
import { LENT_ON, TODAY } from './crash-world.ts';
import type { ScenarioName } from './scenarios.ts';
import { SHOP } from './shop.ts';

export interface CrashResult {
  readonly kills: number;
  /** How many steps a whole life has. */
  readonly steps: number;
  readonly acknowledgements: string;
}

/**
 * Lets a service die at one step of its work after the other, each life on what the last one left, and a last one
 * finish. Throws when any life found something lost, doubled or out of balance. The world outside, a bank, lives on.
 */
export async function crashRun(options: {
  readonly location: DatabaseLocation;
  readonly folder: string;
  readonly scenario: ScenarioName;
  readonly kills: number;
  /** Every so many steps: 1 dies at each. */
  readonly stride?: number;
}): Promise<CrashResult> {
  const { location, folder, scenario, kills, stride = 1 } = options;
  const world = await openWorld();
  const acknowledgements = join(folder, `${scenario}-${randomBytes(4).toString('hex')}.acknowledged`);
  const live = (dieAt: number): Promise<Life> => {
    const order: CrashOrder = { location, ...world.settings, scenario, dieAt, acknowledgements };
    return oneLife(order);
  };
  try {
    let dieAt = 1;
    let steps = 0;
    for (let killed = 0; killed < kills; ) {
      const life = await live(dieAt);
      if (life.kind === 'killed') {
        killed += 1;
        dieAt += stride;
      } else {
        // The work has fewer steps than that: begin at its first again.
        steps = Math.max(steps, life.steps);
        dieAt = 1 + Math.floor(Math.random() * stride);
      }
    }
    for (let last = 0; last < 2; last += 1) {
      if ((await live(0)).kind === 'killed') throw new Error('a life that should have lived was killed');
    }
    return { kills, steps, acknowledgements };
  } finally {
    world.server.closeAllConnections();
    await new Promise((resolve) => world.server.close(resolve));
  }
}

type Life = { readonly kind: 'killed' } | { readonly kind: 'lived'; readonly steps: number };

function oneLife(order: CrashOrder): Promise<Life> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => (out += String(data)));
  child.stderr.on('data', (data) => (err += String(data)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve({ kind: 'killed' });
      else if (code === 0) resolve({ kind: 'lived', ...(JSON.parse(out) as { steps: number }) });
      else reject(new Error(`after a death at step ${order.dieAt - 1} or before (exit ${code}):\n${err}`));
    });
  });
}

/** The bank and the card provider: what has happened there stays there, whoever dies here. */
async function openWorld() {
  const token = 'bank-of-the-crash-tests';
  const app = new Hono();
  const sent: Record<string, number[]> = {};
  app.post('/sandbox/bank/transfers', async (c, next) => {
    const { orderId, amount } = (await c.req.raw.clone().json()) as {
      readonly orderId: string;
      readonly amount: unknown;
    };
    sent[orderId] = [...(sent[orderId] ?? []), Number(amount)];
    await next();
  });
  app.get('/sent', (c) => c.json(sent));
  // Money of an order of a later day comes on that day.
  app.route('/', sandboxBank({ token, businessDate: () => LENT_ON }));
  app.route('/', sandboxNiubiz({ settings: SHOP, now: Date.now, businessDate: () => TODAY }));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/sandbox`;
  const niubiz = { apiUrl: `${url}/niubiz`, scriptUrl: '/sandbox/niubiz/checkout.js', ...SHOP };
  return { server, settings: { bank: { apiUrl: `${url}/bank`, token }, sentUrl: `${origin}/sent`, niubiz } };
}
