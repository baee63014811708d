import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SCREENS, type ScreenName, screenPath } from '#api/screens.ts';
import { axeFaults, WCAG_TAGS } from '#tests/support/browser/axe.ts';
import { type Applicant, test } from './applicant.ts';
import { edgeFaults } from './edges.ts';
import { expect, forgive } from './journey.ts';
import { layoutFaults } from './layout-faults.ts';
import { drawWhole, lookName, readLookOrder, showAs, takeWholePicture } from './looks.ts';
import { oneAtATime } from './moving-date.ts';
import { keepWords } from './page-words.ts';
import { publicPaths } from './public-paths.ts';
import { SITUATIONS } from './situations.ts';
import { type Line, MOVING, type SituationName, VIEWS } from './views.ts';

/*
 * Every page and screen in each way it is looked at: none scrolls sideways, cuts words off, lays one control on
 * another, or keeps anybody out (axe). `npm run look` runs the same walk and takes a picture of each.
 */
const ORDER = readLookOrder(process.env);
const isWanted = (name: string): boolean => ORDER.names.length === 0 || ORDER.names.some((part) => name.includes(part));

const PUBLIC = 'public';

test('public pages', async ({ page, at, locale, complaints }) => {
  const paths = [...(await publicPaths(page, at)), at('/landing'), locale === 'es' ? '/500.html' : at('/500')];
  for (const path of new Set(paths)) {
    const slug = path.replace(/^\/en(?=\/)/, '').replaceAll(/^\/|\/$/g, '');
    const name = `${PUBLIC}-${slug.replaceAll('/', '.') || 'home'}`;
    if (!isWanted(name)) continue;
    await page.goto(path);
    await lookAt(page, name);
  }
  // The 404 page is a 404: the browser says so.
  forgive(complaints, /404|500/);
});

for (const line of Object.keys(VIEWS) as Line[]) {
  const situations = Object.entries(VIEWS[line]) as [SituationName, readonly ScreenName[]][];
  const names = situations.flatMap(([situation, screens]) => screens.map((screen) => `${situation}-${screen}`));
  if (!names.some(isWanted)) continue;
  const moves = MOVING.includes(line);

  test.describe(`screens of ${line}`, () => {
    if (moves) {
      // The other product: nobody else's dates move.
      test.use({
        baseURL: async ({ baseURL: _ }, use, { project }) => use(String(project.metadata['elsewhere'])),
        lender: async ({ lenderIn }, use, { project }) => use(lenderIn(String(project.metadata['dataDirElsewhere']))),
      });
    }

    test(names.join(', '), async ({ applicant, lender }, { project }) => {
      const walk = async () => {
        for (const [situation, screens] of situations) {
          await SITUATIONS[situation](applicant, lender);
          for (const screen of screens) await visit(applicant, screen, `${situation}-${screen}`);
        }
      };
      await (moves ? oneAtATime(String(project.metadata['dataDirElsewhere']), walk) : walk());
    });
  });
}

async function visit(applicant: Applicant, screen: ScreenName, name: string): Promise<void> {
  if (!isWanted(name)) return;
  const { page, at } = applicant;
  await page.goto(at(screenPath(screen)));
  // A screen with a guard may have led elsewhere: then it is another one that is looked at.
  if (SCREENS[screen].guards.length > 0) await applicant.isAt(`/${SCREENS[screen].slug}`);
  // A visitor's calculator keeps the placeholder of clients, unseen.
  await expect(page.locator('main [aria-busy=true]').filter({ visible: true })).toHaveCount(0);
  await lookAt(page, name);
}

/** In every way that is asked for, and back as it was. */
async function lookAt(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await drawWhole(page);
  await page.evaluate(() => document.fonts.ready);
  const { locale } = test.info().project.metadata as { locale: string };
  for (const look of ORDER.looks) {
    await showAs(page, look);
    const where = `${name}, ${locale}, ${lookName(look)}`;
    if (ORDER.folder) await takePicture(page, join(ORDER.folder, `${name}_${locale}-${lookName(look)}.png`));
    else {
      expect.soft(await layoutFaults(page), where).toEqual([]);
      expect.soft(await edgeFaults(page), where).toEqual([]);
      expect.soft(await axeFaults(page, { tags: WCAG_TAGS }), where).toEqual([]);
    }
  }
  await showAs(page, { widthPx: 1280, scheme: 'light', textPercent: 100 });
}

async function takePicture(page: Page, path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true });
  await keepWords(page, path.replace(/png$/, 'json'));
  await takeWholePicture(page, path);
}
