import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LoanPaid } from '#ui/illustration/loan-paid.tsx';
import { MoneyArrives } from '#ui/illustration/money-arrives.tsx';
import { NothingNow } from '#ui/illustration/nothing-now.tsx';
import { PersonLooks } from '#ui/illustration/person-looks.tsx';

/** A drawing must not cost more than a small picture would. */
const MOST_BYTES = 3 * 1024;

test.each([
  ['money arrives', MoneyArrives],
  ['a loan is paid', LoanPaid],
  ['a person looks', PersonLooks],
  ['nothing is possible now', NothingNow],
])(
  'the drawing that %s is small, on the grid, in the colours of the site, and silent for screen readers',
  (_, Drawing) => {
    const markup = renderToStaticMarkup(createElement(Drawing));
    expect(markup.length).toBeGreaterThan(800);
    expect(markup.length).toBeLessThanOrEqual(MOST_BYTES);
    expect(markup).toContain('aria-hidden="true"');
    const fills = [...markup.matchAll(/fill="([^"]+)"/g)].map(([, fill]) => fill);
    expect(fills.length).toBeGreaterThanOrEqual(4);
    for (const fill of fills) expect(fill).toMatch(/^var\(--[a-z-]+\)$/);
    const cells = [...markup.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\3z/g)].map((cell) => cell.slice(1).map(Number));
    for (const [x = 0, y = 0, width = 0, height = 0] of cells) {
      expect(x + width).toBeLessThanOrEqual(48);
      expect(y + height).toBeLessThanOrEqual(28);
    }
  },
);
