import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';

const STORIES = fileURLToPath(
  new URL('../../src/server/publishing/sandbox/content-service/seed/stories/manay', import.meta.url),
);
const I18N = '__i18n__en';

interface SeedStory {
  readonly uuid: string;
  readonly full_slug: string;
  readonly content?: RawBlock;
}

let stories: readonly SeedStory[] | undefined;

/** Every story of the seed that has content, as its file has it. */
export function seedStories(): readonly SeedStory[] {
  stories ??= readdirSync(STORIES)
    .map((name) => JSON.parse(readFileSync(join(STORIES, name), 'utf8')) as SeedStory)
    .filter((story) => story.content);
  return stories;
}

/** A story's content in one language. */
export function seedStory(fullSlug: string, locale: Locale): RawBlock {
  const story = seedStories().find((candidate) => candidate.full_slug === fullSlug);
  if (!story?.content) throw new Error(`no seed story ${fullSlug}`);
  return translated(story.content, locale) as RawBlock;
}

function translated(value: unknown, locale: Locale): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, locale));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const own = Object.entries(fields).filter(([name]) => !name.endsWith(I18N));
  return Object.fromEntries(
    own.map(([name, field]) => [name, translated((locale === 'en' && fields[name + I18N]) || field, locale)]),
  );
}

const tables: Partial<Record<Locale, Readonly<Record<string, string>>>> = {};

/** All texts of a language in one table, which is the same for all who ask. */
export function seedTexts(locale: Locale): Readonly<Record<string, string>> {
  tables[locale] ??= Object.fromEntries(Object.entries(MESSAGES).map(([key, text]) => [key, text[locale]]));
  return tables[locale];
}
