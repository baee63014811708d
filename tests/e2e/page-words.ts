import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Keeps how high a page is and all that it says, what is folded too, beside its picture: `npm run look` counts it. */
export async function keepWords(page: Page, path: string): Promise<void> {
  const kept = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const blockOf = (node: Node): Element | null => {
      let element = node.parentElement;
      while (element && getComputedStyle(element).display.startsWith('inline')) element = element.parentElement;
      return element;
    };
    let text = '';
    let before: Element | null = null;
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.parentElement?.closest('script, style, template, noscript, option')) continue;
      const block = blockOf(node);
      text += `${block === before ? '' : '\n'}${node.textContent ?? ''}`;
      before = block;
    }
    return { heightPx: document.documentElement.scrollHeight, text };
  });
  writeFileSync(path, JSON.stringify(kept));
}
