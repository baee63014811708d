import type { Page } from '@playwright/test';

/**
 * Finds what keeps a page from being read or pressed at the size it is shown in: it scrolls sideways, words are cut off, lie
 * over others or have no room in their column, two things to press lie on each other, one of a row is left alone in the
 * next, or columns that should end on one line do not. Empty when there is nothing. What is below the window counts too.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const whole = new CSSStyleSheet();
    // What lies below the window is laid out too, and nothing is on its way.
    whole.replaceSync('*, ::before, ::after { content-visibility: visible !important; transition: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, whole];
    scrollTo(0, 0);

    interface Placed {
      readonly element: Element;
      readonly box: DOMRect;
    }
    const { clientWidth, scrollWidth } = document.documentElement;
    const nameOf = (element: Element): string => {
      const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      const look = element.getAttribute('class') ?? '';
      return `${element.localName}${look && `.${look.split(' ').join('.')}`}${words && ` "${words}"`}`;
    };
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.sr, .skip') &&
      // For readers of screens alone.
      getComputedStyle(element).clipPath !== 'inset(50%)';
    const ancestors = (element: Element | null): Element[] =>
      element ? [element, ...ancestors(element.parentElement)] : [];
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflow);
    const isFloating = (element: Element): boolean =>
      ancestors(element).some((each) => /fixed|sticky/.test(getComputedStyle(each).position));
    const isSeen = ({ box }: Placed): boolean => box.width > 1 && box.height > 1;

    const sideways = (): string[] => {
      if (scrollWidth <= clientWidth) return [];
      const wide = [...document.body.querySelectorAll('*')].filter(
        (each) =>
          isShown(each) &&
          each.getBoundingClientRect().right > clientWidth + 1 &&
          !ancestors(each.parentElement).some(scrolls),
      );
      const widest = wide.at(-1);
      return [`scrolls sideways: ${scrollWidth} px in ${clientWidth}, ${widest ? nameOf(widest) : ''}`];
    };

    /** Tells what is on the page from what is further along in a box that scrolls. */
    const isInView = ({ element, box }: Placed): boolean => {
      const edge = ancestors(element).find(scrolls)?.getBoundingClientRect();
      return (
        !edge || (box.right > edge.left && box.left < edge.right && box.bottom > edge.top && box.top < edge.bottom)
      );
    };

    /** Every line of every text, with the element it is in. */
    const lines = (): Placed[] => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) => {
        const element = text.parentElement;
        const isRead = element && isShown(element) && !element.closest('script, style, svg');
        return isRead && text.textContent?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
      });
      const found: Placed[] = [];
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const element = walker.currentNode.parentElement as Element;
        found.push(...[...range.getClientRects()].map((box) => ({ element, box })));
      }
      return found.filter(isSeen).filter(isInView);
    };

    /** Sees whether a box that hides what sticks out of it hides a part of a line. */
    const hides = (around: Element, { box }: Placed): boolean => {
      const { overflowX, overflowY, display } = getComputedStyle(around);
      if (display === 'inline') return false;
      const edge = around.getBoundingClientRect();
      const isBeside = box.left < edge.left - 1.5 || box.right > edge.right + 1.5;
      const isBelow = box.top < edge.top - 2 || box.bottom > edge.bottom + 4;
      return (/hidden|clip/.test(overflowX) && isBeside) || (/hidden|clip/.test(overflowY) && isBelow);
    };
    const cutOff = (line: Placed): string[] => {
      const all = ancestors(line.element);
      const scroller = all.findIndex((each) => scrolls(each) || getComputedStyle(each).clipPath !== 'none');
      const by = all.slice(0, scroller < 0 ? all.length : scroller).find((around) => hides(around, line));
      if (by) return [`${nameOf(line.element)} is cut off by ${nameOf(by)}`];
      const isAway = scroller < 0 && (line.box.left < -1.5 || line.box.right > clientWidth + 1.5);
      return isAway ? [`${nameOf(line.element)} sticks out of the page`] : [];
    };

    /** Pairs of things apart from each other whose boxes meet, by how much. */
    const meeting = (placed: readonly Placed[]) => {
      const sorted = placed.filter(({ element }) => !isFloating(element)).sort((a, b) => a.box.top - b.box.top);
      return sorted.flatMap((one, index) => {
        const end = sorted.findIndex((other, at) => at > index && other.box.top > one.box.bottom);
        return sorted.slice(index + 1, end < 0 ? sorted.length : end).flatMap((other) => {
          if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          const isMeeting = across > 2 && down > 2;
          return isMeeting ? [{ one, other, across, down, least: Math.min(one.box.height, other.box.height) }] : [];
        });
      });
    };
    const texts = lines();
    // A drawing's words stand where they are told to, not below each other: less may meet.
    const drawn = [...document.querySelectorAll('svg text')]
      .filter(isShown)
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    const isDrawn = ({ element }: Placed): boolean => element.localName === 'text';
    const covered = meeting([...texts, ...drawn.filter(isSeen)])
      .filter(({ one, other, down, least }) => down > least * (isDrawn(one) && isDrawn(other) ? 0.25 : 0.4))
      .map(({ one, other }) => `${nameOf(one.element)} lies over ${nameOf(other.element)}`);

    const TARGETS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
    const targets = [...document.querySelectorAll(TARGETS)]
      .filter(isShown)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(isSeen);
    // What is left of one of them must still be a target of 24 pixels (WCAG 2.5.8), as a field under its button.
    const isLeft = ({ width, height }: DOMRect, across: number, down: number): boolean =>
      Math.max(width - across, height - down) >= 24;
    const pressedTogether = meeting(targets)
      .filter(({ one, other, across, down }) => !isLeft(one.box, across, down) && !isLeft(other.box, across, down))
      .map(({ one, other }) => `${nameOf(one.element)} lies on ${nameOf(other.element)}`);

    /** Words of a button that go on in its next line. */
    const textsIn = (element: Element): Text[] =>
      [...element.childNodes].flatMap((node) =>
        node instanceof Text ? [node] : node instanceof Element && isShown(node) ? textsIn(node) : [],
      );
    const linesOf = (text: Text, start: number, { length }: string): number => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const broken = [...document.querySelectorAll('.btn')]
      .filter(isShown)
      .flatMap((button) =>
        textsIn(button).flatMap((text) =>
          [...text.data.matchAll(/[^\s\u00a0\-–—/]+/g)]
            .filter(({ 0: word, index }) => linesOf(text, index, word) > 1)
            .map(([word]) => `${nameOf(button)} breaks the word ${word}`),
        ),
      );

    /** Short words and figures that their column has no room for: what is longer may go on behind a hyphen. */
    const SHORT = 9;
    const squeezed = [...new Set(texts.map(({ element }) => element))]
      .filter((element) => !element.closest('.btn'))
      .flatMap((element) =>
        [...element.childNodes].flatMap((text) =>
          text instanceof Text
            ? [...text.data.matchAll(/[^\s\u00a0\-–—/]+/g)]
                .filter(({ 0: { length }, index, 0: word }) => length <= SHORT && linesOf(text, index, word) > 1)
                .map(([word]) => `${nameOf(element)} has no room for the word ${word}`)
            : [],
        ),
      );

    /** One of a row of terms or names that went on in the next line, and is there alone. */
    const alone = [...document.querySelectorAll('.terms, .legend')].filter(isShown).flatMap((list) => {
      const tops = [...list.children].filter(isShown).map((each) => Math.round(each.getBoundingClientRect().top));
      const inRow = (top: number | undefined) => tops.filter((other) => Math.abs(other - (top ?? 0)) < 4).length;
      // Three go two by one, and where letters are large each has a row of its own.
      const isAlone = tops.length > 3 && inRow(tops[0]) > 1 && inRow(tops.at(-1)) === 1;
      return isAlone ? [`${nameOf(list)} leaves its last one alone`] : [];
    });

    /** Columns beside each other that end on different lines. */
    const columns = [...document.querySelectorAll('.cols.even > *')].filter(isShown).map((element) => {
      const parts = element.matches('.card') ? [element] : [...element.children].filter(isShown);
      const end = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
      return { element, box: element.getBoundingClientRect(), end };
    });
    const ragged = columns
      .filter(({ box, end }) => box.bottom - end > 48)
      .filter(({ element, box }) =>
        columns.some((other) => other.element !== element && Math.abs(other.box.top - box.top) < 2),
      )
      .map(({ element, box, end }) => `${nameOf(element)} ends ${Math.round(box.bottom - end)} px above its row`);

    const faults = [
      ...sideways(),
      ...texts.flatMap(cutOff),
      ...covered,
      ...pressedTogether,
      ...broken,
      ...squeezed,
      ...alone,
      ...ragged,
    ];
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== whole);
    return [...new Set(faults)];
  });
}

/** Words of headings and of what is pressed that do not stand on one line: a reader takes them for two. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const WHOLE = 'h1, h2, h3, h4, .h1, .h2, .h3, button, .btn, summary, label, .libro';
    const texts = [...document.querySelectorAll(WHOLE)].flatMap((element) => {
      const isShown =
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('.sr, .skip') &&
        // For readers of screens alone.
        getComputedStyle(element).clipPath !== 'inset(50%)';
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (isShown && walker.nextNode()) found.push(walker.currentNode as Text);
      return found;
    });
    const isBroken = (text: Text, from: number, word: string): boolean => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      return new Set(lines).size > 1;
    };
    // After a hyphen or a slash a word may go on in the next line.
    const words = texts.flatMap((text) =>
      [...text.data.matchAll(/[^\s/–-]+/g)].filter(({ index, 0: word }) => isBroken(text, index, word)),
    );
    return [...new Set(words.map(([word]) => `"${word}" is broken`))];
  });
}

/** Headings in smaller letters than one that is below them in rank: a reader takes the page's name for a part of it. */
export async function smallHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('main :is(h1, h2, h3)')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr'),
    );
    const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
    return shown.flatMap((heading) => {
      const larger = shown.find(
        (other) => other.localName > heading.localName && sizeOf(other) > sizeOf(heading) + 0.5,
      );
      const words = [heading, larger].map((element) => `"${element?.textContent?.trim().slice(0, 30)}"`);
      return larger ? [`${words[0]} has smaller letters than ${words[1]}`] : [];
    });
  });
}
