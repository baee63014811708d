import { describe, expect, test } from 'vitest';
import { ROOT } from '#tests/architecture/source-tree.ts';
import { codeLinesOf, sizesOf, sizesTable } from '#tools/test/sizes.ts';

describe('lines of code, without comments and blank lines', () => {
  test.each([
    ['.ts', '/** Adds. */\nexport const sum = 1; // one\n\n// alone\n', 1],
    ['.ts', '/*\n * A block\n\n   without stars\n */\nconst a = 1;\n/* closed */\nconst b = 2;\n', 2],
    ['.ts', "const pattern = '/*';\nconst b = 2;\n", 2],
    ['.sql', '-- Why.\nselect 1;\n/* a block */\n', 1],
    ['.css', '/* tokens */\n* { margin: 0; }\n', 1],
    ['.astro', '---\n// imports\nimport a from "a";\n---\n<!-- a\n note -->\n<p>{a}</p>\n', 4],
  ])('of %s: %j holds %i of them', (kind, text, lines) => expect(codeLinesOf(text, kind)).toBe(lines));

  test('every line of the product belongs to one room, and the rooms add up to the product', () => {
    const { codeByRoom, markdownBytes } = sizesOf(ROOT);
    expect(codeByRoom.get('loan')).toBeGreaterThan(1000);
    expect(codeByRoom.get('server/lending/payments')).toBeGreaterThan(1000);
    expect(codeByRoom.get('tests')).toBeGreaterThan(10_000);
    expect(markdownBytes).toBeGreaterThan(10_000);
    const product = [...codeByRoom].reduce((sum, [room, lines]) => sum + (room === 'tests' ? 0 : lines), 0);
    expect(sizesTable({ codeByRoom, markdownBytes })).toContain(`${product.toLocaleString('en')}  product`);
  });
});
