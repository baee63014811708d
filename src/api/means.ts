import * as z from 'zod/mini';

/**
 * Says what a field means, for the documentation: `min: means('The least that can be paid, soles.', soles())`. Browsers
 * do not get it: their build leaves the schema alone (.config/client-area-build.mjs).
 */
export function means<Schema extends z.ZodMiniType>(meaning: string, schema: Schema): Schema {
  return schema.check(z.describe(meaning));
}
