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
import { type ContentClient, type ContentClientOptions, ContentError, createContentClient } from './content-client.ts';
import { fetchStories, fetchTexts, isOlder, readSpace, type StoryByLocale, trimSlug } from './fetch-content.ts';
import { normalizeStory, withLinksTo } from './normalize-story.ts';
import { withoutOddTexts } from './odd-texts.ts';
import { releaseIndexFiles } from './site-index.ts';
import { type AccountsOptions, type FiguresOptions, syncAccounts, syncFigures } from './sync-figures.ts';

export interface SyncOptions
  extends FiguresOptions,
    Partial<Pick<AccountsOptions, 'accountsUrl'>>,
    Pick<ContentClientOptions, 'fetch' | 'timeoutMs' | 'attempts' | 'backoffMs' | 'signal'> {
  /** Content Delivery API up to and with the version: `http://localhost:4321/content/v2`. */
  readonly apiUrl: string;
  readonly token: string;
  /** The folder in which `{es,en}/{general,my-loans,application}.json` are written for i18next. */
  readonly localesDir: string;
  /**
   * Fetches also when the version is known, because content may have come late: `again` what has changed by its dates,
   * `whole` everything.
   */
  readonly fetchKnown?: 'again' | 'whole' | undefined;
  /** Files of the mirror that are damaged: their stories are fetched again. */
  readonly damaged?: ReadonlySet<string>;
  /** An operator has confirmed that there may be no story, or no text of a set, any more. */
  readonly allowEmpty?: boolean;
}

/** The index of what is published, with when it was fetched. */
export interface PublishedIndex extends MirrorIndex {
  /** ISO instant at which this version was seen first. */
  readonly seenAt?: string | undefined;
  /** ISO instant of the last fetch of this version that no date contradicted. */
  readonly fetchedAt?: string | undefined;
  /** ISO instant of the last fetch of everything. Absent after a failed check: everything is fetched again. */
  readonly wholeAt?: string | undefined;
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
  const { accountsUrl } = options;
  const accounts = accountsUrl === undefined ? undefined : syncAccounts({ ...options, accountsUrl });
  const [content, figures] = await Promise.allSettled([syncSpace(options), syncFigures(options), accounts]);
  if (content.status === 'rejected') throw content.reason;
  if (figures.status === 'rejected') throw figures.reason;
  return content.value;
}

/** Has the next sync fetch everything, because what was fetched has failed a check. */
export async function distrustMirror(mirrorDir: string): Promise<void> {
  const path = join(mirrorDir, INDEX_FILE);
  const index: PublishedIndex | undefined = tryReadIndex(path);
  if (index) await writeAtomically(path, JSON.stringify({ ...index, wholeAt: undefined }));
}

/** The content service of `npm start` is the same one at another port: what it published last still stands in. */
function withoutLocalPort(apiUrl: string): string {
  const url = new URL(apiUrl);
  if (url.hostname === 'localhost' || url.hostname === '127.0.0.1') url.port = '';
  return url.href;
}

async function syncSpace(options: SyncOptions): Promise<SyncResult> {
  const { mirrorDir, fetchKnown, damaged = new Set() } = options;
  const client = createContentClient(options);
  const indexPath = join(mirrorDir, INDEX_FILE);
  const previous: PublishedIndex | undefined = tryReadIndex(indexPath);
  const space = await readSpace(client);
  const source = `${withoutLocalPort(options.apiUrl)} ${space.id}`;
  const known = previous?.source === source ? previous : undefined;
  // A cache may still tell the version before: only a fetch of everything goes back to it.
  const isNewer = !known || space.version > known.contentVersion || (fetchKnown === 'whole' && !isKnown(space, known));

  let index = known;
  if (!index || isNewer || fetchKnown || damaged.size > 0) {
    warnOfMissingLanguages(space.language_codes, options.log);
    const version = isNewer || !known ? space.version : known.contentVersion;
    // What a cache has once answered to a `cv` it answers to it for long.
    const isFirst = isNewer && fetchKnown !== 'whole' && (known || !(await hasStories(mirrorDir)));
    index = await copySpace(client, options, { source, version, known, cv: isFirst ? version : nextCv() });
    await writeLocales(options, index);
    await writeAtomically(indexPath, JSON.stringify(index));
    await prune(mirrorDir, [index, previous]);
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

let lastCv = 0;

/** A number that nobody has asked with. Versions are seconds, this is milliseconds. */
function nextCv(): number {
  lastCv = Math.max(Date.now(), lastCv + 1);
  return lastCv;
}

function isKnown(space: { readonly version: number }, known: MirrorIndex): boolean {
  return space.version === known.contentVersion;
}

async function hasStories(mirrorDir: string): Promise<boolean> {
  return (await readdir(join(mirrorDir, 'stories')).catch(() => [])).length > 0;
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
  readonly known: PublishedIndex | undefined;
  /** Sent with each request; it is the version, or another number when caches must be passed by. */
  readonly cv: number;
}

/**
 * Copies a version of the space; if something was published meanwhile, once more at the new version. Further publishes
 * are left to the next sync: the index names the older version, so they are detected.
 */
async function copySpace(client: ContentClient, options: SyncOptions, target: Target): Promise<PublishedIndex> {
  const index = await copyVersion(client, options, target);
  const { version } = await readSpace(client);
  if (version <= target.version) return index;
  // Known stories are not fetched again.
  const next = { ...target, version, cv: version, known: index };
  const { fetchKnown: _, damaged: __, ...rest } = options;
  return { ...(await copyVersion(client, rest, next)), wholeAt: index.wholeAt };
}

async function copyVersion(client: ContentClient, options: SyncOptions, target: Target): Promise<PublishedIndex> {
  const { mirrorDir, fetchKnown, damaged, log } = options;
  const { source, version, known, cv } = target;
  const whole = known?.stories.filter(({ file }) => !damaged?.has(file)) ?? [];
  const fetched = await fetchStories(client, cv, fetchKnown === 'whole' ? [] : whole);
  const before = known && (await readTexts(mirrorDir, known));
  const texts = withoutOddTexts(await fetchTexts(client, cv), log);
  const lost = before ? lostTexts(before, texts) : [];
  const kept = fetched.kind === 'all' ? [] : whole.filter(({ uuid }) => fetched.kept.has(uuid));
  if (!options.allowEmpty) refuseEmpty(known, [...kept, ...fetched.stories].length, lost);
  for (const { set, locale, keys } of lost) {
    const named = `${keys.slice(0, NAMED_KEYS).join(', ')}${keys.length > NAMED_KEYS ? ` and ${keys.length - NAMED_KEYS} more` : ''}`;
    log(`Texts of "${set}" in "${locale}" are gone, and pages show those of the code: ${named}`);
  }

  const slugs = new Map([
    ...kept.map((entry) => [entry.uuid, entry.fullSlug] as const),
    ...fetched.stories.map(({ [DEFAULT_LOCALE]: story }) => [story.uuid, trimSlug(story.full_slug)] as const),
  ]);
  const written = await inParts(fetched.stories, (story) => writeStory(mirrorDir, story, slugs));
  const had = new Set((known?.stories ?? []).map(({ uuid }) => uuid));
  const come = new Map([...slugs].filter(([uuid]) => !had.has(uuid)));
  const stories = [...(await leadingToNew(mirrorDir, kept, come)), ...written];
  const now = new Date().toISOString();
  const isBehind = fetched.kind === 'changed' && fetched.isBehind;
  return {
    format: MIRROR_FORMAT,
    source,
    contentVersion: version,
    stories: stories.sort((one, two) => (one.fullSlug < two.fullSlug ? -1 : 1)),
    texts: await writeTexts(mirrorDir, texts),
    seenAt: known?.contentVersion === version ? known.seenAt : now,
    fetchedAt: isBehind ? undefined : now,
    wholeAt: fetched.kind === 'all' ? now : known?.wholeAt,
  };
}

interface LostTexts {
  readonly set: MessageSet;
  readonly locale: Locale;
  /** That had a text, and have none any more. */
  readonly keys: readonly string[];
  /** No text of the set is left. */
  readonly isAll: boolean;
}

/** Of keys in an error or a log line. */
const NAMED_KEYS = 10;

function lostTexts(before: TextsFile, texts: TextsFile): LostTexts[] {
  const sets = LOCALES.flatMap((locale) =>
    Object.keys(texts[locale]).map((set) => ({ locale, set: set as MessageSet })),
  );
  return sets
    .map(({ locale, set }) => {
      const now = texts[locale][set];
      const keys = Object.keys(before[locale]?.[set] ?? {}).filter((key) => !(key in now));
      return { set, locale, keys, isAll: Object.keys(now).length === 0 };
    })
    .filter(({ keys }) => keys.length > 0);
}

/** @throws ContentError when nothing is left of what the mirror has: half an answer looks like that */
function refuseEmpty(known: MirrorIndex | undefined, stories: number, lost: readonly LostTexts[]): void {
  const ifMeant = 'if that is meant, publish with --fewer-pages';
  if (known && known.stories.length > 0 && stories === 0) {
    throw new ContentError(
      `content service, stories: sent none of ${known.stories.length} that were there; ${ifMeant}`,
    );
  }
  const empty = lost.find(({ isAll }) => isAll);
  if (!empty) return;
  const { set, locale, keys } = empty;
  const sent = `sent no text of "${set}" in "${locale}", and there were ${keys.length}`;
  throw new ContentError(`content service, datasource_entries: ${sent}; ${ifMeant}`);
}

/** Undefined when the file is damaged: there is nothing to compare with. */
async function readTexts(mirrorDir: string, { texts }: MirrorIndex): Promise<TextsFile | undefined> {
  try {
    const read = JSON.parse(await readFile(join(mirrorDir, texts.file), 'utf8')) as TextsFile | null;
    return read && LOCALES.every((locale) => read[locale]) ? read : undefined;
  } catch {
    return undefined;
  }
}

async function inParts<Item, Done>(items: readonly Item[], work: (item: Item) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  for (let from = 0; from < items.length; from += FILES_AT_ONCE) {
    done.push(...(await Promise.all(items.slice(from, from + FILES_AT_ONCE).map(work))));
  }
  return done;
}

/**
 * Stories that were not fetched again, with their links to stories that were not there before. Such a new story may
 * have been renamed while it was not published, and stories that link to it by its uuid still have its former address.
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
    // A file that was removed by hand must not keep the rest from being published.
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
  const digest = mirrorDigest(text);
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
    publishedAt: earliest(LOCALES.map((locale) => wire[locale].published_at ?? null)),
    ...(await writeStoryFile(mirrorDir, main.uuid, JSON.stringify(file))),
  };
}

/** A language that a cache answered with an earlier version is fetched again with the next ones. */
function earliest([first = null, ...others]: readonly (string | null)[]): string | null {
  return others.reduce((one, other) => (isOlder(other, one) ? other : one), first);
}

async function writeTexts(mirrorDir: string, texts: TextsFile): Promise<MirrorIndex['texts']> {
  const text = JSON.stringify(texts);
  const digest = mirrorDigest(text);
  const file = `texts/${digest}.json`;
  await writeOnce(join(mirrorDir, file), text);
  return { digest, file };
}

/** The digest by which a file of the mirror is named. */
export function mirrorDigest(text: string | Uint8Array): string {
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

/**
 * Removes files that neither the new index nor the previous one nor the site refers to, because a build may still be
 * reading those. Files of a kept release stay too, because after a rollback its stories are what visitors see.
 */
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
