/**
 * `npm run share-pictures -- http://localhost:4321`: the Open Graph pictures, one per language, 1200 × 630.
 * Screenshots of the running site (logo, mountains, headline), so that they show the lender's brand; run again when
 * one of them changes.
 */
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';

const SIZE = { width: 1200, height: 630 };
const FOLDER = resolve(import.meta.dirname, '../../public/images');

/** Hides the landing page's frame and shows the home page's headline. */
const STYLE = `
  .top, .foot, .skip, .landing p { display: none }
  .landing { box-sizing: border-box; width: 1200px; height: 630px; padding: 64px 72px; min-height: 0; display: block }
  .landing .wrap { padding: 0; margin: 0; max-width: none; display: grid; gap: 64px }
  .landing h1 { font-size: 92px; max-width: 12em; margin: 0 }
  .landing .logo { font-size: 48px; color: inherit; gap: 20px; display: flex; align-items: center }
  .landing .logo > :first-child { width: 64px; height: 64px }
`;

async function takePicture(page: Page, site: string, language: 'es' | 'en'): Promise<void> {
  const root = language === 'es' ? '/' : '/en/';
  await page.goto(new URL(root, site).href);
  const headline = (await page.locator('h1').first().textContent())?.trim() ?? '';
  await page.goto(new URL(`${root}landing/`, site).href);
  await page.addStyleTag({ content: STYLE });
  await page.evaluate((words) => {
    const title = document.querySelector('.landing h1');
    const logo = document.querySelector('.logo')?.cloneNode(true);
    if (!title || !logo) throw new Error('the site has no landing page or no logo');
    title.textContent = words;
    title.before(logo);
  }, headline);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `share-${language}.png`), clip: { x: 0, y: 0, ...SIZE } });
}

const [site = 'http://localhost:4321'] = process.argv.slice(2);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args });
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', bypassCSP: true });
  for (const language of ['es', 'en'] as const) await takePicture(page, site, language);
} finally {
  await browser.close();
}
