import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '#tests/support/browser/axe.ts';

/**
 * One after another, because each test finds what the one before has published. One project runs them, while visitors
 * and clients use the same site.
 */
test.describe.configure({ mode: 'serial' });

/** Astro renders an edit while other tests keep the machine busy. */
const LIVE_MS = 240_000;
const PLANTED = 'palabra plantada que nadie publicó';
/** Folder in which the product keeps its data. */
const dataDir = (): string => String(test.info().project.metadata['dataDir']);

async function signIn(page: Page): Promise<void> {
  const { operatorToken } = JSON.parse(readFileSync(join(dataDir(), 'run.json'), 'utf8'));
  await page.goto('/editor/');
  await page.getByLabel('Token').fill(operatorToken);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

async function openStory(page: Page, name: string): Promise<void> {
  await page.goto('/editor/');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Every file of the live release that has the words, compressed ones left out: they are the same pages. */
function filesWith(words: string): string[] {
  const release = join(dataDir(), 'releases/current');
  const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(80);
  const paths = files.map((file) => join(file.parentPath, file.name)).filter((path) => !/\.(?:br|gz)$/.test(path));
  return paths.filter((path) => readFileSync(path, 'utf8').includes(words));
}

test('an editor changes the headline, publishes it, and the public page shows it', async ({ page }) => {
  await signIn(page);
  await openStory(page, 'Preguntas frecuentes');
  await page.locator('summary', { hasText: 'Encabezado de página' }).click();
  await page.getByLabel('Título obligatorio', { exact: true }).first().fill('Respuestas claras');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Publicando: Preguntas frecuentes' })).toBeVisible();
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible({ timeout: LIVE_MS });
  const [visitor] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '/preguntas/' }).click(),
  ]);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Respuestas claras' })).toBeVisible();
});

test('a draft shows in the preview and in no file of the site, whatever else is published', async ({
  page,
  request,
}) => {
  await signIn(page);
  await openStory(page, 'Tarifas y comisiones');
  await page.locator('summary', { hasText: 'Encabezado de página' }).click();
  await page.getByLabel('Título obligatorio', { exact: true }).first().fill(PLANTED);
  await page.getByRole('button', { name: 'Guardar borrador' }).last().click();
  await expect(page.getByText('Borrador guardado. Los visitantes todavía no lo ven.')).toBeVisible();

  const preview = await page.getByRole('link', { name: 'Vista previa del borrador' }).getAttribute('href');
  const shown = await request.get(preview ?? '');
  expect(shown.status()).toBe(200);
  expect(await shown.text()).toContain(PLANTED);
  expect(await shown.text()).toContain('data-blok-uid=');
  expect(shown.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' });
  expect(shown.headers()['content-security-policy']).toContain("frame-ancestors 'self'");

  await openStory(page, 'Requisitos');
  await page.locator('summary', { hasText: 'Encabezado de página' }).click();
  await page.getByLabel('Título obligatorio', { exact: true }).first().fill('Lo que pedimos');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible({ timeout: LIVE_MS });
  expect(filesWith('Lo que pedimos')).not.toEqual([]);
  expect(filesWith(PLANTED)).toEqual([]);
  expect(filesWith('data-blok-')).toEqual([]);
});

test('nobody sees a preview without the editor’s token, whatever else the address has', async ({ request }) => {
  const tried = [
    '',
    '?_storyblok=1&_storyblok_c=page',
    '?_storyblok_tk[space_id]=1&_storyblok_tk[timestamp]=1&_storyblok_tk[token]=a',
  ];
  for (const query of tried) {
    const answer = await request.get(`/preview/tarifas/${query}`);
    expect(answer.status()).toBe(403);
    expect(await answer.text()).not.toContain(PLANTED);
  }
});

test('a blank headline is not published, and the page leads to the field', async ({ page, request }) => {
  await signIn(page);
  await openStory(page, 'Preguntas frecuentes');
  await page.locator('summary', { hasText: 'Encabezado de página' }).click();
  await page.getByLabel('Título obligatorio', { exact: true }).first().fill('');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('link', { name: 'Encabezado de página › Título' }).click();
  await expect(page.getByLabel('Título obligatorio', { exact: true }).first()).toBeFocused();
  expect(await (await request.get('/preguntas/')).text()).toContain('Respuestas claras');
});

test('a page that follows a publish leads to the sign-in when the session has ended: it knows no more', async ({
  page,
  context,
}) => {
  await signIn(page);
  await openStory(page, 'Seguridad y fraudes');
  await page.getByLabel('Título SEO').fill('A salvo');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Publicando: Seguridad y fraudes' })).toBeVisible();
  await context.clearCookies();
  await expect(page.getByRole('heading', { name: 'Ingresa para editar' })).toBeVisible();
});

test('without scripts an editor publishes too', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page);
  await openStory(page, 'Cómo funciona');
  await page.getByLabel('Título SEO').fill('Paso a paso');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible({ timeout: LIVE_MS });
  await context.close();
});

for (const width of [360, 1280]) {
  test(`the editor has no accessibility faults and no sideways scrolling at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const check = async (): Promise<void> => {
      expect(await axeFaults(page, { except: 'iframe' })).toEqual([]);
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isTooWide).toBe(false);
      // A phone has no room for a head of several rows.
      const { height = 0 } = (await page.locator('.top').boundingBox()) ?? {};
      expect(height).toBeGreaterThan(30);
      expect(height).toBeLessThanOrEqual(72);
    };
    await page.goto('/editor/');
    await check();
    await signIn(page);
    await check();
    await openStory(page, 'Inicio');
    for (const summary of await page.locator('.block > details > summary:visible').all()) await summary.click();
    await check();
    await openStory(page, 'Ajustes globales');
    await check();
  });
}
