import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/**
 * Source of axe in its short form: half of what every page is given to read. In ASCII, because a single letter beyond
 * Latin makes two bytes of each character, from here to the page that reads them.
 */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replaceAll(
  /[^\0-\x7f]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

interface Look {
  /** The rules to hold to; all of them by default. */
  readonly tags?: readonly string[];
  /** Selector of the part that is not looked at. */
  readonly except?: string;
}

/**
 * Finds what axe does on a page, each as `rule: the first element`. A document whose content was only replaced keeps the
 * checker. Frames are not entered: the only ones of ours are the editor's drafts, which are pages of their own.
 */
export async function axeFaults(page: Page, { tags, except }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ tags, except }) => {
      // Parts that were not drawn yet overflow the place they are to have, and lie below each other.
      document.documentElement.dataset['whole'] = '';
      const checker = (globalThis as unknown as { axe: typeof axe }).axe;
      const where = except === undefined ? document : { exclude: [except] };
      const only = tags && { runOnly: [...tags] };
      const { violations } = await checker.run(where, { ...only, iframes: false, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { tags, except },
  );
}

/** The levels of the law of the product (WCAG 2.2 AA), and what axe recommends. */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
