import type { Page } from '@playwright/test';

/**
 * Finds what does not stand on its edge, in pixels: a text button or link beside the edge of its column, a head of a
 * column that does not begin or end with what is below it, figures of a row on different lines, a currency too small to
 * read, a notice of the complaints book at the footer's edge, a page that touches its footer, a card or a half of the
 * calculator with an empty tail or with words under its border, an error's bar that begins below the first line of its
 * question, choices that begin on different lines or whose circle is not on their first one, buttons that touch, a date
 * apart from its name, a rule between a name and its figure, and a button larger than the amount above it. Empty when
 * there is nothing.
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
    const startOf = (cell: Element): number => Math.min(...contentOf(cell).map(({ left }) => left));
    const rowsOf = (table: Element): HTMLTableRowElement[] =>
      [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')].filter(isShown);
    /** How far a cell begins, or a figure ends, from the head of its column. */
    const besideHead = (name: Element, cell: Element): string[] => {
      const isFigure = isAtEnd(cell) && /\d/.test(wordsOf(cell));
      if (!isFigure && (isAtEnd(cell) || isAtEnd(name))) return [];
      const off = isFigure ? endOf(name) - endOf(cell) : startOf(name) - startOf(cell);
      const does = isFigure ? 'ends' : 'begins';
      return Math.abs(off) > 1 ? [`"${wordsOf(name)}" ${does} ${px(off)} from "${wordsOf(cell)}"`] : [];
    };
    const heads = all('table').flatMap((table) => {
      const head = table.querySelector<HTMLTableRowElement>('thead tr');
      if (!head || !isShown(head)) return [];
      const filled = (cell: Element | undefined) => (cell && contentOf(cell).length > 0 ? [cell] : []);
      return [...cellsOf(head)].flatMap(([column, each]) =>
        filled(each).flatMap((name) =>
          rowsOf(table)
            .flatMap((row) => filled(cellsOf(row).get(column)))
            .flatMap((cell) => besideHead(name, cell)),
        ),
      );
    });

    const FIGURE = /^-?[\d.]*\d,\d{2}$/;
    // Where letters are large each is below the one before.
    const isBesideOthers = (cell: Element): boolean => getComputedStyle(cell).display === 'table-cell';
    const uneven = all('table').flatMap((table) =>
      rowsOf(table).flatMap((row) => {
        const figures = [...row.cells].filter(
          (cell) => isShown(cell) && isBesideOthers(cell) && FIGURE.test((cell.textContent ?? '').trim()),
        );
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

    // A name that touches the upper border of its card; a strip above it is not a name.
    const LEAST_PADDING_PX = 10;
    const underBorder = all('main :not(.card) > .card > :first-child:is(h2, h3, .apart)').flatMap((name) => {
      const card = name.parentElement as HTMLElement;
      const [first] = contentOf(name);
      const air = (first?.top ?? 0) - card.getBoundingClientRect().top - pixels(getComputedStyle(card).borderTopWidth);
      return first && air < LEAST_PADDING_PX ? [`"${wordsOf(name)}" is ${px(air)} under the border of its card`] : [];
    });

    const middleOf = ({ top, bottom }: DOMRect): number => (top + bottom) / 2;
    const choices = all('fieldset:has(.radio-card)').flatMap((field) => {
      const cards = [...field.querySelectorAll('.radio-card')].filter(isShown);
      const names = cards.flatMap((card) => contentOf(card.querySelector('b') ?? card)[0] ?? []);
      const circles = cards.flatMap((card) => card.querySelector('input')?.getBoundingClientRect() ?? []);
      const apart = Math.max(...names.map(({ left }) => left)) - Math.min(...names.map(({ left }) => left));
      const off = Math.max(...names.map((name, at) => Math.abs(middleOf(name) - middleOf(circles[at] as DOMRect))));
      return [
        ...(apart > 1 ? [`the choices of "${wordsOf(field)}" begin ${px(apart)} apart`] : []),
        ...(off > 3 ? [`a circle of "${wordsOf(field)}" is ${px(off)} from its first line`] : []),
      ];
    });

    const touching = all('main .row').flatMap((row) => {
      const boxes = [...row.querySelectorAll('.btn:not(.quiet)')]
        .filter(isShown)
        .map((each) => each.getBoundingClientRect());
      const near = boxes.slice(1).some(({ top, left }, at) => {
        const before = boxes[at] as DOMRect;
        return top - before.bottom < 8 && left < before.right;
      });
      return near ? [`the buttons of "${wordsOf(row)}" touch`] : [];
    });

    const isLarge = innerWidth <= 19 * pixels(getComputedStyle(document.documentElement).fontSize);
    const cells = all('main td[data-name] > time').flatMap((date) => {
      const cell = date.parentElement as HTMLElement;
      const { paddingTop, borderTopWidth, lineHeight } = getComputedStyle(cell);
      const above = cell.getBoundingClientRect().top + pixels(paddingTop) + pixels(borderTopWidth);
      const isBelow = date.getBoundingClientRect().top - above > pixels(lineHeight) / 2;
      return !isLarge && isBelow ? [`the date "${wordsOf(cell)}" is below its name`] : [];
    });
    const ruled = all('.rows th + td').flatMap((cell) => {
      const { display, borderTopWidth } = getComputedStyle(cell);
      return display === 'block' && pixels(borderTopWidth) > 0 ? [`a rule keeps "${wordsOf(cell)}" from its name`] : [];
    });
    const lettersOf = (element: Element): number => pixels(getComputedStyle(element).fontSize);
    const outdone = all('main .card:has(.money.xl) .btn').flatMap((button) => {
      const amount = button.closest('.card')?.querySelector('.money.xl');
      return amount && lettersOf(amount) < lettersOf(button) ? [`"${wordsOf(button)}" is larger than its amount`] : [];
    });
    const placed = [...choices, ...touching, ...cells, ...ruled, ...outdone, ...underBorder];

    return [...new Set([...bars, ...beside, ...heads, ...uneven, ...small, ...atFoot, ...atEdge, ...tails, ...placed])];
  });
}
