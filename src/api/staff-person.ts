/** A person's data, as an operator registers it (domain 2.7). */

import * as z from 'zod/mini';
import { birthDate } from './field-rules/birth-date.ts';
import { optional, required } from './field-rules/field-rule.ts';
import { personName } from './field-rules/text.ts';
import { LANGUAGES } from './languages.ts';
import { documentFits, identity } from './person-form.ts';

const operatorFields = z.strictObject({
  ...identity,
  firstName: required(personName()),
  lastName1: required(personName()),
  lastName2: optional(personName()),
  birthDate: required(birthDate),
  language: z.optional(z.enum(LANGUAGES, { error: 'not_allowed' })),
});

/** A person added by an operator. */
export const staffPerson = operatorFields.check(...documentFits<z.output<typeof operatorFields>>());
