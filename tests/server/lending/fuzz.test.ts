import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#api/endpoint.ts';
import { makePublicOffer, publicOfferRequest } from '#api/endpoints/applications/make-public-offer.ts';
import { errorBody } from '#api/errors.ts';
import { INQUIRY_LIMIT, UPLOAD_LIMIT } from '#server/lending/applications/application-context.ts';
import { changeParameter, openTestDatabase } from '#tests/support/database/database.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { createTestLending, type TestLending } from '#tests/support/lending/lending-app.ts';
import { requestTo, type WireRequest } from '#tests/support/lending/request-arbitrary.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

/** Requests that quality A-6 asks for, shared between the endpoints: only in the full run (tests/scope.ts). */
const REQUESTS = 100_000;
/** Seed of the requests, the same in every run: a failure is one for everybody. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_115);
const NO_LIMIT = { perMinute: 100_000_000, burst: 100_000_000 };

/** Guesses are counted, and nobody lifts that limit for a test. */
const GUARDS_A_SECRET = /\/auth\//;

/**
 * Calls that one client may make only so often: here so much time passes before each of their calls that it is not too
 * often.
 */
const COUNTED_BY_CLIENT: Readonly<Record<string, number>> = {
  'send-inquiry': 60 / INQUIRY_LIMIT.perMinute,
  'upload-application-document': 60 / UPLOAD_LIMIT.perMinute,
};

let lending: TestLending;
beforeAll(async () => {
  const db = await openTestDatabase();
  await changeParameter(db, { kind: 'rate_limit', key: 'public-offer', from: '2026-01-02', value: NO_LIMIT });
  lending = createTestLending(db, { parameterMaxAgeMs: 1000, visitorLimit: NO_LIMIT });
});
afterAll(() => lending?.db.close());

const seen = new Map<number, number>();

async function send({ method, path, headers, body }: WireRequest): Promise<{ status: number; text: string }> {
  const response = await lending.app.request(path, { method, headers, ...(body !== undefined && { body }) });
  const { status } = response;
  seen.set(status, (seen.get(status) ?? 0) + 1);
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]{8,64}$/);
  expect(response.headers.get('x-frame-options')).toBe('DENY');
  return { status, text: await response.text() };
}

/** Never our fault; an error in the one shape, without a trace of our insides; a success in its own shape. */
function judge(endpoint: Endpoint, method: string, { status, text }: { status: number; text: string }): void {
  expect(status).toBeLessThan(500);
  if (method === 'HEAD' || status === 304) {
    expect(text).toBe('');
    return;
  }
  if (status === (endpoint.successStatus ?? 200)) {
    z.parse(endpoint.response, status === 204 ? undefined : JSON.parse(text));
    return;
  }
  const { error } = z.parse(errorBody, JSON.parse(text));
  // A session can end by what is sent (a log-out); after that it is over for the rest of the requests.
  expect([
    400,
    404,
    405,
    409,
    410,
    413,
    415,
    422,
    ...(endpoint.access ? [401] : []),
    ...(GUARDS_A_SECRET.test(endpoint.path) ? [429] : []),
  ]).toContain(status);
  expect(text).not.toMatch(/node_modules|\.ts:\d+|Error:|at \w+ \(/);
  if ([400, 413, 415].includes(status)) expect(error.fieldErrors?.length).toBeGreaterThan(0);
}

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s answers whatever is sent: never a failure of ours, always one of its shapes',
  async (_, endpoint) => {
    // Who may call at all is the authorisation test's business: here a client with every proof calls.
    const session = endpoint.access ? (await aBorrower(lending, { stepUp: 'everything' })).headers : {};
    await fc.assert(
      fc.asyncProperty(requestTo(endpoint), async (request) => {
        lending.clock.pass({ seconds: COUNTED_BY_CLIENT[endpoint.name] ?? 0 });
        // Another method may be another endpoint's, with its own answers.
        const asked = ENDPOINTS.find(({ method, path }) => method === request.method && path === endpoint.path);
        judge(
          asked ?? endpoint,
          request.method,
          await send({ ...request, headers: { ...request.headers, ...session } }),
        );
      }),
      { numRuns: Math.ceil(REQUESTS / ENDPOINTS.length), seed: SEED },
    );
  },
  1_200_000,
);

test('the requests were of every kind: accepted, refused, unreadable, lost', () => {
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(80_000);
  for (const status of [200, 201, 204, 304, 400, 404, 405, 413, 415])
    expect(seen.get(status), String(status)).toBeGreaterThan(0);
});

const STEPS = [
  { name: 'singlePayInquiry', productId: 1, min: 100, max: 500, step: 50, terms: [7, 14, 30] },
  { name: 'installmentInquiry', productId: 11, min: 500, max: 1000, step: 100, terms: [2, 3, 4, 5, 6] },
  { name: 'installmentInquiry', productId: 12, min: 1000, max: 2000, step: 100, terms: [7, 8, 9, 10, 11, 12] },
];

test('an offer is made for exactly the amounts and terms of the product table, and for nothing else', {
  tags: 'asvs-2.1.2',
}, async () => {
  const offered = fc.constantFrom(...STEPS).chain(({ name, productId, min, max, step, terms }) =>
    fc.record({
      name: fc.constant(name),
      productId: fc.constant(productId),
      amount: fc.integer({ min: 0, max: (max - min) / step }).map((k) => min + k * step),
      term: fc.constantFrom(...terms),
    }),
  );
  const any = fc.record({
    name: fc.constantFrom('singlePayInquiry', 'installmentInquiry'),
    productId: fc.constantFrom(1, 11, 12, 13),
    amount: fc.oneof(
      fc.integer({ min: 0, max: 44 }).map((k) => k * 50),
      fc.integer({ min: 0, max: 2200 }),
    ),
    term: fc.integer({ min: 1, max: 31 }),
  });
  const counts = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(offered, any), async ({ name, productId, amount, term }) => {
      const body = { [name]: { amount, term, productId } };
      expect(z.safeParse(publicOfferRequest, body).success).toBe(true);
      const wanted = STEPS.some(
        (row) =>
          row.name === name &&
          row.productId === productId &&
          amount >= row.min &&
          amount <= row.max &&
          (amount - row.min) % row.step === 0 &&
          row.terms.includes(term),
      );
      const answer = await send({
        method: 'POST',
        path: makePublicOffer.path,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      judge(makePublicOffer, 'POST', answer);
      expect(answer.status).toBe(wanted ? 200 : 400);
      counts[wanted ? 'accepted' : 'refused']++;
    }),
    { numRuns: 4000, seed: SEED },
  );
  expect(counts.accepted).toBeGreaterThan(1000);
  expect(counts.refused).toBeGreaterThan(1000);
});

test('a request cannot leave anything on the prototypes of the process', {
  tags: ['asvs-1.5.2', 'asvs-15.3.6'],
}, () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
