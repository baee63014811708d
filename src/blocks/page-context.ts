import type { Locale } from '#i18n/locale.ts';
import { fill, type Translate } from '#i18n/translate.ts';
import {
  type BlockContent,
  BlockError,
  type BlockSchema,
  type Field,
  parseBlock,
  type RawBlock,
} from '#storyblok/block-schema.ts';
import type { RichText } from '#storyblok/block-values.ts';
import type { LenderAccount } from '#storyblok/lender-facts.ts';
import { richTextToHtml } from '#storyblok/rich-text.ts';
import type { CalculatorSettings, GlobalSettings } from '#storyblok/settings.schema.ts';
import { storyPlace } from '#storyblok/story-fault.ts';
import { codesApart } from '#ui/codes-apart.ts';
import { type Figures, figuresOf, noFigures, type PublishedProducts } from './figures.ts';

/** The facts of a page, passed to its blocks as a prop, so that they can be rendered anywhere. */
export interface PageFacts extends PublishedProducts {
  /** Full slug, for error messages. */
  readonly story: string;
  readonly locale: Locale;
  readonly t: Translate;
  readonly settings: GlobalSettings;
  /** The accounts that the lender receives money on; undefined where no lender is asked, as in examples of blocks. */
  readonly accounts?: readonly LenderAccount[];
  /** The editors' limits, without the block's id: it is sent to the browser. */
  readonly calculatorSettings: readonly Omit<CalculatorSettings, '_uid'>[];
}

export interface PageContext extends PageFacts {
  /** An editor's text with its figures filled in; empty for an empty field. */
  readonly text: (words: string | undefined) => string;
  /**
   * An editor's rich text as safe HTML with its figures filled in.
   * @param below the level of the heading above it; 1, the page's own, by default
   */
  readonly html: (document: RichText | undefined, below?: number) => string;
}

/** The props of a block's component, as `<StoryblokComponent blok={…} page={…} />` passes them. */
export interface BlockProps {
  readonly blok: RawBlock;
  readonly page: PageContext;
}

/**
 * Parses a block's content.
 * @throws BlockError, which names story, block and field
 */
export function blockOf<Fields extends Readonly<Record<string, Field>>>(
  schema: BlockSchema<Fields>,
  { blok, page }: BlockProps,
): { readonly content: BlockContent<BlockSchema<Fields>>; readonly page: PageContext } {
  return { content: parseBlock(schema, blok, page.story), page };
}

/** Adds the functions for texts. An unknown `{name}` stops the build. */
export function pageContext(facts: PageFacts): PageContext {
  const { dataOfficer: officer, settings } = facts;
  const figures = {
    ...noFigures(facts.t('figure_unavailable')),
    ...figuresOf(facts),
    // Until somebody is named, the mailbox for everything.
    ...(settings.registry && { registry: settings.registry }),
    data_officer: officer ? `${officer.name}, ${officer.contact}` : settings.email,
  };
  const text = (words: string | undefined): string => fillFigures(words ?? '', figures, facts.story);
  return {
    ...facts,
    text,
    html: (document, below) => withWholeNumbers(text(richTextToHtml(document, { locale: facts.locale, below }))),
  };
}

/** Keeps a number on a register in one line, between the tags of an HTML text. */
function withWholeNumbers(html: string): string {
  return html.replaceAll(/(?<=>)[^<]+/g, (words) =>
    codesApart(words)
      .map((part, index) => (index % 2 === 0 ? part : `<span class="num">${part}</span>`))
      .join(''),
  );
}

function fillFigures(words: string, figures: Figures, story: string): string {
  const filled = fill(words, figures);
  const unknown = /\{\w+\}/.exec(filled)?.[0];
  if (unknown) {
    const values = { name: unknown, known: Object.keys(figures).join(', ') };
    throw new BlockError({ ...storyPlace(story), fault: { code: 'no_such_figure', values } });
  }
  return filled;
}
