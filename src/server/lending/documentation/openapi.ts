import * as z from 'zod';
import { type Access, BIND_COOKIE } from '#api/access.ts';
import type { Endpoint, Method } from '#api/endpoint.ts';
import { errorBody } from '#api/errors.ts';
import { REFUSALS, type RefusalCode } from '#api/refusals.ts';
import { GENERAL_ERRORS } from './general-errors.ts';
import { subjectOf } from './subject-of.ts';

/** The part of JSON Schema (2020-12) our schemas turn into. */
export interface JsonSchema {
  /** Several when it may also be null. */
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

const ERRORS = {
  ...GENERAL_ERRORS,
  ...Object.fromEntries(Object.entries(REFUSALS).map(([code, { means }]) => [code, means])),
} as Readonly<Record<ErrorCode, string>>;
type ErrorCode = keyof typeof GENERAL_ERRORS | RefusalCode;

interface Example {
  readonly summary: string;
  readonly value: unknown;
}
type Content = Readonly<
  Record<'application/json', { readonly schema: JsonSchema; readonly examples: Readonly<Record<string, Example>> }>
>;

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  /** Missing when the answer has no body. */
  readonly content?: Partial<Content> & {
    readonly [file in NonNullable<Endpoint['file']>]?: { readonly schema: JsonSchema };
  };
}

export interface Operation {
  readonly operationId: string;
  /** Its subject. */
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'query' | 'path' | 'header';
    readonly required: boolean;
    readonly description: string;
    readonly schema: JsonSchema;
    readonly example?: unknown;
  }[];
  /** Empty when anybody may call. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string; readonly url: string };
    readonly license: { readonly name: string; readonly url: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<Lowercase<Method>, Operation>>>>;
  readonly components: {
    readonly schemas: { readonly Error: JsonSchema };
    readonly securitySchemes: typeof SECURITY_SCHEMES;
  };
}

const DESCRIPTION = [
  'Amounts are JSON numbers in soles with at most two decimals; rates are percent with at most two decimals.',
  'Dates are YYYY-MM-DD in America/Lima. Unknown fields are refused.',
  'Every answer carries X-Request-Id; send your own (8 to 64 letters, digits, dots, dashes) to follow a call.',
].join(' ');

/** Either alone is a 401. */
const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session token, which the page reads from the cookie `auth`.',
  },
  bind: {
    type: 'apiKey',
    in: 'cookie',
    name: BIND_COOKIE,
    description: 'The other half of the session, which no script can read. Needed together with the token.',
  },
} as const;

/** OpenAPI 3.1 of a table of endpoints, from the very schemas the server validates with. */
export function describeApi(
  endpoints: readonly Endpoint[],
  { title: name, siteUrl: url }: { readonly title: string; readonly siteUrl: string },
): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lending API',
      version: '1',
      description: DESCRIPTION,
      contact: { name, url },
      license: { name: 'Of this lender alone', url },
    },
    servers: [{ url: '/' }],
    paths: paths as OpenApiDocument['paths'],
    components: { schemas: { Error: jsonSchema(errorBody, 'output') }, securitySchemes: SECURITY_SCHEMES },
  };
}

function describeOperation(endpoint: Endpoint): Operation {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [subjectOf(endpoint.name)],
    description: accessNote(endpoint.access),
    security: endpoint.access ? [{ token: [], bind: [] }] : [],
    parameters: [
      ...(endpoint.params ? describeParameters(endpoint.params, endpoint, 'path') : []),
      ...(endpoint.query ? describeParameters(endpoint.query, endpoint, 'query') : []),
      ...(endpoint.headers ? describeParameters(endpoint.headers, endpoint, 'header') : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: jsonContent(
          jsonSchema(endpoint.body, 'input'),
          endpoint.examples.map(({ title, body }) => ({ summary: title, value: body })),
        ),
      },
    }),
    responses: describeResponses(endpoint),
  };
}

function accessNote(access: Access | undefined): string {
  if (!access) return 'For anybody.';
  if (access === 'basic') return 'For a session, also one that is only remembered.';
  if (access === 'full') return 'For a session that signed in and was active within the last 15 minutes.';
  return `For a session that proved itself again within the last minutes, for \`${access.stepUp}\`.`;
}

function describeParameters(
  parameters: z.core.$ZodType,
  endpoint: Endpoint,
  place: 'query' | 'path' | 'header',
): Operation['parameters'] {
  const { properties = {}, required = [] } = jsonSchema(parameters, 'input');
  const [example] = endpoint.examples;
  const values = { query: example?.query, path: example?.params, header: example?.headers }[place];
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema,
    ...withExample((values as Record<string, unknown> | undefined)?.[name]),
  }));
}

function withExample(example: unknown): { readonly example?: unknown } {
  return example === undefined ? {} : { example };
}

function describeResponses(endpoint: Endpoint): Record<string, ResponseObject> {
  const status = endpoint.successStatus ?? 200;
  const responses: Record<string, ResponseObject> = {
    [status]: { description: 'Done.', headers: requestIdHeader, ...(status !== 204 && { content: answers(endpoint) }) },
  };
  for (const [status, codes] of errorsOf(endpoint)) {
    const wait = status === 429 || status === 503 ? retryAfterHeader : {};
    responses[status] = {
      description: codes.map((code) => ERRORS[code]).join(' '),
      headers: { ...requestIdHeader, ...wait },
      content: jsonContent(
        { $ref: '#/components/schemas/Error' },
        codes.map((code) => ({ summary: code, value: exampleError(code) })),
      ),
    };
  }
  return responses;
}

function answers(endpoint: Endpoint): NonNullable<ResponseObject['content']> {
  if (endpoint.file) return { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } };
  return jsonContent(
    jsonSchema(endpoint.response, 'output'),
    endpoint.examples.map(({ title, response }) => ({ summary: title, value: response })),
  );
}

/** The general errors of every call and the business refusals the endpoint declares, by status. */
function errorsOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const errors = new Map<number, ErrorCode[]>();
  const add = (status: number, code: ErrorCode): void => void errors.set(status, [...(errors.get(status) ?? []), code]);
  if (endpoint.query || endpoint.body) add(400, 'validation_failed');
  if (endpoint.body) {
    add(400, 'malformed_json');
    if (endpoint.maxBodyBytes === undefined) add(413, 'body_too_large');
    add(415, 'unsupported_media_type');
  }
  if (endpoint.access) {
    add(401, 'unauthorized');
    add(403, 'impersonation_forbidden');
    if (endpoint.access !== 'basic') add(428, 'reauth_required');
  }
  for (const code of endpoint.refusals ?? []) {
    const { status } = REFUSALS[code];
    if (!errors.get(status)?.includes(code)) add(status, code);
  }
  if (endpoint.params && !errors.get(404)?.includes('not_found')) add(404, 'not_found');
  add(429, 'rate_limited');
  add(500, 'internal_error');
  add(503, 'unavailable');
  return new Map([...errors].sort(([a], [b]) => a - b));
}

function exampleError(code: ErrorCode): unknown {
  const fieldErrors = code === 'validation_failed' ? { fieldErrors: [{ field: 'amount', code: 'out_of_range' }] } : {};
  const reauth = code === 'reauth_required' ? { reauth: { level: 'full', methods: ['password', 'otp'] } } : {};
  return { error: { code, message: ERRORS[code], ...fieldErrors, ...reauth } };
}

const requestIdHeader = { 'X-Request-Id': { description: 'Names this call in our logs.', schema: { type: 'string' } } };
const retryAfterHeader = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

function jsonContent(schema: JsonSchema, examples: readonly Example[]): Content {
  const named = Object.fromEntries(examples.map((example, k) => [`example${k + 1}`, example]));
  return { 'application/json': { schema, examples: named } };
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, reused: 'inline', override: withoutIgnored });
  return tidied(plain as JsonSchema);
}

/** Of a field whose other values are ignored (send-device-data), the values that are not. */
function withoutIgnored({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [named, ...others] = jsonSchema.anyOf?.filter((one) => Object.keys(one).length > 0) ?? [];
  if (!named || others.length > 0) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, named);
}

/** Drops what says nothing: bounds of what fits a double, and the long pattern of a named format. */
function tidied(plain: JsonSchema): JsonSchema {
  const { minimum, maximum, pattern, properties, items, anyOf, ...rest } = plain;
  return {
    ...rest,
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, tidied(field)])),
    }),
    ...(items && { items: tidied(items) }),
    ...(typeof rest.additionalProperties === 'object' && { additionalProperties: tidied(rest.additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(tidied) }),
  };
}
