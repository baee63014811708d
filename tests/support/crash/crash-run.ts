import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { DatabaseLocation } from '#server/kit/db.ts';
import { sandboxNiubiz } from '#server/lending/gateways/card/serve-sandbox-niubiz.ts';
import { sandboxBank } from '#server/lending/gateways/payout/sandbox-bank.ts';
import { sandboxSunat } from '#server/lending/gateways/tax-documents/serve-sandbox-sunat.ts';
import type { CrashOrder } from './child.ts';
import { LENT_ON, TODAY } from './crash-world.ts';
import { fileBank } from './file-bank.ts';
import type { ScenarioName } from './scenarios.ts';
import { SHOP } from './shop.ts';

export interface CrashResult {
  readonly kills: number;
  /** Number of steps that a whole life has. */
  readonly steps: number;
  readonly acknowledgements: string;
}

const TAX_USER = { user: `${SHOP.ruc}MODDATOS`, password: 'sandbox' };

interface CrashOptions {
  readonly location: DatabaseLocation;
  readonly folder: string;
  readonly scenario: ScenarioName;
}

/**
 * Runs processes one after the other on the same database. Each is killed one step later in its work than the one
 * before, and the last one finishes. Throws when one of them finds something lost, doubled or out of balance. The
 * stand-ins of bank and card provider keep running.
 */
export function crashRun(
  options: CrashOptions & {
    readonly kills: number;
    /** A kill at every so many steps: 1 is every step. */
    readonly stride?: number;
  },
): Promise<CrashResult> {
  const { kills, stride = 1 } = options;
  return inWorld(options, async (live) => {
    let dieAt = 1;
    let steps = 0;
    for (let killed = 0; killed < kills; ) {
      const life = await live({ dieAt: { step: dieAt } });
      if (life.kind === 'killed') {
        killed += 1;
        dieAt += stride;
      } else {
        // The work has fewer steps than that: begin at its first again.
        steps = Math.max(steps, life.steps);
        dieAt = 1 + Math.floor(Math.random() * stride);
      }
    }
    return { kills, steps };
  });
}

/**
 * Kills processes at these steps, by what they are called: `after rename orders/`. With two processes alongside each other, which do
 * the same work at the same time, the first to reach the step is killed, and the next process finds the work of both
 * consistent.
 */
export function crashAt(
  options: CrashOptions & {
    readonly deaths: readonly { readonly of: string; readonly step: number }[];
    readonly alongside?: boolean;
  },
): Promise<CrashResult> {
  const { deaths, alongside = false } = options;
  return inWorld(options, async (live) => {
    for (const dieAt of deaths) {
      const copies = Array.from({ length: alongside ? 2 : 1 }, () => live({ dieAt, alongside }));
      if ((await Promise.all(copies)).every(({ kind }) => kind === 'lived'))
        throw new Error(`nothing happens ${dieAt.step} times ${dieAt.of}`);
      if (alongside) await live(undefined);
    }
    return { kills: deaths.length, steps: 0 };
  });
}

async function inWorld(
  { location, folder, scenario }: CrashOptions,
  run: (live: (work: CrashOrder['work']) => Promise<Life>) => Promise<Omit<CrashResult, 'acknowledgements'>>,
): Promise<CrashResult> {
  const world = await openWorld(join(folder, `${scenario}-files`));
  const acknowledgements = join(folder, `${scenario}-${randomBytes(4).toString('hex')}.acknowledged`);
  const live = (work: CrashOrder['work']): Promise<Life> =>
    oneLife({ location, ...world.settings, scenario, acknowledgements, ...(work && { work }) });
  try {
    const result = await run(live);
    for (let last = 0; last < 2; last += 1) {
      if ((await live(undefined)).kind === 'killed') throw new Error('a life that should have lived was killed');
    }
    return { ...result, acknowledgements };
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
      else reject(new Error(`with ${JSON.stringify(order.work ?? 'nothing')} to do (exit ${code}):\n${err}`));
    });
  });
}

/** The banks and the card provider: what has happened there stays there when a process of ours is killed. */
async function openWorld(folder: string) {
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
  const { files, collect, collected } = fileBank(folder, (orderId, soles) => {
    sent[orderId] = [...(sent[orderId] ?? []), soles];
  });
  app.post('/files', (c) => {
    collect();
    return c.json(collected);
  });
  const sentTax: Record<string, string[]> = {};
  app.post('/sandbox/sunat/billService', async (c, next) => {
    const call = await c.req.raw.clone().text();
    const [, name] = /<fileName>([^<]+)\.zip</.exec(call) ?? [];
    const [, content = ''] = /<contentFile>([^<]+)</.exec(call) ?? [];
    const digest = createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex');
    if (name) sentTax[name] = [...(sentTax[name] ?? []), digest];
    await next();
  });
  app.get('/sent-tax', (c) => c.json(sentTax));
  app.route('/', sandboxSunat({ credentials: TAX_USER, now: Date.now }));
  // Money of an order of a later day comes on that day.
  app.route('/', sandboxBank({ token, businessDate: () => LENT_ON }));
  app.route('/', sandboxNiubiz({ settings: SHOP, now: Date.now, businessDate: () => TODAY }));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/sandbox`;
  const niubiz = { apiUrl: `${url}/niubiz`, scriptUrl: '/sandbox/niubiz/checkout.js', ...SHOP };
  return {
    server,
    settings: {
      bank: { apiUrl: `${url}/bank`, token },
      fileBank: { url: `${origin}/files`, files },
      sentUrl: `${origin}/sent`,
      tax: {
        settings: {
          ...TAX_USER,
          serviceUrl: `${url}/sunat/billService`,
          consultUrl: `${url}/sunat/billConsultService`,
        },
        sentUrl: `${origin}/sent-tax`,
      },
      niubiz,
    },
  };
}
