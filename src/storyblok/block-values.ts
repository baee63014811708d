/** A rich text document; rendered by `richTextToHtml` (rich-text.ts), which makes it safe. */
export interface RichText {
  readonly type: 'doc';
  readonly content?: readonly unknown[];
}

/** A link as editors set it: to a story, an address, or a mailbox. `linkHref` (link.ts) makes its `href`. */
export interface Link {
  readonly linktype: 'story' | 'url' | 'email' | 'asset';
  readonly url: string;
  readonly cached_url: string;
  readonly anchor?: string | undefined;
  readonly email?: string | undefined;
  readonly target?: '_self' | '_blank' | undefined;
}

/** A picture or file. */
export interface Asset {
  readonly filename: string;
  readonly alt?: string | undefined;
}
