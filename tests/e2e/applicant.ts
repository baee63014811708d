import { randomBytes, randomInt } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import type { MessageKey } from '#i18n/messages.ts';
import { expect, test as journey, type Say } from './journey.ts';
import { nextCode } from './outbox.ts';

/** Somebody nobody else is: what two people share is what the rules look for. */
export interface Somebody {
  readonly documentNumber: string;
  readonly phone: string;
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName1: string;
  readonly lastName2: string;
  readonly cci: string;
  /** Address they connect from: an address gets so many codes an hour. */
  readonly address: string;
  /** Codes that their telephone has received so far, whichever device they were for. */
  readonly codes: string[];
}

export function somebody(): Somebody {
  const digits = String(randomInt(10_000_000, 99_999_999));
  const letters = [...digits].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  const account = `002191${digits}`.padEnd(18, '7');
  return {
    documentNumber: digits,
    phone: `9${digits}`,
    email: `ana.${digits}@example.pe`,
    // Not of the letters, which run on by chance (`deeghijf`): such a phrase is refused as easy to guess.
    password: `la quinta de ${randomBytes(6).toString('base64url')} y Zúñiga`,
    firstName: 'Ana Lucía',
    lastName1: 'Quispe',
    lastName2: `Ñ${letters}`,
    cci: `${account}${cciCheckDigits(account)}`,
    address: `10.${[0, 1, 2].map(() => randomInt(1, 250)).join('.')}`,
    codes: [],
  };
}

/** A browser of this person's: they connect from one address, whatever device they hold. */
export async function connect(context: BrowserContext, { address }: Somebody): Promise<void> {
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address });
}

/** Somebody at a screen, and what their hand has done so far. */
export class Applicant {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly say: Say;
  readonly at: (path: string) => string;
  readonly who: Somebody;
  /** Presses of buttons, links and boxes. */
  taps = 0;
  /** Fields filled and lists chosen from. */
  fields = 0;
  /** Those of them that nobody gets by without. */
  compulsory = 0;
  /** Characters typed. */
  typed = 0;
  /**
   * Pages seen, by address and heading, each with what there was to read before it could be answered, and how high it
   * is.
   */
  readonly pages = new Map<string, { readonly text: string; readonly height: number }>();
  /** Addresses opened, without the language. */
  readonly addresses = new Set<string>();

  constructor(options: {
    readonly page: Page;
    readonly request: APIRequestContext;
    readonly say: Say;
    readonly at: (path: string) => string;
    readonly who: Somebody;
  }) {
    this.page = options.page;
    this.request = options.request;
    this.say = options.say;
    this.at = options.at;
    this.who = options.who;
    this.page.on('framenavigated', (frame) => {
      const { pathname, protocol } = new URL(frame.url());
      if (frame === this.page.mainFrame() && protocol.startsWith('http')) this.addresses.add(pathname);
    });
  }

  /**
   * Takes down the page that is before their eyes: questions, helps and buttons; no figures, no papers.
   * @param isSamePage set where a form has taken the place of the one before: the code that follows the data
   */
  async sees(isSamePage = false): Promise<void> {
    await expect(this.page.locator('main .skeleton:visible')).toHaveCount(0);
    const { title, ...seen } = await this.page.evaluate(() => {
      const read = [...document.querySelectorAll<HTMLElement>('main :is(h1, form)')];
      // What is folded is not read, nor what is there for ears alone beside what eyes see.
      const heard = read.flatMap((part) => [...part.querySelectorAll<HTMLElement>('.sr')]);
      for (const part of heard) part.hidden = true;
      // biome-ignore lint/performance/useDomNodeTextContent: see above
      const text = read.map((part) => part.innerText).join(' ');
      for (const part of heard) part.hidden = false;
      const { scrollHeight: height } = document.documentElement;
      return { title: document.querySelector('main h1')?.textContent ?? '', text, height };
    });
    const page = (isSamePage && [...this.pages.keys()].at(-1)) || `${new URL(this.page.url()).pathname} ${title}`;
    const before = this.pages.get(page);
    const text = [before?.text, seen.text].filter(Boolean).join(' ');
    this.pages.set(page, { text, height: Math.max(seen.height, before?.height ?? 0) });
  }

  /** The page is answered: on to the next one. */
  async goOn(): Promise<void> {
    await this.sees();
    await this.press('step_continue');
  }

  /** The last answer of a small amount: the press that names it. */
  async send(): Promise<void> {
    await this.sees();
    await this.tap(this.page.locator('main form button[type=submit]').first());
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }

  button(key: MessageKey): Locator {
    return this.page.getByRole('button', { name: this.say(key), exact: true });
  }

  async press(key: MessageKey): Promise<void> {
    await this.tap(this.button(key));
  }

  /** A field by its label; the word that marks it as optional does not count. */
  field(key: MessageKey, within: Locator | Page = this.page): Locator {
    const named = within.getByLabel(new RegExp(`^${escaped(this.say(key))}(?: \\([^)]*\\))?$`));
    return named.and(this.page.locator('input, select, textarea'));
  }

  async fill(key: MessageKey, value: string, within?: Locator): Promise<void> {
    // A box may have the same name: an e-mail address, and messages by e-mail.
    const field = this.field(key, within).and(this.page.locator(':not([type=checkbox])'));
    const name = await field.evaluate((box: HTMLInputElement) => box.labels?.[0]?.textContent ?? '');
    await field.fill(value);
    this.typed += value.length;
    this.fields += 1;
    if (!name.includes(`(${this.say('form_optional')})`)) this.compulsory += 1;
  }

  async choose(key: MessageKey, option: string | { readonly index: number }, within?: Locator): Promise<void> {
    await this.field(key, within).selectOption(option);
    this.fields += 1;
    this.compulsory += 1;
  }

  /** The next code on this person's telephone. */
  async code(): Promise<string> {
    const { phone, codes } = this.who;
    const code = await nextCode(this.request, phone, codes.at(-1));
    codes.push(code);
    return code;
  }

  heading(key: MessageKey, values?: Readonly<Record<string, string>>): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.say(key, values) });
  }

  async isAt(path: string, withinMs?: number): Promise<void> {
    const address = new RegExp(`${escaped(this.at(path))}/?(?:[?#].*)?$`);
    await expect(this.page).toHaveURL(address, withinMs === undefined ? {} : { timeout: withinMs });
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A command of an operator, `lender('applications', 'list')`. @returns what it prints */
export type Lender = (...words: string[]) => Promise<string>;

interface Fixtures {
  /** Somebody new, in the browser of the test. */
  readonly applicant: Applicant;
  readonly lender: Lender;
  /** Commands to the product whose data are in a folder. */
  readonly lenderIn: (dataDir: string) => Lender;
}

/** Journeys of people who borrow; what they need an operator for, an operator does. */
export const test = journey.extend<Fixtures>({
  applicant: async ({ page, context, request, say, at }, use) => {
    const who = somebody();
    await connect(context, who);
    await use(new Applicant({ page, request, say, at, who }));
  },
  lenderIn: async ({ locale: _ }, use) => {
    // In this process: a program of its own costs a second for each of the hundreds of commands.
    const { runCommandLine } = await import('#tools/lender.ts');
    await use((dataDir) => async (...words) => {
      const printed = await runCommandLine(words, { ...process.env, DATA_DIR: dataDir });
      return printed.trim();
    });
  },
  lender: async ({ lenderIn }, use, { project }) => use(lenderIn(String(project.metadata['dataDir']))),
});
