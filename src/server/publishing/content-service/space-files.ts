import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  EDITED_STORIES_DIR,
  EDITED_TEXTS_FILE,
  parseStoryEdit,
  parseTextEdits,
  TEXT_SOURCE,
  type TextEdits,
  withTextEdits,
} from './edits.ts';
import type { Block, Datasource, FileProblem, StoryDocument } from './space.ts';

/**
 * Reads a space's stories from files in the layout that the Storyblok CLI pushes (platform 1.12), so that the same files
 * serve the embedded service and bootstrap a real space: `stories/<space>/<slug>_<uuid>.json`. The editors' changes are
 * applied over them.
 */
export interface DraftSources {
  /** Only read. */
  readonly seedDir: string;
  /** The texts as the source has them now. */
  readonly datasources: () => Promise<readonly Datasource[]>;
  /** Has what editors changed; without it the seed alone is read. */
  readonly stateDir?: string;
}

export interface Drafts {
  readonly stories: readonly DraftStory[];
  /** Undefined when the source's texts, or the editors' changes of them, are unreadable. */
  readonly datasources: readonly Datasource[] | undefined;
  readonly problems: readonly FileProblem[];
}

export interface DraftStory {
  readonly document: StoryDocument;
  /** When its file, or the editors' change of it, was last written, ISO. */
  readonly changedAt: string;
}

/** Concurrent reads: each waits for the disk. */
const READ_AT_ONCE = 64;

const UUID_LENGTH = 36;

/** Of a seed folder. */
export const STORIES_DIR = 'stories/manay';

const slugPart = z.string().regex(/^[\w.-]+$/, 'expected letters, digits and hyphens');

/** What may be left out, and is this then. */
const or = <Value>(schema: z.ZodType<Value>, standard: Value) =>
  schema.nullish().transform((value) => value ?? standard);

const storyFile = z.object({
  id: z.int().positive().optional(),
  uuid: z.uuid(),
  name: z.string().min(1),
  slug: slugPart,
  full_slug: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'expected a path without slashes at its ends'),
  parent_id: or(z.int(), 0),
  position: or(z.int(), 0),
  is_folder: or(z.boolean(), false),
  is_startpage: or(z.boolean(), false),
  tag_list: or(z.array(z.string()), []),
  path: or<string | null>(z.string(), null),
  created_at: z.iso.datetime().nullish(),
  content: z.looseObject({ component: z.string().min(1) }).optional(),
});

interface Read<Value> {
  readonly stamp: string;
  readonly value: Value | undefined;
  readonly problem: FileProblem | undefined;
}

interface StoryEdit {
  readonly content: Block;
  readonly changedAt: string;
}

/** Reads the drafts; a file is read again only when it has changed. */
export function createDraftReader({ seedDir, stateDir, datasources }: DraftSources): () => Promise<Drafts> {
  const stories = new Map<string, Read<DraftStory>>();
  const edits = new Map<string, Read<StoryEdit>>();
  let texts: Read<TextEdits> | undefined;

  return async () => {
    await readFolder(seedDir, STORIES_DIR, stories, parseStory);
    if (stateDir) {
      await readFolder(stateDir, EDITED_STORIES_DIR, edits, parseEdit);
      texts = await readIfThere(stateDir, EDITED_TEXTS_FILE, texts, parseTextEdits);
    }
    const editOf = new Map([...edits].map(([file, edit]) => [basename(file, '.json').slice(-UUID_LENGTH), edit]));
    const edited = [...stories].map(([file, { value }]) => {
      return { file, story: value && withEdit(value, editOf.get(value.document.uuid)) };
    });
    const { unique, problems } = withoutDuplicates(edited);
    const source = await tryRead(datasources);
    const reads: readonly Pick<Read<unknown>, 'problem'>[] = [
      ...stories.values(),
      ...edits.values(),
      ...(texts ? [texts] : []),
      source,
    ];
    const textEdits = texts ? texts.value : {};
    return {
      stories: unique,
      datasources: source.value && textEdits && withTextEdits(source.value, textEdits),
      problems: [...reads.flatMap(({ problem }) => problem ?? []), ...problems],
    };
  };
}

async function tryRead(
  datasources: DraftSources['datasources'],
): Promise<Pick<Read<readonly Datasource[]>, 'value' | 'problem'>> {
  return datasources().then(
    (value) => ({ value, problem: undefined }),
    (error: unknown) => ({ value: undefined, problem: { file: TEXT_SOURCE, message: `${TEXT_SOURCE}: ${error}` } }),
  );
}

/** Undefined when the edit cannot be read: the seed's words must not take the place of the editor's. */
function withEdit(story: DraftStory, edit: Read<StoryEdit> | undefined): DraftStory | undefined {
  if (!edit) return story;
  const { value } = edit;
  return value && { changedAt: value.changedAt, document: { ...story.document, content: value.content } };
}

async function readFolder<Value>(
  dir: string,
  folder: string,
  reads: Map<string, Read<Value>>,
  parse: (json: unknown, changedAt: Date) => Value,
): Promise<void> {
  const names = new Set((await listJson(join(dir, folder))).map((name) => `${folder}/${name}`));
  for (const name of reads.keys()) if (!names.has(name)) reads.delete(name);
  for (let from = 0; from < names.size; from += READ_AT_ONCE) {
    const some = [...names].slice(from, from + READ_AT_ONCE);
    const read = await Promise.all(some.map((name) => readAgain(dir, name, reads.get(name), parse)));
    // In the order of their names, whichever came first: the second of two files with one story is refused.
    for (const [at, name] of some.entries()) reads.set(name, read[at] as Read<Value>);
  }
}

async function readIfThere<Value>(
  dir: string,
  file: string,
  last: Read<Value> | undefined,
  parse: (json: unknown) => Value,
): Promise<Read<Value> | undefined> {
  const isThere = (await listJson(join(dir, dirname(file)))).includes(basename(file));
  return isThere ? readAgain(dir, file, last, parse) : undefined;
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
  dir: string,
  file: string,
  last: Read<Value> | undefined,
  parse: (json: unknown, changedAt: Date) => Value,
): Promise<Read<Value>> {
  // What could not be read is read again, what could not be understood is not.
  let stamp = '';
  try {
    const { mtime, size, ino } = await stat(join(dir, file));
    const found = `${ino} ${mtime.getTime()} ${size}`;
    if (last?.stamp === found) return last;
    const text = await readFile(join(dir, file), 'utf8');
    stamp = found;
    return { stamp, value: parse(JSON.parse(text), mtime), problem: undefined };
  } catch (error) {
    return { stamp, value: undefined, problem: { file, message: `${file}: ${reasonOf(error)}` } };
  }
}

/** Why a file cannot be used, in a few words. */
export function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return `not valid JSON (${error.message})`;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return `${issue?.path.join('.') || 'content'}: ${issue?.message ?? 'not valid'}`;
  }
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error);
}

function parseStory(json: unknown, changedAt: Date): DraftStory {
  const file = storyFile.parse(json);
  if (!file.is_folder && !file.content) throw new Error('content: missing');
  const { id = numberOf(file.uuid), content = { component: '' } } = file;
  const at = changedAt.toISOString();
  return { changedAt: at, document: { ...file, id, content, created_at: file.created_at ?? at } };
}

function parseEdit(json: unknown, changedAt: Date): StoryEdit {
  return { content: parseStoryEdit(json), changedAt: changedAt.toISOString() };
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
