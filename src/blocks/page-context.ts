import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { Locale } from '#i18n/locale.ts';
import { fill, type Translate } from '#i18n/translate.ts';
import { type BlockContent, BlockError, type RichText } from '#storyblok/block-schema.ts';
import { richTextToHtml } from '#storyblok/rich-text.ts';
import type { CalculatorSettings, GlobalSettings } from '#storyblok/settings.schema.ts';
import { type Figures, figuresOf } from './figures.ts';

/** What a page knows before its blocks render: blocks take it as a prop, so that they can be rendered anywhere. */
export interface PageFacts {
  /** Full slug, for the sentence that stops the build. */
  readonly story: string;
  readonly locale: Locale;
  readonly t: Translate;
  readonly settings: GlobalSettings;
  /** Products and today's prices for a first loan, as the lending API gave them. */
  readonly products: ProductSettingsBody;
  /** What editors narrowed; it travels to the browser, so without the block's id. */
  readonly calculatorSettings: readonly Omit<CalculatorSettings, '_uid'>[];
}

export interface PageContext extends PageFacts {
  /** A text of an editor, with the figures it names filled in. Empty when the field is. */
  readonly text: (words: string | undefined) => string;
  /** A rich text of an editor as safe HTML, with the figures it names filled in. */
  readonly html: (document: RichText | undefined) => string;
}

/** What a block's component receives. */
export interface BlockProps<Schema> {
  readonly content: BlockContent<Schema>;
  readonly page: PageContext;
}

/** Adds the two ways to words. An unknown `{name}` stops the build: a page never shows a hole. */
export function pageContext(facts: PageFacts): PageContext {
  const figures = figuresOf(facts.products);
  const text = (words: string | undefined): string => fillFigures(words ?? '', figures, facts.story);
  return {
    ...facts,
    text,
    html: (document) => text(richTextToHtml(document, { locale: facts.locale })),
  };
}

function fillFigures(words: string, figures: Figures, story: string): string {
  const filled = fill(words, figures);
  const unknown = /\{\w+\}/.exec(filled)?.[0];
  if (unknown) {
    const known = Object.keys(figures).join(', ');
    throw new BlockError(`story "${story}": the text names ${unknown}, which is no figure; there are: ${known}`);
  }
  return filled;
}
