import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { EDITED_STORIES_DIR, storyContent } from './edits.ts';
import type { Block, Datasource, FileProblem, StoryDocument } from './space.ts';

/**
 * The sources of a space's drafts: files in the layout that the Storyblok CLI pushes (platform 1.12),
 * `stories/<space>/<slug>_<uuid>.json`, so that the same files serve the embedded service and bootstrap a real space.
 * The editors' changes are applied over them.
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
  /** The texts; undefined when the source is unreadable. */
  readonly datasources: readonly Datasource[] | undefined;
  readonly problems: readonly FileProblem[];
}

export interface DraftStory {
  readonly document: StoryDocument;
  /** Instant when its file, or the editors' change of it, was last written, ISO. */
  readonly changedAt: string;
}

/** Concurrent reads: each waits for the disk. */
const READ_AT_ONCE = 64;

const UUID_LENGTH = 36;

/** Of a seed folder. */
const STORIES_DIR = 'stories/manay';
/** The name given to a problem with the texts of the source. */
export const TEXT_SOURCE = 'src/i18n';

/** Lets a value be left out, with a default. */
const or = <Value>(schema: z.ZodType<Value>, standard: Value) =>
  schema.nullish().transform((value) => value ?? standard);

const storyFile = z.object({
  id: z.int().positive().optional(),
  uuid: z.guid(),
  name: z.string().min(1),
  slug: z.string().regex(/^[\w.-]+$/, 'expected letters, digits and hyphens'),
  full_slug: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'expected a path without slashes at its ends'),
  parent_id: or(z.int(), 0),
  position: or(z.int(), 0),
  is_folder: or(z.boolean(), false),
  is_startpage: or(z.boolean(), false),
  tag_list: or(z.array(z.string()), []),
  path: or<string | null>(z.string(), null),
  created_at: z.iso.datetime().nullish(),
  content: storyContent.optional(),
});

interface Read<Value> {
  readonly stamp: string;
  readonly value: Value | undefined;
  readonly problem: FileProblem | undefined;
}

/** @throws ZodError @param changedAt when the file was last written, ISO */
type Parse<Value> = (json: unknown, changedAt: string) => Value;

type StoryEdit = ReturnType<typeof parseEdit>;

/** Reads the drafts; a file is read again only when it has changed. */
export function createDraftReader({ seedDir, stateDir, datasources }: DraftSources): () => Promise<Drafts> {
  const stories = new Map<string, Read<DraftStory>>();
  const edits = new Map<string, Read<StoryEdit>>();

  return async () => {
    await readFiles(seedDir, await listJson(seedDir, STORIES_DIR), stories, parseStory);
    if (stateDir) await readFiles(stateDir, await listJson(stateDir, EDITED_STORIES_DIR), edits, parseEdit);
    const problems = [...stories.values(), ...edits.values()].flatMap(({ problem }) => problem ?? []);
    const texts = await datasources().catch((error: unknown) => {
      problems.push({ file: TEXT_SOURCE, message: `${TEXT_SOURCE}: ${error}` });
      return undefined;
    });
    const editOf = new Map([...edits].map(([file, edit]) => [basename(file, '.json').slice(-UUID_LENGTH), edit]));
    const owners = new Map<string, string>();
    const unique = [...stories].flatMap(([file, { value }]) => {
      const story = value && withEdit(value, editOf.get(value.document.uuid));
      const problem = story && claim(owners, file, story.document);
      if (problem) problems.push(problem);
      return story && !problem ? [story] : [];
    });
    return { stories: unique, datasources: texts, problems };
  };
}

/** Undefined when the edit cannot be read: the seed's words must not take the place of the editor's. */
function withEdit(story: DraftStory, edit: Read<StoryEdit> | undefined): DraftStory | undefined {
  if (!edit) return story;
  const { value } = edit;
  return value && { changedAt: value.changedAt, document: { ...story.document, content: value.content } };
}

async function readFiles<Value>(
  dir: string,
  names: readonly string[],
  reads: Map<string, Read<Value>>,
  parse: Parse<Value>,
): Promise<void> {
  const there = new Set(names);
  for (const name of reads.keys()) if (!there.has(name)) reads.delete(name);
  for (let from = 0; from < names.length; from += READ_AT_ONCE) {
    const some = names.slice(from, from + READ_AT_ONCE);
    const read = await Promise.all(some.map((name) => readAgain(dir, name, reads.get(name), parse)));
    // In the order of their names, whichever came first: the second of two files with one story is refused.
    for (const [at, name] of some.entries()) reads.set(name, read[at] as Read<Value>);
  }
}

/** Tells whether a file belongs to a story, judged by its name, because that works for unreadable files too. */
export function isFileOf(file: string, story: { readonly uuid: string }): boolean {
  return basename(file, '.json').endsWith(`_${story.uuid}`);
}

async function listJson(dir: string, folder: string): Promise<string[]> {
  const names = await readdir(join(dir, folder)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return files.map((name) => `${folder}/${name}`);
}

async function readAgain<Value>(
  dir: string,
  file: string,
  last: Read<Value> | undefined,
  parse: Parse<Value>,
): Promise<Read<Value>> {
  // What could not be read is read again, what could not be understood is not.
  let stamp = '';
  try {
    const { mtime, size, ino } = await stat(join(dir, file));
    const found = `${ino} ${mtime.getTime()} ${size}`;
    if (last?.stamp === found) return last;
    const text = await readFile(join(dir, file), 'utf8');
    stamp = found;
    return { stamp, value: parse(JSON.parse(text), mtime.toISOString()), problem: undefined };
  } catch (error) {
    return { stamp, value: undefined, problem: { file, message: `${file}: ${reasonOf(error)}` } };
  }
}

/** Why a file cannot be used, in a few words. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return `not valid JSON (${error.message})`;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return `${issue?.path.join('.') || 'content'}: ${issue?.message ?? 'not valid'}`;
  }
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error);
}

function parseStory(json: unknown, changedAt: string): DraftStory {
  const file = storyFile.parse(json);
  if (!file.is_folder && !file.content) throw new Error('content: missing');
  const { id = numberOf(file.uuid), content = { component: '' } } = file;
  return { changedAt, document: { ...file, id, content, created_at: file.created_at ?? changedAt } };
}

function parseEdit(json: unknown, changedAt: string): { readonly content: Block; readonly changedAt: string } {
  return { content: storyContent.parse(json), changedAt };
}

/** A stable number for a story whose file does not have one. */
function numberOf(uuid: string): number {
  return Number.parseInt(createHash('sha256').update(uuid).digest('hex').slice(0, 12), 16);
}

/** Refuses the second of two files with one story or address: which one to show would be ambiguous. */
function claim(
  owners: Map<string, string>,
  file: string,
  { uuid, full_slug, id }: StoryDocument,
): FileProblem | undefined {
  const claims = [`uuid ${uuid}`, `full_slug ${full_slug}`, `id ${id}`];
  const taken = claims.find((one) => owners.has(one));
  if (taken) return { file, message: `${file}: ${taken} belongs to ${owners.get(taken)} already` };
  for (const one of claims) owners.set(one, file);
  return undefined;
}
