import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** The ways in which an answer can fail. */
export const FAULTS = [
  'late',
  'time-out',
  'server-error',
  'cut-off',
  'html-page',
  'slow-body',
  'drop',
  'unauthorised',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface PlannedFault {
  readonly fault: Fault;
  /** True when the sandbox still executes the request: the answer is lost, the money is not. */
  readonly done: boolean;
}

/** Longer than any adapter waits. */
const HOLD_MS = 90_000;
/** Long enough to notice, shorter than the timeout of an adapter. */
const LATE_MS = 8_000;

/** The next faults by operation: planned on the sandbox's page, used one by one. */
export class FaultPlan {
  readonly #planned = new Map<string, PlannedFault[]>();
  /** Delay of a late answer. */
  readonly lateMs: number;

  constructor(lateMs: number = LATE_MS) {
    this.lateMs = lateMs;
  }

  add(operation: string, planned: PlannedFault): void {
    this.#planned.set(operation, [...(this.#planned.get(operation) ?? []), planned]);
  }

  take(operation: string): PlannedFault | undefined {
    return this.#planned.get(operation)?.shift();
  }

  list(): { readonly operation: string; readonly planned: PlannedFault }[] {
    return [...this.#planned].flatMap(([operation, faults]) => faults.map((planned) => ({ operation, planned })));
  }
}

/**
 * Executes an operation unless its planned fault prevents it, and applies the fault to the answer.
 * @param work produces the correct answer
 */
export async function withFaults(
  c: Context,
  plan: FaultPlan,
  operation: string,
  work: () => Response | Promise<Response>,
): Promise<Response> {
  const planned = plan.take(operation);
  if (!planned) return work();
  const { fault, done } = planned;
  // An unauthorised request has no effect.
  const honest = done && fault !== 'unauthorised' ? await work() : c.json({ message: 'ok' });
  return applyFault(c, plan, fault, honest);
}

/** The answer with its fault. */
export async function applyFault(c: Context, plan: FaultPlan, fault: Fault, honest: Response): Promise<Response> {
  switch (fault) {
    case 'late':
      await hold(c, plan.lateMs);
      return honest;
    case 'time-out':
      await hold(c, HOLD_MS);
      return c.text('Gateway timeout', 504);
    case 'server-error':
      return c.json({ errorCode: 500, errorMessage: 'Internal error' }, 500);
    case 'cut-off':
      return new Response(firstHalf(await honest.text()), honest);
    case 'html-page':
      return c.html('<!doctype html><title>Attention Required</title><h1>Sorry, you have been blocked</h1>', 403);
    case 'slow-body':
      return slowly(c, honest);
    case 'drop':
      return drop(c);
    case 'unauthorised':
      return c.json({ message: 'Unauthorized' }, 401);
  }
}

function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

/** Waits for a time, or until the caller disconnects. */
function hold(c: Context, forMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, forMs);
    timer.unref();
    c.req.raw.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function slowly(c: Context, honest: Response): Promise<Response> {
  const text = await honest.text();
  const half = firstHalf(text);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(half));
      await hold(c, HOLD_MS);
      // A caller that disconnected gets no answer.
      if (c.req.raw.signal.aborted) return;
      controller.enqueue(encoder.encode(text.slice(half.length)));
      controller.close();
    },
  });
  return new Response(body, { status: honest.status, headers: { 'Content-Type': 'application/json' } });
}

/** Cuts the connection. In process, where a request does not have one, a gateway error stands for it. */
function drop(c: Context): Response {
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.destroy();
  return c.text('Bad gateway', 502);
}
