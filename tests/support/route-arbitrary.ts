import fc from 'fast-check';
import type { SentRequest } from './raw-http.ts';

/** A route as an application has it: `/api/v1/staff/loans/:number`. */
export interface ServedRoute {
  readonly method: string;
  readonly path: string;
}

/** Fields of a route, as learned from its own refusals. */
export type KnownFields = Map<string, Set<string>>;

const WORDS = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'null',
  '0',
  '-1',
  '1e999',
  'NaN',
  'P-2026-0000001',
  'LR-2026-000001',
  '019bd6a0-0000-7000-8000-000000000001',
  '2026-01-15',
  '2026-02-31',
  'BCP',
  'approve',
  'home',
  'en',
  "';--",
  '..',
  '%',
  '\\',
  '🦙',
  '\u202e',
  '\ufffd',
  'ñ'.repeat(60),
  'x'.repeat(3_000),
];
/** As they are in an address, decoded by nobody before the server. */
const RAW = [
  '%00',
  '%zz',
  '%ff',
  '%c0%af',
  '%2f..%2f',
  '%5c',
  '%0d%0aX:%201',
  '%E2%80%A8',
  '%25%30%30',
  '//',
  '.',
  '..;/',
];
const VALUES: readonly unknown[] = [
  ...WORDS,
  '\0',
  '\ud800',
  '',
  0,
  -1,
  1.005,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  null,
  [],
  {},
  [1, 'a', null],
  { constructor: { prototype: { x: 1 } } },
];
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  '{"a":1,"a":2}',
  '{"a":-1e999}',
  `{"a":1${'0'.repeat(5_000)}}`,
  '{"a":1e-99999}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  '{"a":"\\u0000"}',
  '{"a\\u0000":"\\udfff"}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  '--b\r\nContent-Disposition: form-data; name="a"; filename="../../\\"x.pdf"\r\nContent-Type: a/b\r\n\r\n%PDF-1\r\n--b--\r\n',
  `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(900)}--b--\r\n`,
  '--b\r\n\r\n--b',
  `a=${'x'.repeat(9_000)}&a=1&token=%00&__proto__=1`,
  'token=constructor&csrf=x&operation=__proto__&habit=constructor',
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=b',
  'application/x-www-form-urlencoded',
  'text/csv',
  'x',
];

const word = fc.oneof(
  fc.constantFrom(...WORDS).map(encodeURIComponent),
  fc.constantFrom(...RAW),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const query = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          'token',
          'version',
          'cv',
          'code',
          'key',
          'lang',
          'status',
          'from',
          'to',
          'before',
          'bank',
          'subject',
          'format',
          'saved',
          'open',
          'stage',
          'filter_query[a][in]',
          'filter_query[component][constructor]',
          'per_page',
          'page',
          'sort_by',
          'starts_with',
          'by_slugs',
          'resolve_links',
          'language',
          '_storyblok_lang',
          '__proto__',
          'a[b]',
        ),
        word,
      ),
      word,
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const headers = fc.record(
  {
    'X-Request-Id': fc.constantFrom('', 'x'.repeat(500), '<b>', 'constructor'),
    'X-Operator': fc.constantFrom('%00', '%zz', 'Ana', '', encodeURIComponent('ñ🦙')),
    'X-Forwarded-For': fc.constantFrom('', ',,,', '::1', 'x'.repeat(300), '1.2.3.4'),
    'Accept-Language': fc.constantFrom('es', 'en;q=x', '*', 'x'.repeat(2_000)),
    Accept: fc.constantFrom('text/html', 'application/json', '', 'x'),
    Range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=-0', 'bytes=0-1,2-3', 'x'),
    'If-None-Match': fc.constantFrom('*', '"x"', ',,,'),
    'Idempotency-Key': fc.constantFrom('12345678', 'x', 'ñ', 'x'.repeat(300)),
    'User-Agent': fc.constantFrom('', 'x'.repeat(4_000), '\u00ff\u00fe', '{jndi}%s%n'),
    Cookie: fc.constantFrom(
      'auth=%00',
      'auth=%zz; auth=x',
      '=; ;;',
      '__Host-bind=constructor',
      'preview=x.y',
      'x'.repeat(3_000),
    ),
    'Content-Encoding': fc.constantFrom('identity', 'gzip'),
    'Webhook-Signature': fc.constantFrom('', 'a'.repeat(40), 'x'),
    'PE-Signature': fc.constantFrom('', 'a'.repeat(64), 'x'),
  },
  { requiredKeys: [] },
);

/** A request to one of the routes, with fields that it has asked for before. */
export function requestToRoute(route: ServedRoute, fields: ReadonlySet<string>): fc.Arbitrary<SentRequest> {
  const names = ['a', 'reason', '__proto__', 'constructor', ...fields];
  const object = fc
    .array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue({ maxDepth: 3 }))), {
      maxLength: fields.size + 3,
    })
    .map((pairs) => JSON.stringify(Object.fromEntries(pairs)));
  const places = route.path.split('/');
  const path = fc.tuple(...places.map((place) => placeOf(place))).map((parts) => parts.join('/') || '/');
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(route.method);
  return fc
    .record({
      path,
      query,
      headers,
      body: fc.oneof(object, object, fc.constantFrom(...BODIES)),
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/json') },
        { weight: 3, arbitrary: fc.constantFrom(...TYPES) },
      ),
    })
    .map(({ path, query, headers, body, type }) => ({
      method: route.method,
      path: `${path}${query === '' ? '' : `?${query}`}`,
      headers: { ...headers, ...(hasBody && { 'Content-Type': type }) },
      ...(hasBody && { body }),
    }));
}

/** `:number` → any word; `:act{approve|reject}` → one of its words; `*` → any words. */
function placeOf(place: string): fc.Arbitrary<string> {
  const choices = /^:\w+\{([\w|-]+)\}$/.exec(place)?.[1]?.split('|');
  if (choices) return fc.constantFrom(...choices);
  if (place.startsWith(':')) return word;
  if (place === '*') return fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('/'));
  return fc.constant(place);
}
