import { type BlockContent, type BlockSchema, type Field, parseBlock, type RawBlock } from '#storyblok/block-schema.ts';

/** The blocks of a field that holds one kind of block, parsed; errors name story, block and field like any other. */
export function parseChildren<Fields extends Readonly<Record<string, Field>>>(
  schema: BlockSchema<Fields>,
  blocks: readonly RawBlock[],
  story: string,
): BlockContent<BlockSchema<Fields>>[] {
  return blocks.map((block) => parseBlock(schema, block, story));
}
