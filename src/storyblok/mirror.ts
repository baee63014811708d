import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locale } from '#i18n/locale.ts';
import type { MessageSet } from '#i18n/messages.ts';
import { parseBlock, type RawBlock } from './block-schema.ts';
import { reportFault } from './fault-channel.ts';
import type { LenderAccount } from './lender-facts.ts';
import {
  type CalculatorSettings,
  calculatorProductSchema,
  calculatorSettingsSchema,
  type GlobalSettings,
  globalSettingsSchema,
  navigationLinkSchema,
  socialLinkSchema,
} from './settings.schema.ts';
import { faultSentence, type StoryFault } from './story-fault.ts';

/**
 * The published content on disk, as written by the sync (sync.ts): pages read it at build time and send no requests.
 * `index.json` refers to all other files by content hash, so that an old index keeps finding its files.
 */
export interface StoryEntry {
  readonly uuid: string;
  readonly name: string;
  /** As in the content service, without a language: `home`, `preguntas`, `settings/global`. */
  readonly fullSlug: string;
  /** The page's path below its language, '' for home. */
  readonly slug: string;
  /** The component of the story itself: `page`, `global-settings` … */
  readonly component: string;
  /** ISO instant. */
  readonly publishedAt: string | null;
  /** Digest of the whole story, in both languages. */
  readonly digest: string;
}

export interface Story {
  readonly uuid: string;
  readonly name: string;
  readonly fullSlug: string;
  readonly locale: Locale;
  /** Untranslated parts are in the default language. */
  readonly content: RawBlock;
}

/** Incremented when the file layout changes: an older mirror is fetched again. */
export const MIRROR_FORMAT = 1;

export interface MirrorIndex {
  readonly format: typeof MIRROR_FORMAT;
  /** The space that this is a copy of. */
  readonly source: string;
  /** The space's version at which the copy was taken. */
  readonly contentVersion: number;
  readonly stories: readonly (StoryEntry & {
    readonly file: string;
    /** No longer published at this address, and kept because other pages link to it (site-index.ts). */
    readonly isTakenOff?: true;
  })[];
  readonly texts: { readonly digest: string; readonly file: string };
  /**
   * Slugs of pages that the first release was made without and that are still left out, because other pages link to
   * them.
   */
  readonly leftOut?: readonly string[];
  /** Earlier addresses of pages. */
  readonly formerAddresses?: readonly FormerAddress[];
}

/** An address that a story had in an earlier release, and no story has now. */
export interface FormerAddress {
  readonly uuid: string;
  readonly slug: string;
  /** ISO instant of the build that found it gone. */
  readonly leftAt: string;
}

/** A story's file: the story in each language. */
export type StoryFile = Readonly<Record<Locale, Story>>;

/** Every translation set in each language; keys without a translation are left out. */
export type TextsFile = Readonly<Record<Locale, Readonly<Record<MessageSet, Readonly<Record<string, string>>>>>>;

/** A requested part of the mirror is missing, or cannot be read. */
export class MirrorError extends Error {
  override readonly name = 'MirrorError';
  /** @param about a fault when it is the file of a story that cannot be read */
  constructor(about: string | StoryFault, options?: ErrorOptions) {
    super(typeof about === 'string' ? about : faultSentence(about), options);
    if (typeof about !== 'string') reportFault(about);
  }
}

export interface Mirror {
  /**
   * Digest of everything a page depends on: its story, the settings, all texts, the lending role's figures. A page
   * with an unchanged key need not be rendered again.
   * @param fullSlug of the page's story; without one: of a page without a story, which may show anything but other
   * pages
   */
  pageKey(fullSlug?: string): string;
  listStories(): readonly StoryEntry[];
  /** @throws MirrorError when the story is missing, or its file is damaged */
  readStory(fullSlug: string, locale: Locale): Story;
  /**
   * Undefined when the story is missing.
   * @throws MirrorError when its file is damaged
   */
  findStory(fullSlug: string, locale: Locale): Story | undefined;
  /** @throws BlockError when the settings break their schema */
  readSettings(locale: Locale): GlobalSettings;
  /** The editors' limits, by product type. */
  readCalculatorSettings(
    locale: Locale,
  ): Readonly<Partial<Record<CalculatorSettings['productType'], CalculatorSettings>>>;
  /** The figures of the lending role, the same object until they change. @throws MirrorError when it never answered */
  readFigures(): unknown;
  /** The lender's accounts; undefined when the lending role has never said. */
  readAccounts(): readonly LenderAccount[] | undefined;
}

/** Everything that is published. */
export const INDEX_FILE = 'index.json';
/**
 * The index that the site is built from: like the other, but with the last good version of stories that break their
 * schema (site-index.ts).
 */
export const SITE_INDEX_FILE = 'site.json';
/** The index that the live release was built from. */
export const LIVE_INDEX_FILE = 'live.json';
/** The folder with the index of each release, by the release's name (site-index.ts). */
export const RELEASE_INDEXES = 'releases';
/** Figures of the lending role, beside the stories. */
export const PRODUCT_SETTINGS_FILE = 'product-settings-1.json';

/** The lender's accounts, beside the figures. */
export const TRANSFER_ACCOUNTS_FILE = 'transfer-accounts.json';

/**
 * Opens the mirror in a folder; it follows updates of the index.
 * @param indexFile the index to read; by default the site's, or everything published until the site has an index
 */
export function openMirror(mirrorDir: string, indexFile?: string): Mirror {
  const chosen = (): string => (existsSync(join(mirrorDir, SITE_INDEX_FILE)) ? SITE_INDEX_FILE : INDEX_FILE);
  const index = cached(() => join(mirrorDir, indexFile ?? chosen()), readIndexFile);
  const figures = cached(() => join(mirrorDir, PRODUCT_SETTINGS_FILE), readFiguresFile);
  const accounts = cached(() => join(mirrorDir, TRANSFER_ACCOUNTS_FILE), readFiguresFile);

  const storyFile = lastOf((file) => readJson<StoryFile>(join(mirrorDir, file)));
  const findStory = (fullSlug: string, locale: Locale): Story | undefined => {
    const entry = bySlug(index()).get(fullSlug);
    if (!entry) return undefined;
    // The address comes from the index: a story that was held back may have moved (site-index.ts).
    return { ...storyIn(entry, () => storyFile(entry.file)[locale]), fullSlug };
  };
  const readStory = (fullSlug: string, locale: Locale): Story => {
    const story = findStory(fullSlug, locale);
    if (!story) throw new MirrorError(`There is no published story "${fullSlug}"`);
    return story;
  };
  const settings = perIndex(index, (locale) => parseSettings(readStory('settings/global', locale)));
  const calculator = perIndex(index, (locale) => parseCalculatorSettings(findStory('settings/calculator', locale)));
  return {
    pageKey: (fullSlug) => pageKeyIn(index(), `${figures().text}\0${accounts().text}`, fullSlug),
    listStories: () => index().stories,
    findStory,
    readStory,
    readSettings: settings,
    readCalculatorSettings: calculator,
    readFigures: () => {
      if (figures().value !== undefined) return figures().value;
      throw new MirrorError(`The lending role has never answered, so there is no ${PRODUCT_SETTINGS_FILE}`);
    },
    readAccounts: () => accounts().value as readonly LenderAccount[] | undefined,
  };
}

/** @throws MirrorError that names story and file: a page must not be missing in silence */
function storyIn({ fullSlug, file }: MirrorIndex['stories'][number], read: () => Story): Story {
  try {
    const story = read();
    if (typeof story.content.component === 'string') return story;
    throw new Error('it has no component');
  } catch (cause) {
    const values = { file, detail: (cause as Error).message };
    throw new MirrorError({ story: fullSlug, fault: { code: 'story_unreadable', values } }, { cause });
  }
}

/**
 * Reads a file once per version, because every page asks for it. Reads within one tick share one check of the disk and
 * see one state.
 */
function cached<Value>(path: () => string, read: (path: string) => Value): () => Value {
  let last: { readonly stamp: string; readonly value: Value } | undefined;
  let isFresh = false;
  return () => {
    if (isFresh && last) return last.value;
    const at = path();
    const { ino, mtimeMs, size } = statSync(at, { throwIfNoEntry: false }) ?? { ino: 0, mtimeMs: 0, size: 0 };
    const stamp = `${at} ${ino} ${mtimeMs} ${size}`;
    if (last?.stamp !== stamp) last = { stamp, value: read(at) };
    isFresh = true;
    queueMicrotask(() => {
      isFresh = false;
    });
    return last.value;
  };
}

/**
 * Keeps the last file that was read: one named by its hash never changes, and a story is read for both languages and by
 * several parts of its page.
 */
function lastOf<Value>(read: (file: string) => Value): (file: string) => Value {
  let last: { readonly file: string; readonly value: Value } | undefined;
  return (file) => {
    if (last?.file !== file) last = { file, value: read(file) };
    return last.value;
  };
}

/** Parsed once per index, not once per page. */
function perIndex<Value>(index: () => MirrorIndex, read: (locale: Locale) => Value): (locale: Locale) => Value {
  const known = new WeakMap<MirrorIndex, Map<Locale, Value>>();
  return (locale) => {
    const of = known.get(index()) ?? new Map<Locale, Value>();
    known.set(index(), of);
    const value = of.get(locale) ?? read(locale);
    of.set(locale, value);
    return value;
  };
}

function readFiguresFile(path: string): { readonly text: string; readonly value: unknown } {
  if (!existsSync(path)) return { text: '', value: undefined };
  const text = readFileSync(path, 'utf8');
  return { text, value: JSON.parse(text) };
}

/** Hashes what all pages share once per index. */
const shared = new WeakMap<
  MirrorIndex,
  { readonly figures: string; readonly ofStories: string; readonly other: string }
>();

function pageKeyIn(index: MirrorIndex, figures: string, fullSlug: string | undefined): string {
  let known = shared.get(index);
  if (known?.figures !== figures) {
    const others = index.stories.filter((story) => story.component !== 'page');
    const settings = others.filter((story) => story.fullSlug.startsWith('settings/'));
    const key = (stories: readonly StoryEntry[]): string =>
      digest([index.texts.digest, figures, ...stories.map((story) => `${story.fullSlug} ${story.digest}`)]);
    known = { figures, ofStories: key(settings), other: key(others) };
    shared.set(index, known);
  }
  if (fullSlug === undefined) return known.other;
  return digest([known.ofStories, fullSlug, bySlug(index).get(fullSlug)?.digest ?? '']);
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20);
}

const slugTables = new WeakMap<MirrorIndex, ReadonlyMap<string, MirrorIndex['stories'][number]>>();

function bySlug(index: MirrorIndex): ReadonlyMap<string, MirrorIndex['stories'][number]> {
  const table = slugTables.get(index) ?? new Map(index.stories.map((entry) => [entry.fullSlug, entry]));
  slugTables.set(index, table);
  return table;
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}

function readIndexFile(path: string): MirrorIndex {
  const index = tryReadIndex(path);
  if (!index) throw new MirrorError('There is no content yet: run the content sync first (npm start does it)');
  return index;
}

/** Reads the index; undefined without one of this format. */
export function tryReadIndex(path: string): MirrorIndex | undefined {
  try {
    const index = readJson<MirrorIndex>(path);
    return index.format === MIRROR_FORMAT && isWhole(index) ? index : undefined;
  } catch {
    return undefined;
  }
}

/** A file that was changed by hand may be JSON and no index. */
function isWhole({ stories, texts, source }: MirrorIndex): boolean {
  const named = [
    source,
    texts.file,
    ...stories.flatMap(({ uuid, fullSlug, digest, file }) => [uuid, fullSlug, digest, file]),
  ];
  return named.every((text) => typeof text === 'string');
}

/** Parses `settings/global`, its nested links parsed too. @throws BlockError */
export function parseSettings(story: Pick<Story, 'content' | 'fullSlug'>): GlobalSettings {
  const settings = parseBlock(globalSettingsSchema, story.content, story.fullSlug);
  const links = (raw: readonly RawBlock[]) => raw.map((link) => parseBlock(navigationLinkSchema, link, story.fullSlug));
  return {
    ...settings,
    header_navigation: links(settings.header_navigation),
    footer_navigation: links(settings.footer_navigation),
    legal_navigation: links(settings.legal_navigation),
    social: settings.social.map((network) => parseBlock(socialLinkSchema, network, story.fullSlug)),
  };
}

/** Parses `settings/calculator` by product type; without the story nothing is limited. @throws BlockError */
export function parseCalculatorSettings(
  story: Pick<Story, 'content' | 'fullSlug'> | undefined,
): ReturnType<Mirror['readCalculatorSettings']> {
  if (!story) return {};
  const { products } = parseBlock(calculatorSettingsSchema, story.content, story.fullSlug);
  const parsed = products.map((product) => parseBlock(calculatorProductSchema, product, story.fullSlug));
  return Object.fromEntries(parsed.map((product) => [product.productType, product]));
}

/** Finds the folder of the mirror: `DATA_DIR/mirror`; without DATA_DIR in `.data` of the working directory. */
export function readMirrorConfig(env: Readonly<Record<string, string | undefined>>): { readonly mirrorDir: string } {
  return { mirrorDir: join(resolve(env['DATA_DIR'] || '.data'), 'mirror') };
}

// Opened on first use, so that a tool can set DATA_DIR after the import.
let opened: Mirror | undefined;

/** Opens the mirror of this process's DATA_DIR; shortcuts for its most used functions follow. */
export function mirror(): Mirror {
  opened ??= openMirror(readMirrorConfig(process.env).mirrorDir);
  return opened;
}

export const listStories: Mirror['listStories'] = () => mirror().listStories();
export const findStory: Mirror['findStory'] = (fullSlug, locale) => mirror().findStory(fullSlug, locale);
export const readStory: Mirror['readStory'] = (fullSlug, locale) => mirror().readStory(fullSlug, locale);
export const readSettings: Mirror['readSettings'] = (locale) => mirror().readSettings(locale);
export const readCalculatorSettings: Mirror['readCalculatorSettings'] = (locale) =>
  mirror().readCalculatorSettings(locale);
export const pageKey: Mirror['pageKey'] = (fullSlug) => mirror().pageKey(fullSlug);
export const readFigures: Mirror['readFigures'] = () => mirror().readFigures();
export const readAccounts: Mirror['readAccounts'] = () => mirror().readAccounts();

/** Gives routes of pages without a story of their own the digest of all that such pages show. */
export function keyed<Route>(routes: readonly Route[]): (Route & { readonly cacheKey: string })[] {
  return routes.map((route) => ({ ...route, cacheKey: pageKey() }));
}
