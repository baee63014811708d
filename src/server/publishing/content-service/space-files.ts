import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Datasource, FileProblem, StoryDocument } from './space.ts';

/**
 * Reads a space from files in the layout that the Storyblok CLI pushes (platform 1.12), so that the same files serve
 * the embedded service and bootstrap a real space: `stories/<space>/<slug>_<uuid>.json`,
 * `datasources/<space>/datasources.json`.
 */
export interface Drafts {
  readonly stories: readonly DraftStory[];
  /** Undefined when their file is unreadable. */
  readonly datasources: readonly Datasource[] | undefined;
  readonly problems: readonly FileProblem[];
}

export interface DraftStory {
  readonly document: StoryDocument;
  /** When its file was last written, ISO. */
  readonly changedAt: string;
}

/** Concurrent reads: each waits for the disk. */
const READ_AT_ONCE = 64;

/** Of a seed folder. */
export const STORIES_DIR = 'stories/manay';
const DATASOURCES_FILE = 'datasources/manay/datasources.json';

const slugPart = z.string().regex(/^[\w.-]+$/, 'expected letters, digits and hyphens');

const storyFile = z.looseObject({
  id: z.int().positive().optional(),
  uuid: z.uuid(),
  name: z.string().min(1),
  slug: slugPart,
  full_slug: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'expected a path without slashes at its ends'),
  parent_id: z.int().nullish(),
  position: z.int().nullish(),
  is_folder: z.boolean().nullish(),
  is_startpage: z.boolean().nullish(),
  tag_list: z.array(z.string()).nullish(),
  path: z.string().nullish(),
  created_at: z.iso.datetime().nullish(),
  content: z.looseObject({ component: z.string().min(1) }).optional(),
});

const datasourcesFile = z.array(
  z.looseObject({
    id: z.int(),
    name: z.string(),
    slug: slugPart,
    dimensions: z.array(z.looseObject({ id: z.int(), name: z.string(), entry_value: z.string() })).default([]),
    entries: z
      .array(
        z.looseObject({
          id: z.int(),
          name: z.string().min(1),
          value: z.string(),
          dimension_values: z.record(z.string(), z.string()).default({}),
        }),
      )
      .default([]),
  }),
);

interface Read<Value> {
  readonly stamp: string;
  readonly value: Value | undefined;
  readonly problem: FileProblem | undefined;
}

/** Reads the drafts of a seed folder; a file is read again only when it has changed. */
export function createDraftReader(seedDir: string): () => Promise<Drafts> {
  const stories = new Map<string, Read<DraftStory>>();
  let datasources: Read<readonly Datasource[]> | undefined;

  return async () => {
    const names = new Set((await listJson(join(seedDir, STORIES_DIR))).map((name) => `${STORIES_DIR}/${name}`));
    for (const name of stories.keys()) if (!names.has(name)) stories.delete(name);
    const read = (name: string): Promise<Read<DraftStory>> => readAgain(seedDir, name, stories.get(name), parseStory);
    for (const some of inGroups([...names], READ_AT_ONCE)) {
      const reads = await Promise.all(some.map(read));
      for (const [at, name] of some.entries()) stories.set(name, reads[at] as Read<DraftStory>);
    }
    datasources = await readAgain(seedDir, DATASOURCES_FILE, datasources, parseDatasources);

    const { unique, problems } = withoutDuplicates([...stories].map(([file, { value }]) => ({ file, story: value })));
    const reads: readonly Read<unknown>[] = [...stories.values(), datasources];
    return {
      stories: unique,
      datasources: datasources.value,
      problems: [...reads.flatMap(({ problem }) => problem ?? []), ...problems],
    };
  };
}

function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const groups = Array.from({ length: Math.ceil(items.length / size) }, (_, group) => group * size);
  return groups.map((from) => items.slice(from, from + size));
}

/** Whether a file belongs to a story, judged by its name: that works for unreadable files too. */
export function isFileOf(file: string, story: { readonly uuid: string }): boolean {
  return basename(file, '.json').endsWith(`_${story.uuid}`);
}

async function listJson(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.json')).sort();
}

async function readAgain<Value>(
  seedDir: string,
  file: string,
  last: Read<Value> | undefined,
  parse: (json: unknown, changedAt: Date) => Value,
): Promise<Read<Value>> {
  try {
    const { mtime, size, ino } = await stat(join(seedDir, file));
    const stamp = `${ino} ${mtime.getTime()} ${size}`;
    if (last?.stamp === stamp) return last;
    const text = await readFile(join(seedDir, file), 'utf8');
    return { stamp, ...tryParse(file, text, (json) => parse(json, mtime)) };
  } catch (error) {
    return { stamp: '', value: undefined, problem: problemOf(file, error) };
  }
}

function tryParse<Value>(file: string, text: string, parse: (json: unknown) => Value): Omit<Read<Value>, 'stamp'> {
  try {
    return { value: parse(JSON.parse(text)), problem: undefined };
  } catch (error) {
    return { value: undefined, problem: problemOf(file, error) };
  }
}

function problemOf(file: string, error: unknown): FileProblem {
  return { file, message: `${file}: ${reasonOf(error)}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return `not valid JSON (${error.message})`;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return `${issue?.path.join('.') || 'content'}: ${issue?.message ?? 'not valid'}`;
  }
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error);
}

function parseStory(json: unknown, changedAt: Date): DraftStory {
  const file = storyFile.parse(json);
  const isFolder = file.is_folder ?? false;
  if (!isFolder && !file.content) throw new Error('content: missing');
  return {
    changedAt: changedAt.toISOString(),
    document: {
      id: file.id ?? numberOf(file.uuid),
      uuid: file.uuid,
      name: file.name,
      slug: file.slug,
      full_slug: file.full_slug,
      parent_id: file.parent_id ?? 0,
      position: file.position ?? 0,
      is_folder: isFolder,
      is_startpage: file.is_startpage ?? false,
      tag_list: file.tag_list ?? [],
      path: file.path ?? null,
      created_at: file.created_at ?? changedAt.toISOString(),
      content: file.content ?? { component: '' },
    },
  };
}

function parseDatasources(json: unknown): readonly Datasource[] {
  return datasourcesFile.parse(json).map(({ id, name, slug, dimensions, entries }) => ({
    id,
    name,
    slug,
    dimensions: dimensions.map((dimension) => ({
      id: dimension.id,
      name: dimension.name,
      entry_value: dimension.entry_value,
    })),
    entries: entries.map((entry) => ({
      id: entry.id,
      name: entry.name,
      value: entry.value,
      dimension_values: entry.dimension_values,
    })),
  }));
}

/** A stable number for a story whose file has none. */
function numberOf(uuid: string): number {
  return Number.parseInt(createHash('sha256').update(uuid).digest('hex').slice(0, 12), 16);
}

/** Refuses the second of two files with one story or address: which one to show would be ambiguous. */
function withoutDuplicates(files: readonly { readonly file: string; readonly story: DraftStory | undefined }[]): {
  readonly unique: readonly DraftStory[];
  readonly problems: readonly FileProblem[];
} {
  const owners = new Map<string, string>();
  const unique: DraftStory[] = [];
  const problems: FileProblem[] = [];
  for (const { file, story } of files) {
    if (!story) continue;
    const { uuid, full_slug, id } = story.document;
    const claims = [`uuid ${uuid}`, `full_slug ${full_slug}`, `id ${id}`];
    const taken = claims.find((claim) => owners.has(claim));
    if (taken) {
      problems.push({ file, message: `${file}: ${taken} belongs to ${owners.get(taken)} already` });
      continue;
    }
    for (const claim of claims) owners.set(claim, file);
    unique.push(story);
  }
  return { unique, problems };
}
