import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type Locale, otherLocale } from '#i18n/locale.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { DESCRIBED_ACTS } from '#server/lending/described-acts.ts';
import { addressOf } from '#server/lending/desk/ask.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { axeFaults } from '#tests/support/browser/axe.ts';
import { focusFaults } from './focus-walk.ts';
import { expect } from './journey.ts';
import { layoutFaults } from './layout-faults.ts';

/** Most bytes of a page as it travels. */
const MOST_BYTES = 30_000;
/** Forms that have a kind of field that no form before them has. */
const FORMS = formsOfEachKind();
const SUBJECTS = ['payments', 'payouts', 'books', 'loan', 'person', 'applications', 'complaints', 'colleagues'];
const LISTS = [
  'tasks/list',
  'loan/list',
  'loan/late',
  'payments/refunds',
  'payouts/batches',
  'books/history',
  'books/losses',
  'books/funnel',
  'books/journals?from=2020-01-01&limit=5',
  'parameter/list',
  'audit/verify',
  'audit/show?limit=20',
];
const PAGES = ['/desk/', ...[...SUBJECTS, ...LISTS].map((path) => `/desk/${path}`), ...FORMS];

const IN_EVERY_CHANGE = [
  ['es', 360],
  ['en', 1280],
] as const;

/** Names the tables of which some columns are seen only by scrolling. */
function tablesWithHiddenEdge(tables: readonly Element[]): string[] {
  return tables.flatMap((table) =>
    table.scrollWidth > table.clientWidth ? [table.getAttribute('aria-label') ?? ''] : [],
  );
}

/** Lists of which a row is one line of 40 px at a desk, unless one of its texts is long. */
const LINES = ['/desk/loan/list', '/desk/books/history', '/desk/payments/refunds'];
const MOST_ROW_PX = 44;

/** Heights of the rows of the first table that take more than one line. */
async function rowsTooHigh(page: Page, name: string): Promise<number[]> {
  if (!LINES.includes(name)) return [];
  const rows = page.locator('main table').first().locator('tbody > tr');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  return heights.filter((height) => height > MOST_ROW_PX);
}

/**
 * Finds what keeps a colleague from a page of each kind: what axe finds, what does not fit, what the keyboard does not reach,
 * English between Spanish, too many bytes. Each project of the night looks in its own language and width; in every change
 * one looks in Spanish on the phone and in English on the desk.
 * @param own pages of things, which no other lender has
 */
export async function deskFaults(
  page: Page,
  locale: Locale,
  { own, searched }: { readonly own: readonly string[]; readonly searched: string },
): Promise<string[]> {
  const faults: string[] = [];
  const here = [locale, page.viewportSize()?.width ?? 0] as const;
  for (const [language, width] of IS_FULL_RUN ? [here] : IN_EVERY_CHANGE) {
    await page.setViewportSize({ width, height: 800 });
    const other = page.locator('form[action="/desk/language"] button');
    if ((await other.textContent()) === DESK.language[otherLocale(language)]) await other.click();
    await expect(other).toHaveText(DESK.language[language]);
    const look = async (name: string) => {
      // What is folded is there too.
      await page.locator('main').evaluate((main) => {
        for (const folded of main.querySelectorAll('details')) folded.open = true;
      });
      // What a task is about is a sentence of the program.
      const english = language === 'es' ? await page.locator('main :not(p)[lang=en]').allTextContents() : [];
      const hidden = await page.locator('.table').evaluateAll(tablesWithHiddenEdge);
      const heights = width < 1280 ? [] : await rowsTooHigh(page, name);
      const bytes = brotliCompressSync(await page.content()).byteLength;
      const found = [
        ...(await axeFaults(page)),
        ...(await layoutFaults(page)),
        // The order is the same when there is more room.
        ...(width < 400 ? await focusFaults(page) : []),
        ...hidden.map((table) => `the table "${table}" is wider than its box`),
        ...heights.map((height) => `a row is ${height} px high`),
        ...english.map((text) => `is English: ${text}`),
        ...(bytes > MOST_BYTES ? [`${bytes} bytes`] : []),
      ];
      faults.push(...found.map((fault) => `${name}, ${language}, ${width} px: ${fault}`));
    };
    for (const path of [...PAGES, ...own]) {
      await page.goto(path);
      await look(path);
    }
    await page.goto('/desk/holiday/add');
    await page.locator('main form .btn').click();
    await look('a form that is refused');
    await page.locator('#q').fill(searched);
    await page.locator('#q').press('Enter');
    await page.waitForURL('**/desk/search?kept=*');
    await look('what was found');
  }
  return faults;
}

function formsOfEachKind(): string[] {
  const seen = new Set<string>();
  const acts = DESCRIBED_ACTS.filter(({ method, may }) => method === 'POST' && !may.includes('anybody'));
  const fresh = acts.filter((act) => {
    const unseen = fieldsOf(act).filter(({ kind }) => !seen.has(kind));
    for (const { kind } of unseen) seen.add(kind);
    return unseen.length > 0;
  });
  return fresh.map((act) => addressOf(act));
}
