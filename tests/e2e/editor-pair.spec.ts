import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '#tests/support/browser/product.ts';

/**
 * Two editors work on the same ten stories, while the product is killed, an operator rolls the site back and both make
 * mistakes. At the end every word that either typed, and did not give up on seeing the other's, is live or held back
 * with its reason.
 */
test.describe.configure({ mode: 'serial' });

const NAMES = ['Ana', 'Luis'] as const;
type Name = (typeof NAMES)[number];
const STORIES = [
  'preguntas',
  'requisitos',
  'tarifas',
  'como-funciona',
  'como-pagar',
  'terminos',
  'privacidad',
  'quienes-somos',
  'seguridad',
  'como-cobramos',
];
const FIELDS = { title: 'Título SEO obligatorio', description: 'Descripción SEO obligatorio' } as const;

let folder: string;
let product: RunningProduct;
let editors: Readonly<Record<Name, { readonly context: BrowserContext; readonly page: Page }>>;
let paths: ReadonlyMap<string, string>;

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), 'manay-editor-pair-'));
  product = await startProduct({ DATA_DIR: join(folder, 'data') });
  const open = async () => {
    // Narrow enough for the form alone: previews have their own test.
    const context = await browser.newContext({ viewport: { width: 800, height: 800 } });
    return { context, page: await context.newPage() };
  };
  editors = { Ana: await open(), Luis: await open() };
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const runFile = () => JSON.parse(readFileSync(join(folder, 'data/run.json'), 'utf8')) as { operatorToken: string };

async function signIn(name: Name): Promise<void> {
  const { page } = editors[name];
  await page.goto(`${product.baseUrl}/editor/sign-in`);
  await page.getByLabel('Token').fill(runFile().operatorToken);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historias' })).toBeVisible();
}

async function operator(act: string): Promise<void> {
  const headers = { authorization: `Bearer ${runFile().operatorToken}` };
  const answer = await fetch(`${product.baseUrl}/operator/${act}`, { method: 'POST', headers });
  expect(answer.ok, `${act}: ${answer.status}`).toBe(true);
}

/** The addresses of the stories in the editor, by their slug. */
async function storyPaths(page: Page): Promise<ReadonlyMap<string, string>> {
  const rows = page.locator('.stories li > a');
  const found = await rows.evaluateAll((links) =>
    links.map((link) => [link.querySelector('code')?.textContent ?? '', link.getAttribute('href') ?? ''] as const),
  );
  return new Map(found);
}

async function open(name: Name, slug: string): Promise<Page> {
  const { page } = editors[name];
  await page.goto(`${product.baseUrl}${paths.get(slug)}`);
  return page;
}

/** Types into a field of the open story. */
async function type(page: Page, field: keyof typeof FIELDS, words: string): Promise<void> {
  await page.getByLabel(FIELDS[field], { exact: true }).fill(words);
}

/** What the other has saved stands beside the field; what was typed stays in it. */
async function isRefused(page: Page, saved: string): Promise<void> {
  await expect(page.getByText('otra persona guardó después de que abriste esto')).toBeVisible();
  await expect(page.getByText(`Guardado mientras tanto: ${saved}`)).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Guardar borrador' }).last().click();
  await expect(page.getByText('Borrador guardado')).toBeVisible();
}

async function isPublishing(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^Publicando: / })).toBeVisible();
}

/** As a laptop whose battery is empty; the address stays the same. */
async function killAndStart(): Promise<void> {
  const { port } = new URL(product.baseUrl);
  await product.stop('SIGKILL');
  product = await startProduct({ DATA_DIR: join(folder, 'data'), PORT: port });
}

/** The last bytes of what visitors may ask for; compressed files are the same pages. */
function liveText(): string {
  const release = join(folder, 'data/releases/current');
  const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pages = files.filter(({ name }) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(80);
  return pages.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
}

test('each writes in another field of ten stories: the second sees the first’s words, and both are published', async () => {
  await signIn('Ana');
  await signIn('Luis');
  paths = await storyPaths(editors.Ana.page);
  for (const slug of STORIES) {
    const [ana, luis] = await Promise.all([open('Ana', slug), open('Luis', slug)]);
    await type(ana, 'title', `Título de Ana, ${slug}`);
    await save(ana);
    await type(luis, 'description', `Descripción de Luis, ${slug}`);
    await publish(luis);
    await isRefused(luis, `Título de Ana, ${slug}`);
    await type(luis, 'title', `Título de Ana, ${slug}`);
    await publish(luis);
    await isPublishing(luis);
  }
  await expect(editors.Luis.page.getByText('En vivo', { exact: true })).toBeVisible();
  const live = liveText();
  for (const slug of STORIES) {
    expect(live).toContain(`Título de Ana, ${slug}`);
    expect(live).toContain(`Descripción de Luis, ${slug}`);
  }
});

test('a kill in the middle of a publish loses neither it nor what the other was typing', async () => {
  const ana = await open('Ana', 'preguntas');
  await type(ana, 'title', 'Escrito por Ana antes del corte');
  const luis = await open('Luis', 'requisitos');
  await type(luis, 'title', 'Publicado por Luis al corte');
  await publish(luis);
  await isPublishing(luis);
  await killAndStart();
  await ana.getByRole('button', { name: 'Guardar borrador' }).last().click();
  await expect(ana.getByText('Tu sesión terminó. Lo que escribiste sigue en esta página')).toBeVisible();
  await ana.getByLabel('Token').fill(runFile().operatorToken);
  await ana.getByRole('button', { name: 'Ingresar y guardar' }).click();
  await expect(ana.getByText('Borrador guardado')).toBeVisible();
  await expect(ana.getByLabel(FIELDS.title, { exact: true })).toHaveValue('Escrito por Ana antes del corte');
  await signIn('Luis');
  await editors.Luis.page.goto(`${product.baseUrl}${paths.get('requisitos')}publishing`);
  await expect(editors.Luis.page.getByText('En vivo', { exact: true })).toBeVisible();
  await expect(editors.Luis.page.getByRole('link', { name: '/requisitos/' })).toBeVisible();
  expect(liveText()).toContain('Publicado por Luis al corte');
});

test('both write in the same field, and the second decides having seen both', async () => {
  for (const slug of ['como-funciona', 'como-pagar']) {
    const [ana, luis] = await Promise.all([open('Ana', slug), open('Luis', slug)]);
    await type(ana, 'title', `Otra vez Ana, ${slug}`);
    await publish(ana);
    await isPublishing(ana);
    await type(luis, 'title', `Otra vez Luis, ${slug}`);
    await publish(luis);
    await isRefused(luis, `Otra vez Ana, ${slug}`);
    await expect(luis.getByLabel(FIELDS.title, { exact: true })).toHaveValue(`Otra vez Luis, ${slug}`);
    if (slug === 'como-pagar') await type(luis, 'title', `Otra vez Ana, ${slug}`);
    await publish(luis);
    await isPublishing(luis);
  }
});

test('mistakes are told at the field, the draft keeps them, and their mending goes live', async () => {
  const luis = await open('Luis', 'tarifas');
  await type(luis, 'title', 'Luis escribe {una_cifra_que_no_hay}');
  await publish(luis);
  const field = luis.getByLabel(FIELDS.title, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/nombra \{una_cifra_que_no_hay\}, que no es una cifra/);
  await type(luis, 'title', 'Luis escribe sin cifra');
  await publish(luis);
  await isPublishing(luis);

  const ana = await open('Ana', 'seguridad');
  await ana.locator('summary', { hasText: 'Encabezado de página' }).click();
  await ana.getByLabel('Enlace', { exact: true }).first().fill('/una-pagina-que-no-hay');
  await type(ana, 'description', 'Ana con un enlace que no lleva a nada');
  await save(ana);
  await expect(ana.getByLabel('Enlace', { exact: true }).first()).toHaveAccessibleDescription(
    'el enlace lleva a /una-pagina-que-no-hay, que no existe',
  );
  await ana.getByLabel('Enlace', { exact: true }).first().fill('/requisitos');
  await type(ana, 'description', 'Ana con un enlace que lleva');
  await publish(ana);
  await isPublishing(ana);
});

test('what only the gate can see holds its story back, and says why', async () => {
  const ana = await open('Ana', 'como-cobramos');
  await ana.locator('summary', { hasText: 'Encabezado de página' }).click();
  const lead = ana.getByLabel('Entradilla', { exact: true }).first();
  await lead.fill(`Ana escribe demasiado: ${'muchas palabras '.repeat(30_000)}`);
  await publish(ana);
  await isPublishing(ana);
  await expect(ana.getByText('Retenido.')).toBeVisible();
  await expect(ana.getByText(/has \d+ KB of HTML, and 300 KB are allowed/)).toBeVisible();
});

test('while an operator has rolled back, a publish waits and says so, also after a kill', async () => {
  await operator('rollback');
  const luis = await open('Luis', 'terminos');
  await type(luis, 'title', 'Luis publica en la pausa');
  await publish(luis);
  await expect(luis.getByText('En pausa.')).toBeVisible();
  await killAndStart();
  await signIn('Luis');
  await signIn('Ana');
  await luis.goto(`${product.baseUrl}${paths.get('terminos')}publishing`);
  await expect(luis.getByText('En pausa.')).toBeVisible();
  await operator('resume');
  await expect(luis.getByText('En vivo', { exact: true })).toBeVisible();
});

test('at the end what each wrote last is live, or held back with its reason', async () => {
  await expect.poll(async () => (await (await fetch(`${product.baseUrl}/healthz`)).json()).state).toBe('held-back');
  const heldBack = JSON.parse(readFileSync(join(folder, 'data/releases/current/.held-back.json'), 'utf8')) as {
    readonly fullSlug: string;
    readonly sentences: readonly string[];
  }[];
  expect(heldBack).toEqual([{ fullSlug: 'como-cobramos', sentences: [expect.stringContaining('KB of HTML')] }]);
  const live = liveText();
  for (const words of [
    'Publicado por Luis al corte',
    'Otra vez Luis, como-funciona',
    'Otra vez Ana, como-pagar',
    'Luis escribe sin cifra',
    'Ana con un enlace que lleva',
    'Luis publica en la pausa',
  ]) {
    expect(live).toContain(words);
  }
});
