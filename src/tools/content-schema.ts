/**
 * `npm run content:schema`: writes the components that the Storyblok CLI pushes, from the blocks' schemas, so that
 * what editors fill in and what pages parse cannot diverge. `--check` writes nothing and fails when the file is
 * outdated.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BlockSchema, toComponent } from '#storyblok/block-schema.ts';
import { writeAtomically } from '#storyblok/write-file.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const COMPONENTS_FILE = 'src/server/publishing/content-service/seed/components/manay/components.json';
const SCHEMA_FILES = ['src/blocks/*/*.schema.ts', 'src/storyblok/*.schema.ts'];

/** Every block schema of the repository, by name. @throws Error when two blocks share a name */
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

/** The components file as it should be. */
export async function componentsJson(): Promise<string> {
  return `${JSON.stringify((await allBlockSchemas()).map(toComponent), undefined, 2)}\n`;
}

/** The components file as it is; '' without one. */
export function currentComponentsJson(): string {
  try {
    return readFileSync(join(repoDir, COMPONENTS_FILE), 'utf8');
  } catch {
    return '';
  }
}

async function main(arguments_: readonly string[]): Promise<number> {
  const wanted = await componentsJson();
  const isCurrent = currentComponentsJson() === wanted;
  if (arguments_.includes('--check')) {
    if (!isCurrent) console.error(`${COMPONENTS_FILE} is not current: run npm run content:schema`);
    return isCurrent ? 0 : 1;
  }
  if (!isCurrent) await writeAtomically(join(repoDir, COMPONENTS_FILE), wanted);
  console.log(`${COMPONENTS_FILE} ${isCurrent ? 'is current' : 'written'}`);
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
