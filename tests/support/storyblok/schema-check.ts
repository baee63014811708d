import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Schemas {
  readonly answers: Readonly<Record<string, object>>;
  readonly requests: Readonly<Record<string, object>>;
  readonly $defs: Readonly<Record<string, object>>;
}

const { answers, requests, $defs }: Schemas = JSON.parse(
  readFileSync(new URL('./schemas.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
ajv.addFormat('uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);
ajv.addFormat('uri', (text: string) => URL.canParse(text));

const compiled = new Map<object, ValidateFunction>();

function faultsOf(schema: object | undefined, value: unknown): string[] {
  if (!schema) throw new Error('Storyblok has no such call');
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, $defs });
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
}

/** Finds what of an answer is not as the Content Delivery API describes it: `GET /v2/cdn/stories`. */
export function answerFaults(call: string, body: unknown): string[] {
  return faultsOf(answers[call], body);
}

/** Finds what of a request's body is not as the Management API describes it: `POST /v1/spaces/{space_id}/stories`. */
export function requestFaults(call: string, body: unknown): string[] {
  return faultsOf(requests[call], body);
}
