import fc from 'fast-check';
import * as z from 'zod';
import type { Endpoint } from '#api/endpoint.ts';

/** A request as it goes over the wire: broken ones included. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** Values that have broken servers before. */
const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '500',
  'NaN',
  '\0',
  '\u2028\ud800',
  '🦙'.repeat(100),
  "'; drop table parameter; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}}',
  0,
  -0,
  -1,
  500.5,
  0.1 + 0.2,
  1e21,
  1e300,
  -1e300,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_VALUE,
  [],
  [[[[[[[[]]]]]]]],
  [500],
  {},
  { valueOf: 500 },
  { toString: null },
  { constructor: { prototype: { amount: 1 } } },
  { $gt: 0 },
];
const NASTY_KEYS = ['__proto__', 'constructor', 'toString', 'then', '', '0', 'amount ', 'a.b', '\0', 'x'.repeat(500)];

/** Written by hand, because `JSON.stringify` cannot: infinities, repeated keys, broken text. */
const NASTY_BODIES = [
  '',
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  '{',
  '}{',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  '{"singlePayInquiry":{"amount":1e999,"term":30,"productId":1}}',
  '{"singlePayInquiry":{"amount":-1e999,"term":30,"productId":1}}',
  '{"singlePayInquiry":{"amount":500,"amount":"500","term":30,"productId":1}}',
  '{"__proto__":{"singlePayInquiry":{"amount":500,"term":30,"productId":1}}}',
  '{"singlePayInquiry":{"amount":500,"term":30,"productId":1,"__proto__":{"polluted":true}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `"${'x'.repeat(70_000)}"`,
  '\ufeff{}',
  ' \n\t{} ',
];

/** Anything at all of a schema's shape, in bounds or not. */
function ofSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(ofSchema));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
      return fc.oneof(
        fc.constantFrom(1, 7, 11, 12, 14, 30, 100, 300, 500, 1000, 2000),
        fc.integer({ min: -100, max: 12_000 }),
        fc.maxSafeInteger(),
      );
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(ofSchema(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, ofSchema(field)])),
        {
          requiredKeys: [...(schema.required ?? [])],
        },
      );
    default:
      return fc.string();
  }
}

/** The value with one thing in it changed: a leaf replaced, a field added, removed or wrapped. */
function mutate(value: unknown, steps: readonly number[], change: (inner: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return change(value);
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return change(value);
  return { ...value, [key]: mutate((value as Record<string, unknown>)[key], rest, change) };
}

const changes: fc.Arbitrary<(inner: unknown) => unknown> = fc.oneof(
  fc.constantFrom(...NASTY).map((nasty) => () => nasty),
  fc.jsonValue({ maxDepth: 4 }).map((any) => () => any),
  fc.constant((inner: unknown) => [inner]),
  fc.constant((inner: unknown) => JSON.stringify(inner)),
  fc.constant(() => undefined),
  fc.tuple(fc.constantFrom(...NASTY_KEYS), fc.constantFrom(...NASTY)).map(
    ([key, nasty]) =>
      (inner: unknown) =>
        typeof inner === 'object' && inner !== null
          ? Object.defineProperty({ ...inner }, key, { value: nasty, enumerable: true })
          : nasty,
  ),
);

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'X-Request-Id': fc.constantFrom('call-0001', '', 'x', '../..', 'x'.repeat(300), '<b>'),
    'If-None-Match': fc.constantFrom('*', '""', 'W/', ',,,', '"x", "y"'),
    'X-Forwarded-For': fc.constantFrom('', 'x', '1.2.3.4, ::1', ',,,'),
    'Accept-Language': fc.constantFrom('es', 'en;q=x', '*'),
    'Content-Encoding': fc.constantFrom('identity', 'gzip', 'x'),
  },
  { requiredKeys: [] },
);

const jsonType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/jsonx',
      'multipart/form-data',
    ),
  },
);

/** Bodies for a schema: right in form, right but for one thing, or wrong altogether. */
export function bodyOf(schema: z.core.$ZodType): fc.Arbitrary<NonNullable<WireRequest['body']>> {
  const shaped = ofSchema(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
  const mutated = fc
    .tuple(shaped, fc.array(fc.nat({ max: 7 }), { maxLength: 3 }), changes)
    .map(([value, steps, change]) => mutate(value, steps, change));
  const text = fc
    .oneof({ weight: 3, arbitrary: shaped }, { weight: 5, arbitrary: mutated })
    .map((value) => JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 20, arbitrary: text },
    { weight: 3, arbitrary: fc.constantFrom(...NASTY_BODIES) },
    { weight: 2, arbitrary: fc.tuple(text, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
  );
}

const queryPart = fc.oneof(
  fc.tuple(
    fc.constantFrom('sequence', ...NASTY_KEYS),
    fc.oneof(fc.constantFrom('1', '2', '', '3', '%zz', '%00', '1&sequence=2'), fc.string()),
  ),
  fc.tuple(fc.string(), fc.string()),
);

function queryOf(schema: z.core.$ZodType): fc.Arbitrary<string> {
  const shaped = ofSchema(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema).map((values) =>
    new URLSearchParams(values as Record<string, string>).toString(),
  );
  const odd = fc
    .array(queryPart, { maxLength: 4 })
    .map((parts) =>
      parts.map(([name, value]) => `${escapeUrl(name)}=${value.startsWith('%') ? value : escapeUrl(value)}`).join('&'),
    );
  return fc.oneof({ weight: 2, arbitrary: shaped }, { weight: 3, arbitrary: odd });
}

/** Lone surrogates have no UTF-8: a browser would send the replacement character too. */
function escapeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Ids that do not exist, and words that are not ids. */
const pathWord = fc.oneof(
  fc.uuid(),
  fc.constantFrom('0', '-1', 'P-2026-0001234', 'null', '__proto__', "';--", 'x'.repeat(300)),
  fc.string({ minLength: 1 }),
);

/** The path with something in its braces. */
function pathOf(path: string): fc.Arbitrary<string> {
  const names = path.match(/\{\w+\}/g) ?? [];
  return fc
    .tuple(...names.map(() => pathWord))
    .map((words) => names.reduce((filled, name, k) => filled.replace(name, () => escapeUrl(words[k] ?? '')), path));
}

/** Requests to one endpoint; a few use another method or a longer path. */
export function requestTo(endpoint: Endpoint): fc.Arbitrary<WireRequest> {
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string>(endpoint.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS') },
  );
  const address = pathOf(endpoint.path);
  const path = fc.oneof(
    { weight: 30, arbitrary: address },
    {
      weight: 1,
      arbitrary: fc
        .tuple(address, fc.constantFrom('/', '//', '/x', '%2f..%2f', '/%zz', '/\u00f1'))
        .map((parts) => parts.join('')),
    },
  );
  return fc
    .record({
      method,
      path,
      headers,
      contentType: jsonType,
      query: endpoint.query ? queryOf(endpoint.query) : fc.constantFrom('', 'x=1'),
      body: endpoint.body ? bodyOf(endpoint.body) : fc.constant(undefined),
    })
    .map(({ contentType, query, body, ...rest }) => ({
      ...rest,
      path: query ? `${rest.path}?${query}` : rest.path,
      headers: { ...rest.headers, ...(body !== undefined && { 'Content-Type': contentType }) },
      ...(body !== undefined && !['GET', 'HEAD'].includes(rest.method) && { body }),
    }));
}
