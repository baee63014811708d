import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';
import type { MessageSet } from '#i18n/messages.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import {
  INDEX_FILE,
  LIVE_INDEX_FILE,
  MIRROR_FORMAT,
  type MirrorIndex,
  SITE_INDEX_FILE,
  type Story,
  type StoryFile,
  type TextsFile,
  tryReadIndex,
} from '#storyblok/mirror.ts';
import { type ContentClient, type ContentClientOptions, createContentClient } from './content-client.ts';
import { fetchStories, fetchTexts, readSpace, type StoryByLocale, trimSlug } from './fetch-content.ts';
import { normalizeStory, withLinksTo } from './normalize-story.ts';
import { releaseIndexFiles } from './site-index.ts';
import { type FiguresOptions, syncFigures } from './sync-figures.ts';

export interface SyncOptions
  extends FiguresOptions,
    Pick<ContentClientOptions, 'fetch' | 'timeoutMs' | 'attempts' | 'backoffMs' | 'signal'> {
  /** Content Delivery API up to and with the version: `http://localhost:4321/content/v2`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Where `{es,en}/{general,my-loans,application}.json` are written for i18next. */
  readonly localesDir: string;
}

export interface SyncResult {
  /** The space's version that the mirror now has. */
  readonly contentVersion: number;
  /** Full slugs of stories that were added, changed or removed. */
  readonly changedStories: readonly string[];
  /** Requests to the content service, retries included. */
  readonly requests: number;
}

/**
 * Updates the mirror to what is published. Sends one request when nothing was published since; further requests are
 * pinned to one version, so that the copy is consistent. The index is written last: an interrupted sync leaves the
 * old or the new mirror.
 * @throws ContentError when the content service fails; the mirror is then unchanged
 */
export async function syncContent(options: SyncOptions): Promise<SyncResult> {
  // From another service; its failure must not delay the content.
  const [content, figures] = await Promise.allSettled([syncSpace(options), syncFigures(options)]);
  if (content.status === 'rejected') throw content.reason;
  if (figures.status === 'rejected') throw figures.reason;
  return content.value;
}

/** The content service of `npm start` is the same one at another port: what it published last still stands in. */
function withoutLocalPort(apiUrl: string): string {
  const url = new URL(apiUrl);
  if (url.hostname === 'localhost' || url.hostname === '127.0.0.1') url.port = '';
  return url.href;
}

async function syncSpace(options: SyncOptions): Promise<SyncResult> {
  const client = createContentClient(options);
  const indexPath = join(options.mirrorDir, INDEX_FILE);
  const previous = tryReadIndex(indexPath);
  const space = await readSpace(client);
  const source = `${withoutLocalPort(options.apiUrl)} ${space.id}`;
  const known = previous?.source === source ? previous : undefined;
  const unchanged = known?.contentVersion === space.version;

  let index = known;
  if (!index || !unchanged) {
    warnOfMissingLanguages(space.language_codes, options.log);
    index = await copySpace(client, options.mirrorDir, { source, version: space.version, known });
    await writeLocales(options, index);
    await writeAtomically(indexPath, JSON.stringify(index));
    await prune(options.mirrorDir, [index, previous]);
  } else {
    // The translations folder may have been emptied meanwhile.
    await writeLocales(options, index);
  }
  return {
    contentVersion: index.contentVersion,
    changedStories: difference(previous, index),
    requests: client.requests(),
  };
}

function warnOfMissingLanguages(codes: readonly string[], log: (sentence: string) => void): void {
  for (const locale of LOCALES.slice(1)) {
    if (!codes.includes(locale)) log(`The space has no language "${locale}": its pages show the default language`);
  }
}

/** Concurrent reads and writes: each waits for the disk. */
const FILES_AT_ONCE = 32;

interface Target {
  readonly source: string;
  readonly version: number;
  readonly known: MirrorIndex | undefined;
}

/** Copies a version, once more after a publish meanwhile; further ones are the next sync's to detect. */
async function copySpace(client: ContentClient, mirrorDir: string, target: Target): Promise<MirrorIndex> {
  const index = await copyVersion(client, mirrorDir, target);
  const { version } = await readSpace(client);
  if (version === target.version) return index;
  // Known stories are not fetched again.
  return copyVersion(client, mirrorDir, { ...target, version, known: index });
}

async function copyVersion(client: ContentClient, mirrorDir: string, target: Target): Promise<MirrorIndex> {
  const { source, version, known } = target;
  const fetched = await fetchStories(client, version, known?.stories ?? []);
  const texts = await fetchTexts(client, version);

  const kept = fetched.kind === 'all' ? [] : (known?.stories ?? []).filter(({ uuid }) => fetched.kept.has(uuid));
  const slugs = new Map([
    ...kept.map((entry) => [entry.uuid, entry.fullSlug] as const),
    ...fetched.stories.map(({ [DEFAULT_LOCALE]: story }) => [story.uuid, trimSlug(story.full_slug)] as const),
  ]);
  const written = await inParts(fetched.stories, (story) => writeStory(mirrorDir, story, slugs));
  const before = new Set((known?.stories ?? []).map(({ uuid }) => uuid));
  const come = new Map([...slugs].filter(([uuid]) => !before.has(uuid)));
  const stories = [...(await leadingToNew(mirrorDir, kept, come)), ...written];
  return {
    format: MIRROR_FORMAT,
    source,
    contentVersion: version,
    stories: stories.sort((one, two) => (one.fullSlug < two.fullSlug ? -1 : 1)),
    texts: await writeTexts(mirrorDir, texts),
  };
}

async function inParts<Item, Done>(items: readonly Item[], work: (item: Item) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  for (let from = 0; from < items.length; from += FILES_AT_ONCE) {
    done.push(...(await Promise.all(items.slice(from, from + FILES_AT_ONCE).map(work))));
  }
  return done;
}

/**
 * Stories that were not fetched again, with their links to stories that were not there before. Such a story may have
 * been renamed while it was not published: those that lead to it by its uuid have its address of before.
 * @param come uuid → full slug of the stories that were not there
 */
async function leadingToNew(
  mirrorDir: string,
  kept: MirrorIndex['stories'],
  come: ReadonlyMap<string, string>,
): Promise<MirrorIndex['stories']> {
  if (come.size === 0) return kept;
  const uuids = [...come.keys()];
  return inParts(kept, async (entry) => {
    // A file that was removed by hand is no reason to publish nothing.
    const before = await readFile(join(mirrorDir, entry.file), 'utf8').catch(() => '');
    if (!uuids.some((uuid) => before.includes(uuid))) return entry;
    const stories = Object.entries(JSON.parse(before) as StoryFile);
    const text = JSON.stringify(Object.fromEntries(stories.map(([name, story]) => [name, withLinksTo(story, come)])));
    return text === before ? entry : { ...entry, ...(await writeStoryFile(mirrorDir, entry.uuid, text)) };
  });
}

async function writeStoryFile(
  mirrorDir: string,
  uuid: string,
  text: string,
): Promise<Pick<MirrorIndex['stories'][number], 'digest' | 'file'>> {
  const digest = digestOf(text);
  const file = `stories/${uuid}-${digest}.json`;
  await writeOnce(join(mirrorDir, file), text);
  return { digest, file };
}

async function writeStory(
  mirrorDir: string,
  wire: StoryByLocale,
  slugs: ReadonlyMap<string, string>,
): Promise<MirrorIndex['stories'][number]> {
  // The default language's address: other languages have a prefix.
  const main = wire[DEFAULT_LOCALE];
  const fullSlug = trimSlug(main.full_slug);
  const byLocale = LOCALES.map(
    (locale) => [locale, { ...normalizeStory(wire[locale], locale, slugs), fullSlug }] as const,
  );
  const file: StoryFile = Object.fromEntries(byLocale) as Record<Locale, Story>;
  return {
    uuid: main.uuid,
    name: main.name,
    fullSlug,
    slug: fullSlug === 'home' ? '' : fullSlug,
    component: main.content.component,
    publishedAt: main.published_at ?? null,
    ...(await writeStoryFile(mirrorDir, main.uuid, JSON.stringify(file))),
  };
}

async function writeTexts(mirrorDir: string, texts: TextsFile): Promise<MirrorIndex['texts']> {
  const text = JSON.stringify(texts);
  const digest = digestOf(text);
  const file = `texts/${digest}.json`;
  await writeOnce(join(mirrorDir, file), text);
  return { digest, file };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** A file named by its hash is written once; a damaged one is written again. */
async function writeOnce(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) await writeAtomically(path, text);
}

async function writeLocales({ mirrorDir, localesDir }: SyncOptions, index: MirrorIndex): Promise<void> {
  const texts = JSON.parse(await readFile(join(mirrorDir, index.texts.file), 'utf8')) as TextsFile;
  for (const locale of LOCALES) {
    for (const set of Object.keys(texts[locale]) as MessageSet[]) {
      const text = `${JSON.stringify(texts[locale][set], undefined, 2)}\n`;
      await writeOnce(join(localesDir, locale, `${set}.json`), text);
    }
  }
}

/** Full slugs that differ between two indexes; a moved story counts with both addresses. */
function difference(before: MirrorIndex | undefined, after: MirrorIndex): string[] {
  const keys = (index: MirrorIndex | undefined) =>
    new Map((index?.stories ?? []).map(({ fullSlug, digest }) => [`${fullSlug} ${digest}`, fullSlug]));
  const [old, now] = [keys(before), keys(after)];
  const gone = [...old].filter(([key]) => !now.has(key));
  const come = [...now].filter(([key]) => !old.has(key));
  return [...new Set([...gone, ...come].map(([, fullSlug]) => fullSlug))].sort();
}

/** Removes files that no index, build or release refers to: a rollback shows its stories again. */
async function prune(mirrorDir: string, indexes: readonly (MirrorIndex | undefined)[]): Promise<void> {
  const built = [SITE_INDEX_FILE, LIVE_INDEX_FILE].map((file) => join(mirrorDir, file));
  const used = new Set<string>();
  const use = ({ texts, stories }: MirrorIndex): void => {
    for (const { file } of [texts, ...stories]) used.add(file);
  };
  for (const index of indexes) if (index) use(index);
  for (const file of [...built, ...(await releaseIndexFiles(mirrorDir))]) {
    const index = tryReadIndex(file);
    if (index) use(index);
  }
  for (const folder of ['stories', 'texts']) {
    for (const name of await readdir(join(mirrorDir, folder)).catch(() => [])) {
      if (!used.has(`${folder}/${name}`)) await rm(join(mirrorDir, folder, name), { force: true });
    }
  }
}
