import * as z from 'zod/mini';
import type { Endpoint } from '#api/endpoint.ts';
import { type ErrorBody, errorBody } from '#api/errors.ts';
import { isDisbursed } from '#loan/loan.ts';
import type { Database } from '#server/kit/db.ts';
import { createLog, type Log } from '#server/kit/log.ts';
import type { Maintenance } from '#server/kit/maintenance.ts';
import type { RateLimit, RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { createLendingApp, type LendingAppOptions } from '#server/lending/app.ts';
import { readNextScreen } from '#server/lending/applications/read-profile-state.ts';
import { notifyOfContactChange } from '#server/lending/clients/contact-change-notifications.ts';
import { SANDBOX_BOOK } from '#server/lending/config.ts';
import { countPaidLoans, readLoansOf } from '#server/lending/loans/store/loan-store.ts';
import type { PageSource } from '#server/lending/pages/page-source.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { createServices } from '#server/lending/services.ts';
import type { StaffNetworks } from '#server/lending/staff/staff-networks.ts';
import { namingActs } from '../arrangements/named-acts.ts';
import { clockAt, type TestClock } from '../clock.ts';
import { resetTestDatabase, withDatabase } from '../database/database.ts';
import { testVault } from '../people/vault.ts';
import { withColleagues } from '../staff/colleagues.ts';
import { holdingAnswers } from './described-answers.ts';
import { TELLING } from './telling-log.ts';

export interface TestLending {
  readonly app: ReturnType<typeof createLendingApp>;
  readonly db: Database<Tables>;
  readonly vault: Vault;
  readonly clock: TestClock;
}

export interface TestLendingOptions {
  /** The business date; 15/01/2026, the date of the worked examples, unless told. */
  readonly today?: string;
  readonly sandbox?: boolean;
  readonly production?: boolean;
  readonly trustedProxies?: number;
  /** The address of the site; http://localhost:4321 unless told. */
  readonly siteUrl?: string;
  /** 0 unless told: a changed parameter counts with the next request. */
  readonly parameterMaxAgeMs?: number;
  /** Time that an answer takes at least that must not tell who is known; no time unless told. */
  readonly minAnswerMs?: number;
  /** From where staff may open a client's account. */
  readonly staffNetworks?: StaffNetworks;
  /** Of machines; in tests a request with it is by a colleague with every role, named by `X-Operator`. */
  readonly operatorToken?: string;
  /** Ten calls a minute about a visitor unless told. */
  readonly visitorLimit?: RateLimit;
  /** Ways in which the lender reaches the world; not at all unless told. */
  readonly gateways?: LendingAppOptions['gateways'];
  /** Says whether editors have closed the product; open unless told. */
  readonly maintenance?: Maintenance;
  /** The built pages that answers are written into; none unless told. */
  readonly pages?: PageSource;
  /** Silent unless told, but for the error behind an `internal_error`. */
  readonly log?: Log;
  /** Shared with others; one of its own unless told. */
  readonly clock?: TestClock;
  /** Says whether the process was told to stop; it was not unless told. */
  readonly isStopping?: () => boolean;
}

/** The tests of the complaints book have their own application, with the real limits. */
const NO_LIMIT: RateLimiter = { take: () => ({ kind: 'allowed' }) };

export const SILENT = createLog({ level: 'silent', name: 'test' });

/** The real lending application on a database. */
export function createTestLending(db: Database<Tables>, options: TestLendingOptions = {}): TestLending {
  const {
    today = '2026-01-15',
    sandbox = false,
    production = false,
    trustedProxies = 0,
    parameterMaxAgeMs = 0,
    visitorLimit,
    gateways,
    operatorToken,
    minAnswerMs = 0,
    staffNetworks,
    siteUrl,
  } = options;
  const clock = options.clock ?? clockAt(today);
  const log = options.log ?? TELLING;
  const book = siteUrl !== undefined && { complaintsBook: { ...SANDBOX_BOOK, siteUrl } };
  const config = { sandbox, production, trustedProxies, staffNetworks, ...book };
  const vault = testVault();
  const make = (): TestLending['app'] => {
    const made = createLendingApp({
      db,
      vault,
      clock,
      log,
      config,
      parameterMaxAgeMs,
      minAnswerMs,
      complaintsLimiter: NO_LIMIT,
      turnWithinMs: 60_000,
      operatorToken,
      ...(visitorLimit && { visitorLimit }),
      ...(gateways && { gateways }),
      ...(options.pages && { pages: options.pages }),
      ...(options.maintenance && { maintenance: options.maintenance }),
      ...(options.isStopping && { isStopping: options.isStopping }),
    });
    const acting = namingActs(made, createServices({ db, vault, clock, log, config, parameterMaxAgeMs }));
    return withColleagues(holdingAnswers(acting), db, operatorToken);
  };
  let app: TestLending['app'] | undefined;
  return {
    // Hundreds of routes, of which many a test asks none.
    get app() {
      app ??= make();
      return app;
    },
    db,
    vault,
    clock,
  };
}

/** Opens one database for a test file and starts every test of it with a fresh application on the seeds. */
export function withTestLending(options: TestLendingOptions = {}): TestLending {
  return withDatabase(async (db) => {
    await resetTestDatabase(db);
    return createTestLending(db, options);
  });
}

/** A client's key that was used before, for another body. @returns the key */
export async function keepKeyOfAnotherBody(
  { db }: Pick<TestLending, 'db'>,
  { personId }: { readonly personId: string },
  route: string,
): Promise<string> {
  const key = 'a-key-of-before';
  await db.kysely
    .insertInto('idempotency_key')
    .values({
      client_id: personId,
      route,
      key,
      body_hash: 'f'.repeat(64),
      status: 200,
      response: '{}',
      created_at: new Date(),
    })
    .execute();
  return key;
}

/** Makes what workflows about people are handed, without going through HTTP. */
export function identityContext({ db, vault, clock }: TestLending): IdentityContext & { readonly log: Log } {
  return {
    log: SILENT,
    db,
    vault,
    clock,
    trustedProxies: 0,
    siteUrl: 'http://localhost:4321',
    brandName: 'Mañay',
    codeChannels: ['SMS', 'VOICE', 'WHATSAPP', 'EMAIL'],
    minAnswerMs: 0,
    staffNetworks: () => true,
    actToSign: () => Promise.resolve(undefined),
    tellClientArea: notifyOfContactChange,
    standing: {
      paidLoanCount: (personId) => countPaidLoans(db.kysely, personId),
      hasBeenPaidOut: async (personId) =>
        (await readLoansOf(db.kysely, personId)).some(({ loan }) => isDisbursed(loan)),
      loanNumbers: async (personId) => (await readLoansOf(db.kysely, personId)).map(({ loan }) => loan.number),
      nextScreen: (personId) => readNextScreen({ db, clock }, personId),
    },
  };
}

type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : never;

export type TestAnswer<E extends Endpoint> =
  | {
      readonly kind: 'accepted';
      readonly status: number;
      readonly headers: Headers;
      readonly body: OutputOf<E['response']>;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly headers: Headers; readonly body: ErrorBody };

export interface TestCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a call through HTTP. */
function send(lending: Pick<TestLending, 'app'>, endpoint: Endpoint, input: TestCall): Promise<Response> {
  const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const init = {
    method: endpoint.method,
    headers: { ...(endpoint.body && { 'Content-Type': 'application/json' }), ...input.headers },
    ...(endpoint.body && { body: typeof input.body === 'string' ? input.body : JSON.stringify(input.body) }),
  };
  return Promise.resolve(lending.app.request(path + query, init));
}

/** Calls an endpoint through HTTP and holds the answer to its schema: no field more, no field less. */
export async function callEndpoint<E extends Endpoint>(
  lending: TestLending,
  endpoint: E,
  input: TestCall,
): Promise<TestAnswer<E>> {
  const response = await send(lending, endpoint, input);
  const { status, headers } = response;
  const body = status === 204 ? undefined : await response.json();
  if (status !== (endpoint.successStatus ?? 200))
    return { kind: 'refused', status, headers, body: z.parse(errorBody, body) };
  return { kind: 'accepted', status, headers, body: z.parse(endpoint.response, body) as OutputOf<E['response']> };
}

/** Everything a caller can see of an answer but the number of the request: two that are equal cannot be told apart. */
export async function visibleAnswer(lending: Pick<TestLending, 'app'>, endpoint: Endpoint, input: TestCall) {
  return visible(await send(lending, endpoint, input));
}

/** Reads what is visible of an answer that is there already. */
export async function visible(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers['x-request-id'];
  return { status: response.status, headers, text: await response.text() };
}

/** The body of an answer that must not be a refusal. */
export function acceptedBody<E extends Endpoint>(answer: TestAnswer<E>): OutputOf<E['response']> {
  if (answer.kind === 'refused') throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The field errors of a refusal, as `amount.out_of_range`. */
export function fieldCodes(answer: { readonly body: unknown }): string[] {
  const { error } = z.parse(errorBody, answer.body);
  return (error.fieldErrors ?? []).map(({ field, code }) => `${field}.${code}`);
}
