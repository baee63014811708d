import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ScreenName } from '#api/screens.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { type ClientScreen, type ClientVisit, openClientScreen } from '#tests/support/browser/client-screen.ts';
import type { TestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { anImpersonation, type Borrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const KEY = 'manay:seen';
const SEEN_TODAY = /Seen today at \d\d:\d\d/;

/** Stores what the page has shown, as it does while it is idle. @returns what is in the browser then */
async function keep(screen: ClientScreen): Promise<string> {
  const { keepSeen } = await import('#stores/kept.ts');
  await keepSeen();
  const kept = localStorage.getItem(KEY) ?? '';
  await screen.close();
  return kept;
}

/** Opens a screen without a network in a browser that has kept this. */
async function openOffline(lending: TestLending, name: ScreenName, visit: ClientVisit, kept: string) {
  const beforeScript = () => {
    localStorage.setItem(KEY, kept);
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  };
  return openClientScreen(lending, name, { ...visit, offline: true, beforeScript });
}

/** The network comes back. */
function connect(screen: ClientScreen): void {
  screen.environment.offline = false;
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  dispatchEvent(new Event('online'));
}

/** Of a link to a file of the page, this browser would leave the page. */
function savesNothing(): void {
  const click = vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  onTestFinished(() => void click.mockRestore());
}

const words = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('the loan without a network', () => {
  const payments = withPayments();

  async function seen(debtor: Borrower): Promise<string> {
    const screen = await openClientScreen(payments, 'profile', { jar: browserOf(debtor) });
    await screen.until(() => screen.find('.due-figures'));
    // The rest of the screen is being answered.
    await screen.until(() => expect(screen.environment.pending).toBe(0));
    return keep(screen);
  }

  test('shows what is owed and when it was seen, nothing that is only true today, and no way to pay', async () => {
    const debtor = await aDebtor(payments);
    const kept = await seen(debtor);
    const screen = await openOffline(payments, 'profile', { jar: browserOf(debtor) }, kept);
    await screen.until(() => expect(screen.text()).toMatch(SEEN_TODAY));
    expect(screen.text()).toContain('You are offline');
    expect(words('.due-figures a, .due-figures button, .note button, .tag, .how-it-is')).toEqual([]);
    expect(screen.text()).not.toMatch(/today(?! at)|tomorrow/i);
    expect(words('.acts b')).toEqual(['Documents', 'Talk to a person']);
    connect(screen);
    await screen.until(() => expect(screen.text()).not.toMatch(SEEN_TODAY));
    expect(words('.due-figures a')).toHaveLength(1);
  });

  test('leads to a code that was never opened here; after its time its page warns', async () => {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'BCP_AGENTE' });
    const kept = await seen(debtor);
    const jar = browserOf(debtor);
    const loan = await openOffline(payments, 'profile', { jar }, kept);
    await loan.until(() => expect(words('.note a')).toEqual(['See that payment']));
    await loan.close();
    const visit = { jar, search: `?p=${payment.id}` };
    const page = await openOffline(payments, 'profile-components-bcp-agente-method', visit, kept);
    await page.until(() => expect(page.find('.pay-code').textContent).toMatch(/\d/));
    expect(page.text()).toMatch(SEEN_TODAY);
    expect(words('aside button')).toEqual([]);
    expect(page.text()).not.toContain('this payment has expired');
    await page.close();
    payments.clock.pass({ seconds: (Date.parse(payment.expiresAt) - payments.clock.now()) / 1000 + 1 });
    const later = await openOffline(payments, 'profile-components-bcp-agente-method', visit, kept);
    await later.until(() => expect(later.text()).toContain('By this device’s clock this payment has expired'));
  });

  test('another client of the browser opens none of it', async () => {
    const kept = await seen(await aDebtor(payments));
    const other = await openOffline(payments, 'profile', { jar: browserOf(await aDebtor(payments)) }, kept);
    await other.until(() => expect(other.text()).toContain('You are offline'));
    await other.until(() => expect(other.text()).toContain('We could not load this'));
    expect(document.querySelector('.due-figures')).toBeNull();
  });

  test('a colleague who has looked at the account leaves nothing', async () => {
    const visit = { jar: browserOf(await anImpersonation(payments, 'READ_ONLY')) };
    const screen = await openClientScreen(payments, 'profile', visit);
    await screen.until(() => expect(screen.text()).toContain('You have no loan yet'));
    expect(await keep(screen)).toBe('');
  });

  test('the schedule is not said to be as it stands today', async () => {
    const debtor = await aDebtor(payments);
    const jar = browserOf(debtor);
    const online = await openClientScreen(payments, 'modals-payment-schedule', { jar });
    await online.until(() => expect(online.text()).toContain('as it stands today'));
    const kept = await keep(online);
    const screen = await openOffline(payments, 'modals-payment-schedule', { jar }, kept);
    await screen.until(() => expect(screen.text()).toMatch(SEEN_TODAY));
    expect(screen.text()).toContain(`Loan ${debtor.loan.loan.number}`);
    expect(screen.text()).not.toContain('as it stands today');
  });
});

describe('a late loan without a network', () => {
  const loans = withClientLoans();

  test('says on which day it was seen, and has no sum and no way out of that day', async () => {
    const client = await aClientOn(loans, '2026-02-26');
    const online = await openClientScreen(loans, 'profile', { jar: browserOf(client) });
    await online.until(() => expect(online.text()).toContain('Tomorrow it would be'));
    await online.until(() => online.find('#profile-ways'));
    const kept = await keep(online);
    loans.clock.pass({ hours: 24 });
    const screen = await openOffline(loans, 'profile', { jar: browserOf(client) }, kept);
    await screen.until(() => expect(screen.text()).toContain('Seen on 26/02/2026 at 12:00'));
    expect(screen.text()).not.toContain('Tomorrow it would be');
    expect(document.querySelector('#profile-ways, .tag.due')).toBeNull();
  });
});

describe('papers without a network', () => {
  const archive = withArchive();

  async function opened(): Promise<{ readonly client: Borrower; readonly kept: string }> {
    const { client } = await aClient(archive);
    await issueDocuments(archive.documents);
    const screen = await openClientScreen(archive.lending, 'profile-documents', { jar: browserOf(client) });
    await screen.until(() => expect(document.querySelectorAll('.paper')).toHaveLength(4));
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
    savesNothing();
    await screen.press('.paper button[aria-label^="Download"]');
    await screen.until(() => expect(localStorage.getItem(KEY) ?? '').toContain('papers'));
    return { client, kept: await keep(screen) };
  }

  test('the one that was opened is there, with the time, and is opened and saved from the browser itself', async () => {
    const { client, kept } = await opened();
    const screen = await openOffline(archive.lending, 'profile-documents', { jar: browserOf(client) }, kept);
    await screen.until(() => expect(document.querySelectorAll('.paper')).toHaveLength(1));
    expect(screen.find('.paper').textContent).toMatch(SEEN_TODAY);
    savesNothing();
    const files: Blob[] = [];
    const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    onTestFinished(() => void url.mockRestore());
    const tab = vi.spyOn(window, 'open').mockReturnValue(null);
    await screen.pressText('Read');
    expect(tab).toHaveBeenCalledWith('blob:1', '_blank');
    await screen.press('.paper .icon-btn');
    for (const file of files) expect((await file.text()).slice(0, 5)).toBe('%PDF-');
    expect(files).toHaveLength(2);
  });

  test('they are not there where nothing was opened, nor for another client', async () => {
    const { kept } = await opened();
    const { client: other } = await aClient(archive);
    for (const each of [kept, '']) {
      const screen = await openOffline(archive.lending, 'profile-documents', { jar: browserOf(other) }, each);
      await screen.until(() => expect(screen.text()).toContain('We could not load this'));
      expect(screen.text()).not.toContain('you opened on this device');
      await screen.close();
    }
  });
});
