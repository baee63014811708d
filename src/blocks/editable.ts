import { storyblokEditable } from '@storyblok/astro';

/** What Storyblok's editor finds a block by: `<section {...editable(content)}>`. Only drafts have it. */
export function editable(content: { readonly _editable?: string }): Readonly<Record<string, string>> {
  return content._editable === undefined ? {} : (storyblokEditable(content as never) as Record<string, string>);
}
