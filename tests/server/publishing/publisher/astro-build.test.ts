import { describe, expect, test } from 'vitest';
import { reasonFrom } from '#server/publishing/publisher/astro-build.ts';

const OUTPUT = `18:02:17 [build] Collecting build info...
18:02:17 [WARN] [config] An error page is missing.
18:02:31 [build] Rearranging server assets...
`;

describe('the reason of a failed build', () => {
  test('begins with the first line of the error, whatever it is called', () => {
    const errors = `(node:7) Warning: something is deprecated
(Use \`node --trace-warnings ...\` to show where the warning was created)
EXDEV: cross-device link not permitted, rename '/code/.astro/a.css' -> '/data/dist/a.css'
  Location:
    /code/node_modules/astro/dist/core/build/static-build.js:252:5
  Stack trace:
    at async Object.rename (node:internal/fs/promises:1490:10)
`;
    const [first, second] = reasonFrom({ output: OUTPUT, errors }).split('\n');
    expect(first).toBe("EXDEV: cross-device link not permitted, rename '/code/.astro/a.css' -> '/data/dist/a.css'");
    expect(second).toBe('  Location:');
  });

  test('is the block at fault, when one is named', () => {
    const sentence = 'story "home", block "faq": title is missing.';
    expect(reasonFrom({ output: OUTPUT, errors: `[ERROR] ${sentence}\n  at render (x.js:1)\n` })).toBe(sentence);
  });

  test('is the end of what it wrote, when it died without a word', () => {
    expect(reasonFrom({ output: OUTPUT, errors: '' })).toMatch(/Rearranging server assets\.\.\.$/);
  });
});
