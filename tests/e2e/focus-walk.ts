import type { Page } from '@playwright/test';

/** More stops than any screen has. */
const MOST_STOPS = 120;

/**
 * Finds what keeps somebody without a mouse from following the focus through a page: a stop without a ring, out of view or
 * below something else, one that Tab leaves out or does not get out of, or one before another that the page has
 * earlier. Empty when there is nothing.
 */
export async function focusFaults(page: Page): Promise<string[]> {
  const names = await markStops(page);
  const faults: string[] = [];
  const reached: number[] = [];
  for (let press = 0; press < MOST_STOPS; press++) {
    await page.keyboard.press('Tab');
    const { index, name, faults: found } = await lookAtFocus(page);
    if (index < 0 && name) faults.push(`${name} came after the walk began`);
    // Day, month and year of a date are stops of one field.
    if (index >= 0 && index === reached.at(-1)) continue;
    if (index < 0 || reached.includes(index)) break;
    reached.push(index);
    faults.push(...found.map((fault) => `${names[index]} ${fault}`));
  }
  const leftOut = names.filter((_, index) => !reached.includes(index)).map((name) => `${name} is left out`);
  const isInOrder = reached.every((index, at) => at === 0 || index > (reached[at - 1] ?? 0));
  return [...faults, ...leftOut, ...(isInOrder ? [] : [`not in the order of the page: ${reached.join(' ')}`])];
}

/** Numbers what Tab has to reach, from the top of the page; what each is called. */
async function markStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    scrollTo(0, 0);
    const isStop = (element: HTMLElement): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0 && !element.matches(':disabled');
    // A group of choices is one stop.
    const groupOf = (element: HTMLElement): unknown =>
      element.matches('[type=radio]') ? element.getAttribute('name') : element;
    const nameOf = (element: HTMLElement): string => {
      const words = element.textContent || element.getAttribute('aria-label') || element.getAttribute('name');
      return `${element.localName} "${words?.trim().slice(0, 40)}"`;
    };
    const stops = new Map<unknown, string>();
    for (const element of [...document.querySelectorAll<HTMLElement>(STOPS)].filter(isStop)) {
      const group = groupOf(element);
      if (!stops.has(group)) stops.set(group, nameOf(element));
      element.dataset['stop'] = `${[...stops.keys()].indexOf(group)}`;
    }
    return [...stops.values()];
  });
}

interface Focused {
  /** The number of the stop, or -1 for what has none. */
  readonly index: number;
  /** Empty outside of the page. */
  readonly name: string;
  readonly faults: readonly string[];
}

/** Looks at what has the focus, and at what is wrong with it. */
async function lookAtFocus(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const around = [element, element.closest('label'), element.parentElement].filter((each) => each !== null);
    const hasRing = around.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    // Of a link that goes on in the next line the first one: in the middle of both there may be nothing.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    // Of a row or a field that goes on outside of the window a browser shows this much.
    const isInView = right - left >= Math.min(32, box.width) - 1 && bottom - top >= Math.min(32, box.height) - 1;
    const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // A choice's own box may be unseen: what stands for it is its label.
    const shown = element.matches('input') ? around : [element];
    const isOnTop = shown.some((each) => each.contains(onTop));
    return {
      index: Number(element.dataset['stop'] ?? -1),
      name: element === document.body ? '' : `${element.localName} "${element.textContent?.trim().slice(0, 40)}"`,
      faults: [
        ...(hasRing ? [] : ['has no ring']),
        ...(isInView ? [] : ['is out of view']),
        ...(isInView && !isOnTop ? ['lies below something'] : []),
      ],
    };
  });
}
