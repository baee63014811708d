import type { Browser, BrowserContextOptions } from '@playwright/test';
import { Applicant, connect, somebody, test } from './applicant.ts';
import {
  answerPep,
  chooseOnHome,
  fillAccount,
  fillHome,
  fillIncome,
  fillName,
  sign,
  takeOffer,
} from './application-steps.ts';
import { expectWholeFile } from './client-file.ts';
import { expect, listen } from './journey.ts';
import { withAccount } from './prepared.ts';

interface Device {
  /** Opens its browser at an address. */
  readonly open: (path: string) => Promise<Applicant>;
  /** Its browser is gone, in the middle of whatever it did. */
  readonly kill: (applicant: Applicant) => Promise<void>;
}

type Person = Pick<Applicant, 'request' | 'say' | 'at' | 'who'>;

/** A telephone or a computer: what its browser keeps when it is closed, and nothing else. */
function deviceOf(person: Person, browser: Browser, options: BrowserContextOptions, complaints: string[]): Device {
  let storageState: Exclude<BrowserContextOptions['storageState'], string | undefined> = { cookies: [], origins: [] };
  return {
    async open(path) {
      const context = await browser.newContext({ ...options, storageState });
      await connect(context, person.who);
      const page = await context.newPage();
      listen(page, complaints);
      // Behind another window a page is idle for ten seconds at most, and its scripts wait for idle time.
      await page.bringToFront();
      await page.goto(person.at(path));
      return new Applicant({ ...person, page });
    },
    async kill({ page }) {
      storageState = await page.context().storageState();
      await page.context().close();
    },
  };
}

/** Waits until what was typed has reached the server, a second later. @param last what only the last draft has */
async function saved(applicant: Applicant, step: string, last: RegExp, type: () => Promise<void>): Promise<void> {
  const draft = applicant.page.waitForResponse(
    (answer) => answer.url().endsWith(`/application/draft/${step}`) && last.test(answer.request().postData() ?? ''),
  );
  await type();
  expect((await draft).status()).toBe(204);
  await applicant.page.waitForLoadState('networkidle');
}

test('whoever is cut off goes on at the same screen on another device, with every answer', {
  tag: '@promise-an-application-on-its-way',
}, async ({ browser, contextOptions, request, say, at, complaints }) => {
  const like = { request, say, at, who: somebody() };
  const phone = deviceOf(like, browser, contextOptions, complaints);
  const computer = deviceOf(like, browser, contextOptions, complaints);

  // An account, a loan asked for, and half of the first step.
  let at1 = await phone.open('/');
  await withAccount(at1);
  await chooseOnHome(at1);
  await at1.tap(at1.page.locator('main .btn.big'));
  await at1.isAt('/application/personal');
  await saved(at1, 'personal', /1990/, () => fillName(at1));
  await phone.kill(at1);

  // The other device is new: password and code, and it is trusted from then on.
  let at2 = await computer.open('/sign-in');
  await at2.fill('sign_in_identifier', like.who.documentNumber);
  await at2.field('sign_in_password').fill(like.who.password);
  await at2.press('sign_in_go');
  await at2.fill('code_label', await at2.code());
  await at2.tap(at2.page.getByRole('checkbox', { name: say('code_trust') }));
  await at2.press('code_go');
  await at2.isAt('/application/personal');
  await expect(at2.field('personal_first_name')).toHaveValue(like.who.firstName);
  await expect(at2.field('personal_last_name2')).toHaveValue(like.who.lastName2);
  await expect(at2.field('personal_birth_date')).toHaveValue('01/05/1990');
  await answerPep(at2);
  await saved(at2, 'personal', /"number":"123"/, () => fillHome(at2));
  await computer.kill(at2);

  at1 = await phone.open('/application');
  await at1.isAt('/application/personal');
  await expect(at1.field('personal_district')).toHaveValue('Breña, Lima, Lima');
  await at1.goOn();
  await at1.isAt('/application/financial');
  await saved(at1, 'financial', /monthlyFree/, () => fillIncome(at1));
  await phone.kill(at1);

  at2 = await computer.open('/application');
  await at2.isAt('/application/financial');
  await expect(at2.field('financial_source')).toHaveValue('EMPLOYEE');
  await expect(at2.field('financial_free')).toHaveValue('900');
  await fillAccount(at2);
  // The assessment may be over in a second: who looks now and then may never see this screen.
  const waits = at2.page.waitForURL(`**${at('/application/waiting')}`, { waitUntil: 'commit' });
  await Promise.all([waits, at2.send()]);
  await computer.kill(at2);

  at1 = await phone.open('/application');
  await at1.isAt('/application/offer');
  await takeOffer(at1);
  await phone.kill(at1);

  at2 = await computer.open('/application');
  await at2.isAt('/application/agreement');
  await sign(at2);
  await at2.isAt('/application/completed');
  await computer.kill(at2);

  // The money has gone out; the last screen stays open to whoever wants to read it again.
  at1 = await phone.open('/application/completed');
  await at1.isAt('/application/completed');
  await expectWholeFile(at1);
  await phone.kill(at1);
});
