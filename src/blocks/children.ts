import { type BlockContent, type BlockSchema, type Field, parseBlock, type RawBlock } from '#storyblok/block-schema.ts';

/** Parses a field that holds blocks of one kind; errors name story, block and field. */
export function parseChildren<Fields extends Readonly<Record<string, Field>>>(
  schema: BlockSchema<Fields>,
  blocks: readonly RawBlock[],
  story: string,
): BlockContent<BlockSchema<Fields>>[] {
  return blocks.map((block) => parseBlock(schema, block, story));
}
