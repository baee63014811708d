import type { Page } from '@playwright/test';

/**
 * Finds what does not stand on its edge, in pixels: a text button or link beside the edge of its column, a head of a
 * column that does not end with its numbers, figures of a row on different lines, a currency too small to read, a notice
 * of the complaints book at the footer's edge, a page that touches its footer, a card or a half of the calculator with an
 * empty tail, and an error's bar that begins below the first line of its question. Empty when there is nothing.
 */
export async function edgeFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SMALLEST_CURRENCY_PX = 13;
    const LONGEST_TAIL_PX = 96;
    const LEAST_AIR_PX = 15;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr, .skip');
    const all = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown);
    const wordsOf = (element: Element): string => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    /** The boxes of what is seen in an element: its pictures, and each line of its texts. */
    const contentOf = (node: Node): DOMRect[] => {
      if (node instanceof Element && (!isShown(node) || node.localName === 'svg'))
        return isShown(node) ? [node.getBoundingClientRect()] : [];
      if (!(node instanceof Text)) return [...node.childNodes].flatMap(contentOf);
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    const pixels = (length: string): number => Number.parseFloat(length) || 0;
    const px = (length: number): string => `${Math.round(length * 10) / 10} px`;

    /** The nearest box around an element, without its border and padding. */
    const columnOf = (element: Element): { readonly left: number; readonly box: Element } => {
      let box = element.parentElement as HTMLElement;
      while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) box = box.parentElement;
      const { borderLeftWidth, paddingLeft } = getComputedStyle(box);
      return { left: box.getBoundingClientRect().left + pixels(borderLeftWidth) + pixels(paddingLeft), box };
    };
    const isFirstInLine = (element: Element, box: Element): boolean => {
      const own = element.getBoundingClientRect();
      const before = [...box.children].filter((other) => !other.contains(element) && isShown(other));
      return before.every((other) => {
        const { left, top, bottom } = other.getBoundingClientRect();
        return left >= own.left || top >= own.bottom - 1 || bottom <= own.top + 1;
      });
    };
    const isCentred = (box: Element): boolean => {
      const { textAlign, justifyContent, justifyItems, display } = getComputedStyle(box);
      const places = display.includes('flex') ? justifyContent : display.includes('grid') ? justifyItems : textAlign;
      return /center|end|right|between/.test(places);
    };
    const beside = all('.btn.quiet, .tapl').flatMap((element) => {
      const { left, box } = columnOf(element);
      const [first] = contentOf(element);
      if (!first || isCentred(box) || !isFirstInLine(element, box)) return [];
      const off = first.left - left;
      return Math.abs(off) > 1 ? [`"${wordsOf(element)}" begins ${px(off)} from the edge of its column`] : [];
    });

    /** The shown cells of a table's row, by the column they begin in. */
    const cellsOf = (row: HTMLTableRowElement): Map<number, HTMLTableCellElement> => {
      const cells = new Map<number, HTMLTableCellElement>();
      let column = 0;
      for (const cell of row.cells) {
        if (isShown(cell) && cell.colSpan === 1) cells.set(column, cell);
        column += cell.colSpan;
      }
      return cells;
    };
    const isAtEnd = (cell: Element): boolean => /right|end/.test(getComputedStyle(cell).textAlign);
    const endOf = (cell: Element): number => Math.max(...contentOf(cell).map(({ right }) => right));
    const rowsOf = (table: Element): HTMLTableRowElement[] =>
      [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')].filter(isShown);
    const heads = all('table').flatMap((table) => {
      const head = table.querySelector<HTMLTableRowElement>('thead tr');
      if (!head || !isShown(head)) return [];
      return [...cellsOf(head)].flatMap(([column, name]) => {
        const figures = rowsOf(table).flatMap((row) => cellsOf(row).get(column) ?? []);
        const [figure] = figures.filter((cell) => isAtEnd(cell) && /\d/.test(cell.textContent ?? ''));
        if (!figure || contentOf(name).length === 0) return [];
        const off = endOf(name) - endOf(figure);
        return Math.abs(off) > 1 ? [`"${wordsOf(name)}" ends ${px(off)} from its numbers`] : [];
      });
    });

    const FIGURE = /^-?[\d.]*\d,\d{2}$/;
    const uneven = all('table').flatMap((table) =>
      rowsOf(table).flatMap((row) => {
        const figures = [...row.cells].filter((cell) => isShown(cell) && FIGURE.test((cell.textContent ?? '').trim()));
        const tops = figures.flatMap((cell) => contentOf(cell.querySelector('button') ?? cell)[0]?.bottom ?? []);
        const off = Math.max(...tops) - Math.min(...tops);
        return off > 1 ? [`figures of "${wordsOf(row)}" stand ${px(off)} apart`] : [];
      }),
    );

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent || !isShown(parent) || parent.closest('svg, script, style')) continue;
      const size = pixels(getComputedStyle(parent).fontSize);
      if (/S\//.test(walker.currentNode.textContent ?? '') && size < SMALLEST_CURRENCY_PX - 0.05)
        small.push(`"${wordsOf(parent)}" has a currency of ${px(size)}`);
    }

    // The last thing of a page keeps apart from the footer.
    const parts = all('main :is(.card, .note, .btn, a, p, table, summary, input, select, textarea)');
    const atFoot = all('.foot').flatMap((foot) => {
      const { top } = foot.getBoundingClientRect();
      const above = parts.map((part) => part.getBoundingClientRect().bottom).filter((bottom) => bottom <= top + 1);
      const air = top - Math.max(...above);
      return air < LEAST_AIR_PX ? [`the page ends ${px(air)} above its footer`] : [];
    });

    const atEdge = all('.foot .libro').flatMap((book) => {
      const off = book.getBoundingClientRect().top - (book.closest('.foot')?.getBoundingClientRect().top ?? 0);
      return off < 15 ? [`"${wordsOf(book)}" stands ${px(off)} below the footer's edge`] : [];
    });

    const tails = all('main :is(.card, .calc .ctl, .calc .cta)').flatMap((card) => {
      const { bottom } = card.getBoundingClientRect();
      // A box that is stretched with its card is not content.
      const controls = [...card.querySelectorAll('input, select, textarea, .btn')].filter(isShown);
      const ends = [...contentOf(card), ...controls.map((each) => each.getBoundingClientRect())].map(
        (box) => box.bottom,
      );
      const tail = bottom - pixels(getComputedStyle(card).paddingBottom) - Math.max(...ends);
      return tail > LONGEST_TAIL_PX && Number.isFinite(tail)
        ? [`the card "${wordsOf(card)}" ends ${px(tail)} below its content`]
        : [];
    });

    // A legend that is not floated is drawn into the border: the bar of an error begins in its middle.
    const bars = all('fieldset').flatMap((field) => {
      const legend = field.querySelector(':scope > legend');
      const hasBar = pixels(getComputedStyle(field).borderLeftWidth) > 2;
      return hasBar && legend && isShown(legend) && getComputedStyle(legend).float === 'none'
        ? [`the bar of "${wordsOf(legend)}" begins below its first line`]
        : [];
    });

    return [...new Set([...bars, ...beside, ...heads, ...uneven, ...small, ...atFoot, ...atEdge, ...tails])];
  });
}
