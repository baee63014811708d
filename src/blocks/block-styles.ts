import type { RawBlock } from '#storyblok/block-schema.ts';
import bandStyles from './band.css?inline';

/**
 * A block's CSS is inlined into the pages that use the block. Imported normally, the CSS of every block would be on
 * every page, because `StoryblokComponent` can reach them all. Vite minifies `?inline` like any other CSS.
 */
const STYLES = import.meta.glob<string>('./*/*.css', { query: '?inline', import: 'default', eager: true });

/** Collects the CSS of all blocks in a story's content, one text per block, sorted by name, then that of their sections. */
export function blockStyles(content: RawBlock): string[] {
  const names = [...new Set(componentsIn(content))].sort();
  return [...names.flatMap((name) => STYLES[`./${name}/${name}.css`] ?? []), bandStyles];
}

/** Lists the names of all blocks in a story's content. */
export function componentsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(componentsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'component' in value && typeof value.component === 'string' ? [value.component] : [];
  return [...own, ...Object.values(value).flatMap(componentsIn)];
}
