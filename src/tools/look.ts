/**
 * `npm run look`: every page and screen as pictures, on one sheet. It walks the product as the journeys do
 * (tests/e2e/look.spec.ts), and counts what each page says: `npm run look -- --out sheets --names home,profile --widths 360,1280 --language es`.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LOCALES } from '#i18n/locale.ts';
import { ensureChromium } from '#tests/support/browser/chromium.ts';
import { sheetOf } from './look/sheet.ts';
import { countWords } from './look/words.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PICTURES = 'pictures';

const { values } = parseArgs({
  options: {
    /** The folder of the sheet. */
    out: { type: 'string', default: '.data/look' },
    /** Parts of names of pages and screens, with commas: `home`, `profile`, `public` for all pages. */
    names: { type: 'string', default: '' },
    widths: { type: 'string', default: '' },
    /** `light`, `dark`. */
    schemes: { type: 'string', default: '' },
    /** `100`, `200`. */
    text: { type: 'string', default: '' },
    language: { type: 'string' },
    port: { type: 'string', default: '4395' },
  },
});
const out = resolve(values.out);
const pictures = join(out, PICTURES);
rmSync(pictures, { recursive: true, force: true });
// It may be the first to make DATA_DIR, which must be private.
mkdirSync(pictures, { recursive: true, mode: 0o700 });

// Kept between two sheets: the next one starts in seconds. Changes are built before anything is looked at.
const dataDir = join(tmpdir(), 'manay-look');
const env = { ...process.env, DATA_DIR: dataDir, PORT: values.port, STORYBLOK_TOKEN: '' };
// The second product of the journeys asks for consent (tests/playwright.config.ts).
const second = { DATA_DIR: join(dataDir, 'with-tag-managers'), PUBLIC_TAG_MANAGER_IDS: 'GTM-ABC123,GTM-DEF456' };
for (const own of [{}, second]) {
  const build = [join(ROOT, 'src/server/start/main.ts'), '--build-only'];
  spawnSync(process.execPath, build, { cwd: ROOT, stdio: 'inherit', env: { ...env, ...own } });
}
const languages = values.language ? [values.language] : LOCALES;
const { status } = spawnSync(
  join(ROOT, 'node_modules/.bin/playwright'),
  [
    ...['test', '--config', 'tests/playwright.config.ts', '--reporter=line', 'look.spec.ts'],
    ...languages.map((language) => `--project=${language}-desktop`),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...env,
      CHROMIUM_PATH: ensureChromium(console.log),
      TEST_SCOPE: 'full',
      LOOK_DIR: pictures,
      LOOK_NAMES: values.names,
      LOOK_WIDTHS: values.widths,
      LOOK_SCHEMES: values.schemes,
      LOOK_TEXT: values.text,
    },
  },
);
console.log('words  INFLESZ  height');
for (const file of readdirSync(pictures).filter((each) => each.endsWith('.json'))) {
  const { text, heightPx } = JSON.parse(readFileSync(join(pictures, file), 'utf8')) as {
    text: string;
    heightPx: number;
  };
  const { words, inflesz } = countWords(text);
  console.log(
    `${String(words).padStart(5)}  ${String(inflesz).padStart(7)}  ${String(heightPx).padStart(6)}  ${file.slice(0, -5)}`,
  );
}
const sheet = join(out, 'index.html');
writeFileSync(sheet, sheetOf(readdirSync(pictures), PICTURES));
console.log(`the sheet: ${sheet}`);
process.exitCode = status ?? 1;
