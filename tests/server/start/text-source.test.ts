import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { scratchDir } from '#tests/support/browser/site.ts';

test('a text that is changed in the source is read again without another start; one with a mistake is not hidden', async () => {
  const copy = await scratchDir();
  for (const part of ['package.json', 'src/i18n', 'src/storyblok', 'src/server/start', 'src/server/publishing']) {
    await cp(part, join(copy, part), { recursive: true });
  }
  const { openTextSource } = (await import(
    pathToFileURL(join(copy, 'src/server/start/text-source.ts')).href
  )) as typeof import('#server/start/text-source.ts');
  const read = openTextSource();
  const header = async () => (await read())[0]?.entries.find(({ name }) => name === 'header_menu');
  expect(await header()).toMatchObject({ value: 'Menú', dimension_values: { en: 'Menu' } });
  expect(await read()).toBe(await read());

  const file = join(copy, 'src/i18n/messages/site.ts');
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replace("header_menu: { es: 'Menú'", "header_menu: { es: 'Carta'"));
  expect(await header()).toMatchObject({ value: 'Carta', dimension_values: { en: 'Menu' } });
  await writeFile(file, before.replace("header_menu: { es: 'Menú'", "header_menu: { es: 'Carta"));
  await expect(read()).rejects.toThrow();
  await writeFile(file, before);
  expect(await header()).toMatchObject({ value: 'Menú' });
});
