import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { validate } from '#api/validate.ts';
import { invalidFields, type Refusal } from './errors.ts';
import { readJsonBody } from './request-body.ts';

/** The JSON body of an operator's call, held to its schema. */
export async function readBody<Schema extends z.core.$ZodType>(
  c: Context,
  schema: Schema,
): Promise<{ readonly kind: 'body'; readonly value: z.core.output<Schema> } | Refusal> {
  const json = await readJsonBody(c.req.raw);
  if (json.kind === 'refused') return json;
  const body = validate(schema, json.value);
  return body.kind === 'invalid' ? invalidFields(body.fieldErrors) : { kind: 'body', value: body.value };
}
