import { storyblokEditable } from '@storyblok/astro';

/**
 * Gives the attributes by which Storyblok's editor finds a block on the page: `<section {...editable(content)}>`. Only
 * drafts have the marker (the sync removes it), so public pages do not have it.
 */
export function editable(content: { readonly _editable?: string }): Readonly<Record<string, string>> {
  return content._editable === undefined ? {} : (storyblokEditable(content as never) as Record<string, string>);
}
