import { storyblokEditable } from '@storyblok/astro';

/**
 * The attributes by which Storyblok's editor finds a block on the page: `<section {...editable(content)}>`. Only
 * drafts have the marker (the sync removes it), so public pages have none.
 */
export function editable(content: { readonly _editable?: string }): Readonly<Record<string, string>> {
  return content._editable === undefined ? {} : (storyblokEditable(content as never) as Record<string, string>);
}
