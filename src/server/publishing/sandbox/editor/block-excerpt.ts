import { blocksIn, type DraftBlock } from './block-tree.ts';
import type { Components, FieldDefinition } from './components.ts';
import { MAIN, type StoryTable, wordsOf } from './field-values.ts';
import { keyIn } from './read-form.ts';

/** What the texts of blocks are read with. */
export interface BlockWords {
  readonly components: Components;
  readonly stories: StoryTable;
  readonly language: string | undefined;
}

const EXCERPT_CHARS = 60;

/** The first words of a block, or of one inside it. */
export function excerptOf(block: DraftBlock, form: BlockWords): string {
  const fields = form.components.get(block.component)?.fields ?? [];
  for (const field of fields) {
    const words = field.type === 'bloks' ? firstOf(blocksIn(block[field.name]), form) : sayingOf(block, field, form);
    if (words) return words.length > EXCERPT_CHARS ? `${words.slice(0, EXCERPT_CHARS).trimEnd()}…` : words;
  }
  return '';
}

function firstOf([child]: readonly DraftBlock[], form: BlockWords): string {
  return child ? excerptOf(child, form) : '';
}

/** The text of a field by which an editor recognises its block. */
function sayingOf(block: DraftBlock, field: FieldDefinition, { language, stories }: BlockWords): string {
  if (!['text', 'textarea', 'multilink', 'asset', 'option'].includes(field.type) || field.name === 'anchor') return '';
  return (wordsOf(field, block[keyIn(field, language)], stories)[MAIN] ?? '').trim();
}
