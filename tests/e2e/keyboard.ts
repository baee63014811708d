import type { Locator, Page } from '@playwright/test';
import type { MessageKey } from '#i18n/messages.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { expect } from './journey.ts';

/** Nothing is farther away on any screen. */
const MOST_PRESSES = 80;

/** Tab, until something has the focus: how a person without a mouse gets anywhere. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await tabUntil(page, () => target.evaluate((element) => element === document.activeElement));
}

/** To a link or button, and Enter once it can be pressed. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await expect(target).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
}

/** Both presses of somebody who doubts whether the first one counted. */
export async function enterTwice(page: Page, target: Locator): Promise<void> {
  await enter(page, target);
  await page.keyboard.press('Enter');
}

/** To a field, and over what is in it. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await expect(field).toBeFocused();
}

/** To a list, and to the option of a value, by the words that it shows. */
export async function pick(page: Page, list: Locator, value: string): Promise<void> {
  const words = (await list.locator(`option[value="${value}"]`).textContent())?.trim() ?? value;
  await tabTo(page, list);
  await page.keyboard.type(words);
  await expect(list).toHaveValue(value);
}

/** To a box, and the space bar. */
export async function tick(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
}

/** To a group of choices, which is one stop, and along it with the arrows. */
export async function choose(page: Page, choice: Locator): Promise<void> {
  await expect(choice).toBeVisible();
  const name = await choice.getAttribute('name');
  await tabUntil(page, () => page.evaluate((group) => document.activeElement?.getAttribute('name') === group, name));
  await page.keyboard.press('Space');
  for (let press = 0; press < 10 && !(await choice.isChecked()); press++) await page.keyboard.press('ArrowDown');
  await expect(choice).toBeChecked();
}

/** A way to pay: a card, a code for any place, or a transfer. */
export async function chooseMethod(
  { page, say }: { readonly page: Page; readonly say: (key: MessageKey) => string },
  method: PaymentMethod,
): Promise<void> {
  const name = method === 'NIUBIZ' || method === 'MANUAL' ? say(`pay_method_${method}`) : say('pay_method_code');
  const choice = page.getByRole('radio', { name });
  await expect(choice).toBeVisible();
  await choose(page, choice);
}

async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let press = 0; press < MOST_PRESSES; press++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  expect(await isThere(), 'the keyboard gets there').toBe(true);
}
