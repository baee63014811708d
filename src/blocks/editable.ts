import { storyblokEditable } from '@storyblok/astro';

/**
 * The attributes by which Storyblok's editor finds a block on the page: `<section {...editable(content)}>`. Only drafts
 * carry the mark they are made of (the sync takes it out), so that a public page has none.
 */
export function editable(content: { readonly _editable?: string }): Readonly<Record<string, string>> {
  return content._editable === undefined ? {} : (storyblokEditable(content as never) as Record<string, string>);
}
