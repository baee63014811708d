/**
 * `npm run content:pull`: brings the wording of editors back into the source, to be reviewed there: texts into
 * `src/i18n/messages`, stories into their files of the seed. Editors' words come from the embedded content service
 * (`DATA_DIR`), or with `STORYBLOK_TOKEN` from that space, as it is published.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LOCALES } from '#i18n/locale.ts';
import { type Environment, readText } from '#server/kit/config.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import { contentStateDir, readContentApiUrl, readContentDir, readDataDir } from '#server/publishing/config.ts';
import { STORIES_DIR } from '#server/publishing/sandbox/content-service/space-files.ts';
import { type ContentClient, createContentClient } from '#server/publishing/sync/content-client.ts';
import type { BlockSchema } from '#storyblok/block-schema.ts';
import { type DeclaredText, readDeclaredTexts, rewriteTexts, type TextChange } from './content-pull/declared-texts.ts';
import type { EditedStory, EditorsWording, SeedFile } from './content-pull/editors-wording.ts';
import { dropEdits, readEdits } from './content-pull/wording-of-edits.ts';
import { readSpaceWording } from './content-pull/wording-of-space.ts';
import { brokenFields } from './content-push/seed-content.ts';

export interface PullIo {
  readonly repoDir: string;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Returns the exit code: 1 when something could not be placed. @throws Error, ConfigError, ContentError */
export async function contentPull(env: Environment, { repoDir, print, warn }: PullIo): Promise<number> {
  const token = readText(env, 'STORYBLOK_TOKEN');
  const seed = readSeedFiles(readContentDir(env, repoDir));
  const stateDir = contentStateDir(readDataDir(env, repoDir));
  const wording = token
    ? await readSpaceWording(contentClient(readContentApiUrl(env), token, warn), seed)
    : await readEdits(stateDir, seed);

  const declared = readDeclaredTexts(repoDir);
  const texts = placeTexts(wording, declared);
  const stories = placeStories(wording, seed, await allBlockSchemas());
  await rewriteTexts(repoDir, declared, texts.changes);
  for (const { key, locale } of texts.changes) print(`${declared.get(key)?.file}: ${key} (${locale})`);
  for (const { file, story } of stories.changes) {
    await writeAtomically(file.path, `${JSON.stringify(story, undefined, 2)}\n`);
    print(`${relative(repoDir, file.path)}: story "${file.story.full_slug}"`);
  }
  if (!token) await dropEdits(stateDir, { texts: texts.placed, stories: stories.placed });

  const changes = texts.changes.length + stories.changes.length;
  const refused = [...wording.refused, ...texts.refused, ...stories.refused];
  print(changes > 0 ? 'Look through it with git diff.' : 'There is nothing to bring back.');
  for (const sentence of refused) warn(`Not brought back: ${sentence}.`);
  return refused.length > 0 ? 1 : 0;
}

function contentClient(apiUrl: string, token: string, log: PullIo['warn']): ContentClient {
  return createContentClient({ apiUrl, token, log, fetch: fetchFrom([apiUrl], { followsRedirects: true }) });
}

function readSeedFiles(seedDir: string): SeedFile[] {
  const dir = join(seedDir, STORIES_DIR);
  const paths = globSync('*.json', { cwd: dir }).sort();
  return paths.map((name) => ({ path: join(dir, name), story: JSON.parse(readFileSync(join(dir, name), 'utf8')) }));
}

/** @returns the texts that stand in the source afterwards, and what has to change for that */
function placeTexts(
  { texts }: EditorsWording,
  declared: ReadonlyMap<string, DeclaredText>,
): {
  readonly placed: EditorsWording['texts'];
  readonly changes: readonly TextChange[];
  readonly refused: readonly string[];
} {
  const placed: EditorsWording['texts'][number][] = [];
  const changes: TextChange[] = [];
  const refused: string[] = [];
  for (const edited of texts) {
    const { key, words } = edited;
    const source = declared.get(key)?.words;
    const reason = source ? wrongValues(source, words) : 'the source has no such text';
    if (reason || !source) {
      refused.push(`text "${key}": ${reason}`);
      continue;
    }
    placed.push(edited);
    for (const locale of LOCALES) {
      const text = words[locale];
      if (text && text !== source[locale].text) changes.push({ key, locale, text });
    }
  }
  return { placed, changes, refused };
}

/** Both languages must fill in what the code fills in: `{name}` misspelt would be shown to visitors as it stands. */
function wrongValues(
  source: DeclaredText['words'],
  words: EditorsWording['texts'][number]['words'],
): string | undefined {
  const wanted = valuesIn(source.es.text);
  const wrong = LOCALES.find((locale) => valuesIn(words[locale] || source[locale].text) !== wanted);
  return (
    wrong &&
    `in "${wrong}" it must fill in ${wanted || 'nothing'}, but fills in ${valuesIn(words[wrong] ?? '') || 'nothing'}`
  );
}

function valuesIn(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join(', ');
}

function placeStories(
  { stories }: EditorsWording,
  seed: readonly SeedFile[],
  schemas: readonly BlockSchema[],
): {
  readonly placed: readonly EditedStory[];
  readonly changes: readonly { readonly file: SeedFile; readonly story: unknown }[];
  readonly refused: readonly string[];
} {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const found = stories.flatMap((edited) => {
    const file = seed.find(({ story }) => story.uuid === edited.uuid);
    return file ? [{ edited, file, broken: brokenFields({ ...file.story, content: edited.content }, byName) }] : [];
  });
  const good = found.filter(({ broken }) => broken.length === 0);
  return {
    placed: good.map(({ edited }) => edited),
    changes: good
      .filter(({ edited, file }) => !isDeepStrictEqual(edited.content, file.story.content))
      .map(({ edited, file }) => ({
        file,
        story: { ...file.story, content: inOrderOf(file.story.content, edited.content) },
      })),
    refused: found.flatMap(({ broken }) => broken.slice(0, 1)),
  };
}

/** Fields where they stood before, so that a comparison shows the words that changed and nothing else. */
function inOrderOf(before: unknown, after: unknown): unknown {
  if (Array.isArray(after)) {
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    return after.map((item, at) => inOrderOf(old.find((one) => isSameBlock(one, item)) ?? old[at], item));
  }
  if (typeof after !== 'object' || after === null) return after;
  const old = Object(before) as Readonly<Record<string, unknown>>;
  const fields = after as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(old).filter((name) => name in fields), ...Object.keys(fields)]);
  return Object.fromEntries([...names].map((name) => [name, inOrderOf(old[name], fields[name])]));
}

function isSameBlock(one: unknown, two: unknown): boolean {
  const uid = (value: unknown) => Object(value)['_uid'];
  return uid(one) !== undefined && uid(one) === uid(two);
}

if (import.meta.main) {
  const io = { repoDir: resolve(import.meta.dirname, '../..'), print: console.log, warn: console.error };
  process.exitCode = await contentPull(process.env, io).catch((error: Error) => {
    console.error(error.message);
    return 1;
  });
}
