import type { Page } from '@playwright/test';
import { axeFaults } from '#tests/support/browser/axe.ts';
import { expect } from './journey.ts';

/** Nothing on the screen, once it is drawn, keeps anybody out. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
}
