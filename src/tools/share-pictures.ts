/**
 * `npm run share-pictures -- http://localhost:4321`: the Open Graph pictures, one per language, 1200 × 630. They are
 * screenshots of the running site (logo, mountains, headline), so that they show the lender's brand; run it again when
 * one of these changes.
 */

import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { LOCALES, type Locale, localePath } from '#i18n/locale.ts';

const SIZE = { width: 1200, height: 630 };
const FOLDER = resolve(import.meta.dirname, '../../public/images');

/** Of the home page the mountains and the headline, with the logo above it. */
const STYLE = `
  .top, .foot, .skip, .band, .end, .hero .lead, .hero .dots, .hero .ticks, .hero .calculator { display: none }
  .hero { box-sizing: border-box; width: 1200px; height: 630px; padding: 64px 72px }
  .hero .wrap, .hero .pitch { padding: 0; margin: 0; max-width: none; display: block }
  .hero h1 { font-size: 92px; max-width: 12em; margin: 64px 0 0 }
  .hero .logo { font-size: 48px; color: inherit; gap: 20px; display: flex; align-items: center }
  .hero .logo > :first-child { width: 64px; height: 64px }
`;

async function takePicture(page: Page, site: string, language: Locale): Promise<void> {
  await page.goto(new URL(localePath(language, ''), site).href);
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(() => {
    const pitch = document.querySelector('.hero .pitch');
    const logo = document.querySelector('.logo')?.cloneNode(true);
    if (!pitch || !logo) throw new Error('the site has no headline or no logo');
    pitch.prepend(logo);
  });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `share-${language}.png`), clip: { x: 0, y: 0, ...SIZE } });
}

const [site = 'http://localhost:4321'] = process.argv.slice(2);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args });
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', bypassCSP: true });
  for (const language of LOCALES) await takePicture(page, site, language);
} finally {
  await browser.close();
}
