import * as z from 'zod/mini';

/**
 * Says what a field means, for the documentation: `min: means('The least that can be paid, soles.', soles())`; of a map
 * with a closed list of names, what each name means. Browsers do not get it: their build leaves the schema alone
 * (.config/client-area-build.mjs).
 */
export function means<Schema extends z.ZodMiniType>(
  meaning: string | Readonly<Record<string, string>>,
  schema: Schema,
): Schema {
  return schema.check(typeof meaning === 'string' ? z.describe(meaning) : z.meta({ names: meaning }));
}
