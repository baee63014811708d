/**
 * `npm run content:push -- --space <id>`: fills an empty Storyblok space with the components, datasources and stories
 * of this repository, through Storyblok's CLI. Components and datasources are made from the blocks and the texts.
 * `--check` only checks the files.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Environment, readText } from '#server/kit/config.ts';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import { readContentDir } from '#server/publishing/config.ts';
import { REGIONS } from '#storyblok/regions.ts';
import { createManagementApi } from './content-push/management-api.ts';
import { checkSeed, LANGUAGES, readSeed, type SeedContent } from './content-push/seed-content.ts';
import { type CliRun, pushWithCli } from './content-push/storyblok-cli.ts';

const repoDir = resolve(import.meta.dirname, '../..');

export interface PushIo {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Replaces the CLI in tests. */
  readonly run?: CliRun['run'];
}

const USAGE = `npm run content:push -- --space <id> [--into-filled]
                       --check      looks at the files only`;

/** Returns the exit code. */
export async function contentPush(words: readonly string[], env: Environment, io: PushIo): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      space: { type: 'string' },
      check: { type: 'boolean', default: false },
      'into-filled': { type: 'boolean', default: false },
    },
  });
  const seedDir = readContentDir(env, repoDir);
  const schemas = await allBlockSchemas();
  const seed = await readSeed(seedDir, schemas);
  const problems = checkSeed(seed, schemas, seedDir);
  if (problems.length > 0) return fail(io, ['Nothing was sent:', ...problems]);
  io.print(`Checked: ${summaryOf(seed)}.`);
  if (values.check) return 0;
  return push(seed, { seedDir, env, io, space: values.space, intoFilled: values['into-filled'] });
}

function fail(io: PushIo, lines: readonly string[]): number {
  for (const line of lines) io.warn(line);
  return 1;
}

function summaryOf({ components, datasources, stories }: SeedContent): string {
  const entries = datasources.reduce((sum, datasource) => sum + datasource.entries.length, 0);
  return `${components.length} components, ${entries} entries in ${datasources.length} datasources, ${stories.length} stories`;
}

interface Push {
  readonly seedDir: string;
  readonly env: Environment;
  readonly io: PushIo;
  readonly space: string | undefined;
  readonly intoFilled: boolean;
}

async function push(seed: SeedContent, { seedDir, env, io, space, intoFilled }: Push): Promise<number> {
  const token = readText(env, 'STORYBLOK_PERSONAL_TOKEN');
  const region = readText(env, 'STORYBLOK_REGION') ?? 'eu';
  const host = readText(env, 'STORYBLOK_MANAGEMENT_URL') ?? REGIONS[region]?.management;
  if (!space || !/^\d+$/.test(space)) return fail(io, ['Name the space by its number.', USAGE]);
  if (!token)
    return fail(io, ['STORYBLOK_PERSONAL_TOKEN is needed: a personal access token of your Storyblok account.']);
  if (!host)
    return fail(io, [`STORYBLOK_REGION must be one of ${Object.keys(REGIONS).join(', ')}, but it is "${region}".`]);
  const api = createManagementApi(host, token, space);
  const there = await api.storyNames();
  if (there.length > 0 && !intoFilled) {
    const some = there.slice(0, 5).join(', ');
    return fail(io, [`The space is not empty (${some}): delete its stories, or say --into-filled. Nothing was sent.`]);
  }
  const added = await api.addLanguages(LANGUAGES);
  if (added.length > 0) io.print(`Languages: ${added.join(', ')} added.`);
  const cli = { seed, seedDir, spaceId: space, region, token, ...(io.run && { run: io.run }) };
  await pushWithCli(cli, (what) => io.print(`Pushing ${what} …`));
  io.print(`Pushed: ${summaryOf(seed)}.`);
  io.print('Next: give the publisher a public token of the space (STORYBLOK_TOKEN), the preview a preview token.');
  return 0;
}

if (import.meta.main) {
  const io = { print: console.log, warn: console.error };
  process.exitCode = await contentPush(process.argv.slice(2), process.env, io).catch((error: Error) =>
    fail(io, [error.message]),
  );
}
