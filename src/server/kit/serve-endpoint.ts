import { setTimeout } from 'node:timers/promises';
import type { Context } from 'hono';
import type * as z from 'zod/mini';
import type { Access } from '#api/access.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { REFUSALS } from '#api/refusals.ts';
import { type Validated, validate } from '#api/validate.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { invalidFields, notFound, type Refusal, tooManyRequests, UndoneError } from './errors.ts';
import type { SentBody, SentFile } from './form-body.ts';
import type { Client, Gate } from './gate.ts';
import { answerRefusal, type HttpApp, methodNotAllowed } from './http.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { RateDecision } from './rate-limit.ts';
import { readJsonBody } from './request-body.ts';
import { noteSecurity, type SecurityFacts } from './security-event.ts';

/** A route's result: a body, a body already serialised as JSON, or a declared refusal. */
export type Answer<Body> =
  | {
      readonly kind: 'ok';
      readonly body: Body;
      readonly headers: Readonly<Record<string, string>>;
      /** Whole `Set-Cookie` values. */
      readonly cookies?: readonly string[];
      /** For the log of security events; never sent. */
      readonly about?: SecurityFacts;
    }
  | { readonly kind: 'json'; readonly json: string; readonly headers: Readonly<Record<string, string>> }
  /** For an endpoint that declares a `file`. */
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'not-modified'; readonly headers: Readonly<Record<string, string>> }
  | Refusal;

/**
 * A route's arguments: validated input, the caller of a protected endpoint, the raw request for headers, and the
 * context for the caller's address.
 */
export interface Call<Query, Body, Params = undefined, Asker = undefined> {
  readonly query: Query;
  readonly body: Body;
  readonly params: Params;
  readonly client: Asker;
  /** Files of a form; only for routes that read forms. */
  readonly files: readonly SentFile[];
  readonly request: Request;
  readonly context: Context;
}

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  /** Checked before the request is read. */
  readonly limit?: (c: Context) => Promise<RateDecision>;
  /** Reads a body that may also be a form; by default only JSON. */
  readonly readBody?: (request: Request) => Promise<SentBody | Refusal>;
  // A method, so that routes of different endpoints are in one list.
  answer(call: CallOf<E>): Promise<Answer<OutputOf<E['response']>>>;
}

/** The output of a schema; nothing for an endpoint without one. */
type OutputOf<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.core.$ZodType
    ? z.core.output<Schema>
    : never;
export type CallOf<E extends Endpoint> = Call<
  OutputOf<NonNullable<E['query']>>,
  OutputOf<NonNullable<E['body']>>,
  OutputOf<NonNullable<E['params']>>,
  [NonNullable<E['access']>] extends [never] ? undefined : Client
>;

/** Statuses that any endpoint may return without declaring them. */
const GENERAL_STATUSES = new Set([400, 413, 415, 429, 500, 503]);

const TOO_MANY_AT_ONCE_RETRY_SECONDS = 1;

/** The checks that protected endpoints need. */
export interface Guard {
  /** Authorises callers. */
  readonly gate: Gate;
  /** Requests of one client at once. */
  readonly perClient: ConcurrencyLimit;
}

/**
 * Registers an endpoint: rate limit → authorisation → validation → route → response.
 * @param guard without one, protected endpoints cannot be served
 */
export function serveEndpoint<E extends Endpoint>(app: HttpApp, route: Route<E>, guard?: Guard): void {
  const { endpoint } = route;
  const { access } = endpoint;
  if (access && !guard) throw new Error(`${endpoint.name} is protected, and has no guard`);
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    noteSecurity(c, { what: endpoint.name });
    const decision = await route.limit?.(c);
    if (decision?.kind === 'limited') return answerRefusal(c, tooManyRequests(decision.retryAfterSeconds));
    const client = access && guard ? await letIn(c, guard.gate, { ...endpoint, access }) : undefined;
    if (client?.kind === 'refused') return answerRefusal(c, client);
    const input = await readInput(c, route);
    if (input.kind === 'refused') return answerRefusal(c, input);
    const { params, query, body, files } = input;
    const call = { params, query, body, files, client: client?.client, request: c.req.raw, context: c } as CallOf<E>;
    const answer = () => againWhenUndone(c.req.raw, () => route.answer(call));
    const answered = guard && client ? await guard.perClient.run(client.client.personId, answer) : await answer();
    return answered ? send(c, endpoint, answered) : answerRefusal(c, tooManyRequests(TOO_MANY_AT_ONCE_RETRY_SECONDS));
  });
}

/**
 * Pause before a call that was undone is done again. The transaction for which it was undone is only waking up then: who
 * locks the same rows again at once is before it, and meets it in a second deadlock.
 */
const LET_PASS_MS = 100;

/**
 * Does a call with an Idempotency-Key once more when the database has undone its transaction. That is what its caller
 * would do after the 503, and safe for the same reason: nothing of that transaction is left, and what an earlier
 * transaction of the call has done is found by the key. Without a key the caller decides. Once, because one deadlock is
 * chance and two are a fault of ours, which must be seen.
 */
async function againWhenUndone<Done>(request: Request, answer: () => Promise<Done>): Promise<Done> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof UndoneError) || typeof idempotencyKeyOf(request) !== 'string') throw error;
    await setTimeout(LET_PASS_MS);
    return answer();
  }
}

/**
 * Registers the routes of a subject. Paths with parameters must come last, because `/loan/top-up` would otherwise be
 * read as a loan's number.
 */
export function serveRoutes(app: HttpApp, routes: readonly Route[], guard: Guard): void {
  const parameters = ({ endpoint }: Route): number => endpoint.path.split('{').length;
  for (const route of routes.toSorted((a, b) => parameters(a) - parameters(b))) serveEndpoint(app, route, guard);
}

function factsOf({ personId, sessionId, impersonation }: Client): SecurityFacts {
  return { person: personId, session: sessionId, ...(impersonation && { staff: impersonation.staff }) };
}

async function letIn(c: Context, gate: Gate, endpoint: Endpoint & { readonly access: Access }) {
  // Personal responses must not be cached, not on a shared computer's disk either.
  c.header('Cache-Control', 'private, no-store');
  const entry = await gate(c, endpoint);
  if (entry.kind === 'let-in') {
    noteSecurity(c, factsOf(entry.client));
    for (const cookie of entry.cookies) c.header('Set-Cookie', cookie, { append: true });
  }
  return entry;
}

/** `/loan/{number}` → `/loan/:number`. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** 405 for known paths, with their methods. Registered after the endpoints. */
export function refuseOtherMethods(app: HttpApp, endpoints: readonly Endpoint[]): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const methods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    app.all(honoPath(path), (c) => answerRefusal(c, methodNotAllowed(methods)));
  }
}

type Input =
  | {
      readonly kind: 'input';
      readonly params: unknown;
      readonly query: unknown;
      readonly body: unknown;
      readonly files: readonly SentFile[];
    }
  | Refusal;

async function readInput(
  c: Context,
  { endpoint, readBody }: Pick<Route<Endpoint>, 'endpoint' | 'readBody'>,
): Promise<Input> {
  const params = endpoint.params ? validate(endpoint.params, c.req.param()) : undefined;
  // An impossible id gets the same response as an unknown one.
  if (params?.kind === 'invalid') return notFound();
  const query = readQuery(c, endpoint);
  if (query?.kind === 'invalid') return invalidFields(query.fieldErrors);
  const asked = { kind: 'input', params: params?.value, query: query?.value } as const;
  if (!endpoint.body) return { ...asked, body: undefined, files: [] };
  const sent = readBody ? await readBody(c.req.raw) : await readJsonBody(c.req.raw, endpoint.maxBodyBytes);
  if (sent.kind === 'refused') return sent;
  const body = validate(endpoint.body, sent.value, endpoint.envelope);
  if (body.kind === 'invalid') return invalidFields(body.fieldErrors);
  return { ...asked, body: body.value, files: 'files' in sent ? sent.files : [] };
}

/** A repeated parameter is ambiguous: it is refused. */
function readQuery(c: Context, endpoint: Endpoint): Validated<unknown> | undefined {
  if (!endpoint.query) return undefined;
  const values: Record<string, unknown> = {};
  const repeated: string[] = [];
  for (const [name, all] of Object.entries(c.req.queries())) {
    // Not an assignment: a parameter named __proto__ must become an ordinary field.
    Object.defineProperty(values, name, { value: all[0], enumerable: true });
    if (all.length > 1) repeated.push(name);
  }
  if (repeated.length === 0) return validate(endpoint.query, values);
  return {
    kind: 'invalid',
    fieldErrors: repeated.slice(0, 50).map((field) => ({ field: field.slice(0, 80), code: 'invalid' })),
  };
}

function send(c: Context, endpoint: Endpoint, answer: Answer<unknown>): Response {
  switch (answer.kind) {
    case 'ok':
      noteSecurity(c, answer.about);
      for (const cookie of answer.cookies ?? []) c.header('Set-Cookie', cookie, { append: true });
      return endpoint.successStatus === 204
        ? c.body(null, 204, answer.headers)
        : c.json(answer.body, endpoint.successStatus ?? 200, answer.headers);
    case 'json':
      return c.body(answer.json, 200, { 'Content-Type': 'application/json', ...answer.headers });
    case 'file':
      if (!endpoint.file) throw new Error(`${endpoint.name} answered a file, which its endpoint does not declare`);
      return c.body(Uint8Array.from(answer.bytes), 200, { 'Content-Type': endpoint.file, ...answer.headers });
    case 'not-modified':
      return c.body(null, 304, answer.headers);
    case 'refused':
      assertDeclared(endpoint, answer);
      return answerRefusal(c, answer);
  }
}

/** An undeclared error code is a bug, found by the first test that produces it. */
function assertDeclared(endpoint: Endpoint, { status, code }: Refusal): void {
  if (GENERAL_STATUSES.has(status) || (endpoint.params && code === 'not_found')) return;
  // The proof was for another act of the same purpose.
  if (typeof endpoint.access === 'object' && code === 'reauth_required') return;
  if (endpoint.refusals?.some((declared) => declared === code && REFUSALS[declared].status === status)) return;
  throw new Error(`${endpoint.name} answered ${status} ${code}, which its endpoint does not declare`);
}
