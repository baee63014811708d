import { attrsToHtmlString, renderRichText } from '@storyblok/astro';
import type { RichText } from './block-values.ts';
import { type Rebuilding, rebuildRichText } from './rich-text-tree.ts';

/**
 * Renders a rich text field as HTML for `set:html`: allow-listed elements and attributes, safe links in the page's
 * language, headings from h2 to h4 or below the one above the text, no styles. An empty or missing field is ''.
 */
export function richTextToHtml(doc: RichText | undefined, to: Pick<Rebuilding, 'locale' | 'below'>): string {
  const content = rebuildRichText(doc, to);
  return renderRichText(
    { type: 'doc', content } as Parameters<typeof renderRichText>[0],
    {
      // The library omits `alt=""`, and screen readers then read the file name.
      renderers: {
        image: ({ attrs }: { attrs?: object }) => imageHtml((attrs ?? {}) as Readonly<Record<string, string>>),
      },
    } as Parameters<typeof renderRichText>[1],
  );
}

function imageHtml(attrs: Readonly<Record<string, string>>): string {
  return `<img${attrsToHtmlString({ ...attrs, loading: 'lazy' })}>`;
}
