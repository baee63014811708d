import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BlockSchema } from '#storyblok/block-schema.ts';

const repoDir = resolve(import.meta.dirname, '../../..');
const SCHEMA_FILES = ['src/blocks/*/*.schema.ts', 'src/storyblok/*.schema.ts'];

/**
 * Reads every block schema of the repository, by name: pages parse blocks with them, and the components for editors are
 * made from them.
 * @throws Error when two blocks share a name
 */
export async function allBlockSchemas(): Promise<BlockSchema[]> {
  const byName = new Map<string, BlockSchema>();
  for (const file of globSync(SCHEMA_FILES, { cwd: repoDir }).sort()) {
    const exported = Object.values((await import(pathToFileURL(join(repoDir, file)).href)) as Record<string, unknown>);
    for (const schema of exported.filter(isBlockSchema)) {
      if (byName.has(schema.name)) throw new Error(`${file}: there is another block "${schema.name}"`);
      byName.set(schema.name, schema);
    }
  }
  return [...byName.values()].sort((one, two) => (one.name < two.name ? -1 : 1));
}

function isBlockSchema(value: unknown): value is BlockSchema {
  return typeof value === 'object' && value !== null && 'fields' in value && 'displayName' in value && 'kind' in value;
}
