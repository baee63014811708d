import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGE_SETS, MESSAGES } from '#i18n/messages.ts';
import { withoutOddTexts } from '#server/publishing/sync/odd-texts.ts';
import type { TextsFile } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';

let space: ContentSpace;
beforeAll(async () => {
  const entries = [
    ['topup_sign', 'Firmar por {monto}', 'Sign {amount} now'],
    ['order_installments_of', '{count} de {amount}', '{Count} of {amount}'],
    ['financial_send', 'Pedir ya', 'Apply'],
    ['of_nobody', 'Hola {monto}', 'Hello {monto}'],
  ] as const;
  const sets = SMALL_SETS.map((set) => ({
    ...set,
    entries:
      set.slug === 'application'
        ? entries.map(([name, value, en], index) => ({ id: 900 + index, name, value, dimension_values: { en } }))
        : set.entries,
  }));
  space = await openContentSpace(SMALL_SITE, sets);
});
afterAll(() => space.close());

test('a text with the name of a value that it does not have is that of the code, in its language, and is told', async () => {
  const said: string[] = [];
  await space.sync({ log: (sentence) => void said.push(sentence) });
  const of = (locale: string) => JSON.parse(readFileSync(`${space.dir}/locales/${locale}/application.json`, 'utf8'));
  expect(of('es')).toMatchObject({
    topup_sign: MESSAGES.topup_sign.es,
    order_installments_of: '{count} de {amount}',
    financial_send: 'Pedir ya',
    of_nobody: 'Hola {monto}',
  });
  expect(of('en')).toMatchObject({
    topup_sign: 'Sign {amount} now',
    order_installments_of: MESSAGES.order_installments_of.en,
    of_nobody: 'Hello {monto}',
  });
  const why = 'name values that they do not have, and pages show those of the code';
  expect(said.filter((sentence) => sentence.includes(why))).toEqual([
    `Texts of "application" in "es" ${why}: topup_sign ({monto})`,
    `Texts of "application" in "en" ${why}: order_installments_of ({Count})`,
  ]);
});

test('every text of the code stays as it is', () => {
  const of = (locale: 'es' | 'en') =>
    Object.fromEntries(
      Object.entries(MESSAGE_SETS).map(([set, keys]) => [
        set,
        Object.fromEntries(Object.entries(keys).map(([key, words]) => [key, words[locale]])),
      ]),
    );
  const texts = { es: of('es'), en: of('en') } as unknown as TextsFile;
  const said: string[] = [];
  expect(withoutOddTexts(texts, (sentence) => void said.push(sentence))).toEqual(texts);
  expect(said).toEqual([]);
});
