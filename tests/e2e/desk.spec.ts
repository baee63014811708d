import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { fileComplaint } from '#api/endpoints/complaints/file-complaint.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import type { Locale } from '#i18n/locale.ts';
import { STAFF_ACTS, STAFF_GROUPS, type StaffActName, type StaffWords } from '#i18n/staff-acts.ts';
import { TASK_KIND } from '#i18n/staff-codes/desk.ts';
import { PARAMETER_KIND } from '#i18n/staff-codes/parameters.ts';
import { NOTICE_KIND } from '#i18n/staff-codes/timeline.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { freePort, startProduct, stopRunning } from '#tests/support/browser/product.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { codeOfApp } from '#tests/support/staff/colleagues.ts';
import { addFirstAdministrator } from '#tools/operator-in-process.ts';
import { Applicant, test as asApplicant, connect, somebody } from './applicant.ts';
import { activeLoan } from './client.ts';
import { stateOf } from './client-file.ts';
import { deskFaults } from './desk-pages.ts';
import { expect, forgive, listen } from './journey.ts';
import { enter, pick, tabTo, tick, write } from './keyboard.ts';
import { applied, call } from './prepared.ts';

const PASSWORD = 'ocho llamas cruzan el puente';
const LOGINS = ['rosa', 'luis'] as const;

/** A lender of its own, as in production: orders leave in one file a day, and the date is nobody else's. */
interface Lender {
  readonly url: string;
  readonly orders: string;
  readonly results: string;
  readonly invitations: ReadonlyMap<string, string>;
}

const test = asApplicant.extend<Record<never, never>, { office: Lender }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const dir = mkdtempSync(join(tmpdir(), 'manay-desk-'));
      const [orders = '', results = '', archive = ''] = ['orders', 'results', 'archive'].map((name) => join(dir, name));
      for (const folder of [orders, results, archive]) mkdirSync(folder);
      const bank = { PAYOUT_ORDERS_DIR: orders, PAYOUT_RESULTS_DIR: results, PAYOUT_ARCHIVE_DIR: archive };
      const own = { DATA_DIR: dir, LENDER_SANDBOX: '1', TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' };
      const env = { ...own, ...bank, PAYOUT_FILES: 'daily', OPEN_TO_NETWORK: '1' };
      const invitations = new Map<string, string>();
      for (const login of LOGINS) {
        const made = await addFirstAdministrator({ ...process.env, ...env }, dir, { login, name: login });
        invitations.set(login, made.kind === 'invited' ? made.invitation : '');
      }
      // Just before it starts: another product of the run may take a port that is free for long.
      const port = String(await freePort());
      const product = await startProduct({ ...env, PORT: port }, 'server/lending/main.ts');
      // By this name browsers keep cookies that want a safe line.
      await use({ url: `http://localhost:${port}`, orders, results, invitations });
      await stopRunning(product);
      rmSync(dir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ office }, use) => use(office.url),
});

/** A colleague at the desk, who has no mouse. */
class Colleague {
  readonly page: Page;
  readonly locale: Locale;
  readonly login: string;
  /** Links and buttons pressed since they looked at what waits. */
  presses = 0;

  constructor(page: Page, locale: Locale, login: string) {
    this.page = page;
    this.locale = locale;
    this.login = login;
  }

  say(words: StaffWords): string {
    return words[this.locale];
  }

  async enters(invitation: string): Promise<void> {
    await this.page.goto('/desk/');
    await enter(this.page, this.page.getByRole('link', { name: this.say(DESK.invitation) }));
    await this.fills({ login: this.login, invitation, password: PASSWORD });
    await this.sends();
    const uri = await this.page.locator('main a[href^="otpauth:"]').getAttribute('href');
    await this.fills({ code: codeOfApp(uri, Date.now()) });
    await this.sends();
    await expect(this.page.locator('main .codes code')).toHaveCount(8);
    await enter(this.page, this.page.getByRole('main').getByRole('link', { name: this.say(DESK.waits) }));
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.say(DESK.waits));
  }

  /** From what waits: the row of something, and what can be done about it. */
  async takes(row: string, act: StaffActName): Promise<void> {
    const waiting = this.page.getByRole('row').filter({ hasText: row }).first();
    // Some of it comes by a job, a moment later.
    await expect(async () => {
      await enter(this.page, this.page.locator('nav a[href="/desk/"]'));
      this.presses = 0;
      await expect(waiting).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await this.follows(act, waiting);
  }

  /** To a subject, and one of its acts. */
  async opens(group: keyof typeof STAFF_GROUPS, act?: StaffActName): Promise<void> {
    await enter(this.page, this.page.locator('nav summary'));
    await enter(this.page, this.page.locator(`nav a[href="/desk/${group}"]`));
    this.presses = 2;
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.say(STAFF_GROUPS[group]));
    if (act) await this.follows(act);
  }

  async follows(act: StaffActName, within: Locator = this.page.getByRole('main')): Promise<void> {
    const words = this.say(STAFF_ACTS[act]);
    await enter(this.page, within.getByRole('link', { name: words, exact: true }).first());
    this.presses += 1;
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText(words);
  }

  async fills(values: Readonly<Record<string, string | readonly string[]>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== 'string') {
        for (const one of value) {
          const box = this.page.locator(`main [name="${name}"][value="${one}"]`);
          // What somebody has already comes ticked.
          if (!(await box.isChecked())) await tick(this.page, box);
        }
        continue;
      }
      const field = this.page.locator(`main [name="${name}"]`);
      const kind = await field.evaluate((box: HTMLInputElement) => (box.type === 'date' ? 'date' : box.localName));
      if (kind === 'select') await pick(this.page, field, value);
      else if (kind !== 'date') await write(this.page, field, value);
      else {
        // Day and month are the same digits, whichever comes first.
        await tabTo(this.page, field);
        await this.page.keyboard.type(value);
      }
    }
  }

  async sends(): Promise<void> {
    await enter(this.page, this.page.locator('main form.act .btn').first());
    this.presses += 1;
  }

  async does(values: Readonly<Record<string, string | readonly string[]>>, said?: StaffWords): Promise<string> {
    await this.fills(values);
    await this.sends();
    // Amounts are shown as they were read, and money once more, before anything is done.
    const status = this.page.getByRole('status');
    await status.waitFor();
    const asked = [DESK.read_as, DESK.confirm].map((words) => this.say(words));
    if (asked.includes((await status.textContent()) ?? '')) await this.sends();
    // An act that is done says so in a sentence of its own.
    if (said) await expect(status).toHaveText(this.say(said));
    else await expect(status).toHaveClass('note good');
    return (await this.page.locator('main dd').allTextContents()).join('\n');
  }

  async looksFor(text: string): Promise<void> {
    await write(this.page, this.page.locator('#q'), text);
    await this.page.keyboard.press('Enter');
  }

  /** The page that has opened is one of a kind. */
  async keeps(kind: string, act: StaffActName): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText(this.say(STAFF_ACTS[act]));
    kinds.set(kind, this.page.url());
  }
}

/** A client of this lender, in a browser of their own. */
async function aClient(
  browser: Browser,
  { office, complaints, ...of }: Pick<Applicant, 'say' | 'at'> & { office: Lender; complaints: string[] },
): Promise<Applicant> {
  const context = await browser.newContext({ baseURL: office.url });
  const who = somebody();
  await connect(context, who);
  const page = await context.newPage();
  listen(page, complaints);
  return new Applicant({ ...of, page, request: page.request, who });
}

/** Addresses of pages, by what is on them. */
const kinds = new Map<string, string>();
/** Of the first journey, for the second: who is signed in, and a document that is known. */
let colleague: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>> = [];
let known = '';
test.describe.configure({ mode: 'serial' });

test('a colleague does the month of a lender at the desk, with the keyboard alone', async ({
  page,
  browser,
  office,
  locale,
  say,
  at,
  complaints,
}, testInfo) => {
  const rosa = new Colleague(page, locale, 'rosa');
  const luis = new Colleague(await (await browser.newContext({ baseURL: office.url })).newPage(), locale, 'luis');
  for (const one of [rosa, luis]) await one.enters(office.invitations.get(one.login) ?? '');
  for (const whose of LOGINS) {
    for (const [one, said] of [
      [rosa, DESK.proposed],
      [luis, undefined],
    ] as const) {
      await one.opens('colleagues');
      await one.follows('colleagues roles', one.page.getByRole('row').filter({ hasText: whose }));
      await one.does({ roles: ROLES, reason: 'Somos dos.' }, said);
    }
  }

  // A client, a loan, and the file of the day for the bank.
  const client = await aClient(browser, { office, say, at, complaints });
  const { documentNumber, phone, email, firstName, lastName1, cci } = client.who;
  await rosa.opens('person', 'person create');
  const person = { documentType: 'DNI', documentNumber, phone, email, firstName, lastName1 };
  await rosa.does({ ...person, birthDate: '01011990' });
  await enter(page, page.locator('main a[href^="/desk/person/show"]').first());
  await rosa.keeps('a client', 'person show');
  await rosa.follows('loan originate');
  const terms = { productId: '1', amount: '500', term: '30', bankId: '002', cci, holder: `${firstName} ${lastName1}` };
  const number = /P-\d{4}-\d{7}/.exec(await rosa.does(terms))?.[0] ?? '';
  await rosa.opens('payouts', 'payouts make-batch');
  const batch = /\d{4}-\d\d-\d\d-[\da-f]{8}/.exec(await rosa.does({}))?.[0] ?? '';
  await rosa.takes(batch, 'payouts show-batch');
  await rosa.follows('payouts release-batch');
  await rosa.does({ count: '1', total: '500' });
  await expect.poll(() => readdirSync(office.orders)).toHaveLength(1);
  const file = readFileSync(join(office.orders, `${batch}.csv`), 'utf8');
  const today = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10);
  const result = `order_id;status;bank_reference;value_date;reason\r\n${/ORDER;([^;]+)/.exec(file)?.[1]};PAID;B1;${today};\r\n`;
  writeFileSync(join(office.results, 'answer.csv'), result);

  // The client's transfer is in the bank's statement, beside money that names nobody.
  await page.goto(kinds.get('a client') ?? '');
  await rosa.follows('session issue');
  const link = /\/[\w/-]*sign-in\/[\w-]+/.exec(await rosa.does({ documentNumber }))?.[0] ?? '';
  await client.page.request.get(link, { maxRedirects: 0 });
  await expect.poll(async () => (await activeLoan(client))?.status).toBe('PERFORMING');
  const body = { loanNumber: number, purpose: 'PARTIAL', amount: 100, method: 'MANUAL' };
  const { action } = await (await call(client, makePayment, { body })).json();
  const rows = [`OP1,100.00,TRANSFERENCIA ${action.reference}`, 'OP2,50.00,SIN NOMBRE'];
  const statement = testInfo.outputPath('statement.csv');
  writeFileSync(statement, `date,bank_ref,amount,description\n${rows.map((row) => `${today},${row}\n`).join('')}`);
  await rosa.opens('statements', 'statements import');
  await page.locator('main [name=file]').setInputFiles(statement);
  await rosa.does({ bank: 'BCP' });
  expect(rosa.presses).toBeLessThanOrEqual(4);
  const [es, en] = TASK_KIND['money-unapplied'];
  await rosa.takes(rosa.say({ es, en }), 'payments match');
  await rosa.does({ loanNumber: number }, DESK.proposed);
  expect(rosa.presses).toBeLessThanOrEqual(3);
  // The second account reads the whole request on its row, and types its amount.
  await luis.takes(luis.say(STAFF_ACTS['payments match']), 'approvals approve');
  await expect(luis.page.getByRole('main')).toContainText(number);
  await luis.does({ amount: '50' });
  expect(luis.presses).toBeLessThanOrEqual(2);
  // Two small lines that name the client: said together, and ticked where the import ends.
  const named = ['OP3,20.00', 'OP4,30.00'].map((line) => `${today},${line},YAPE ${firstName} ${lastName1}\n`);
  writeFileSync(statement, `date,bank_ref,amount,description\n${named.join('')}`);
  await rosa.opens('statements', 'statements import');
  await page.locator('main [name=file]').setInputFiles(statement);
  await rosa.does({ bank: 'BCP' });
  rosa.presses = 0;
  await rosa.follows('payments match-many');
  const lines = await page
    .locator('main [name=lines]')
    .evaluateAll((all) => all.map((box) => box.getAttribute('value')));
  expect(lines).toHaveLength(2);
  await rosa.does({ lines: lines.map(String) });
  expect((rosa.presses + lines.length) / lines.length).toBeLessThanOrEqual(3.5);
  for (const [one, said] of [
    [rosa, DESK.proposed],
    [luis, undefined],
  ] as const) {
    await one.looksFor(action.reference);
    await enter(one.page, one.page.locator('main a[href^="/desk/payments/show"]').first());
    await one.keeps('a payment', 'payments show');
    await one.follows('payments refund');
    await one.does({ reason: 'Pagó dos veces.' }, said);
  }
  await rosa.looksFor(number);
  await rosa.keeps('a loan', 'loan show');

  // An application that a person decides, and a complaint with its clock.
  const applicant = await aClient(browser, { office, say, at, complaints });
  await applied(applicant, { personal: { pep: true, pepPosition: 'Regidora de la municipalidad' } });
  await call(applicant, submitDeviceStep, { body: { blackboxState: 'blocked', deviceConsent: true, identity: {} } });
  const reference = (await stateOf(applicant)).application?.reference ?? '';
  await rosa.takes(reference, 'applications show');
  await rosa.keeps('an application', 'applications show');
  await rosa.follows('applications approve');
  await rosa.does({ amount: '200', note: 'Los ingresos alcanzan.' });
  // Four, without a download or anything to unfold, where there were nine.
  expect(rosa.presses).toBeLessThanOrEqual(4);
  const { code } = await (await call(client, fileComplaint, { body: aComplaint() })).json();
  await rosa.takes(code, 'complaints show');
  await rosa.keeps('a complaint', 'complaints show');
  await rosa.follows('complaints answer');
  await rosa.does({ text: 'Registramos tu pago con su fecha.', solution: 'ACCEPTED' });
  expect(rosa.presses).toBeLessThanOrEqual(3);

  // A price takes two accounts; the second finds it in what waits.
  const nextYear = new Date().getFullYear() + 1;
  await rosa.opens('parameter', 'parameter propose');
  await enter(page, page.locator('main a[href*="kind=rate_cap&key=consumer"]').first());
  await rosa.does({ 'value.percent': '113,16', reason: 'Circular del BCRP.', validFrom: `0101${nextYear}` });
  const [capEs, capEn] = PARAMETER_KIND.rate_cap;
  await luis.takes(luis.say({ es: capEs, en: capEn }), 'parameter approve');
  await luis.does({});
  expect(luis.presses).toBeLessThanOrEqual(2);

  // The books leave as a file.
  await rosa.opens('books', 'books days');
  await rosa.fills({ from: `0101${nextYear - 1}` });
  await rosa.sends();
  const saved = page.waitForEvent('download');
  await enter(page, page.getByRole('main').getByRole('link', { name: rosa.say(DESK.csv) }));
  expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(/^\ufeff?(?:Date|Fecha)[,;]/);

  // Forty days later the loan is late: who may be called is called, and a reminder has gone out.
  await rosa.opens('date', 'date advance');
  await rosa.does({ days: '40' });
  await rosa.takes(number, 'contact log');
  await rosa.fills({ channel: 'CALL' });
  await rosa.sends();
  // Between seven and seven, on days that are not holidays.
  await expect(page.getByRole('status').or(page.getByRole('alert'))).toBeVisible();
  forgive(complaints, /409/);
  await page.goto(kinds.get('a client') ?? '');
  const [lateEs, lateEn] = NOTICE_KIND['payment-late'];
  await expect(page.getByRole('main')).toContainText(rosa.say({ es: lateEs, en: lateEn }));
  colleague = await page.context().cookies();
  known = documentNumber;
});

test('a page of each kind is whole in both languages, wide and narrow, and has Spanish words', async ({
  page,
  locale,
  complaints,
}) => {
  await page.context().addCookies(colleague);
  await page.goto('/desk/');
  expect(await deskFaults(page, locale, { own: [...kinds.values()], searched: known })).toEqual([]);
  // One form was sent empty.
  forgive(complaints, /400/);
});
