import { expect, onTestFinished, test, vi } from 'vitest';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import {
  aCode,
  aDebtor,
  type Debtor,
  payByCard,
  payCode,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();
const REPAY = '/en/profile/components/payment/repay-loan/';

async function openLoan(debtor: Debtor) {
  const screen = await openClientScreen(payments, 'profile', { jar: browserOf(debtor) });
  await screen.until(() => expect(screen.text()).toContain('Your next instalment'));
  return screen;
}

/** A debtor in instalments who has paid a part before, with a code. */
async function whoHasPaid(): Promise<Debtor> {
  const debtor = await aDebtor(payments, EX2_TERMS);
  const { code } = await aCode(payments, debtor, { purpose: 'PREPAY', amount: 50, mode: 'ADVANCE', method: 'YAPE' });
  await payCode(payments, code, {});
  await readWebhooks(payments.context);
  return debtor;
}

async function started({ loan }: Debtor): Promise<number> {
  const of = payments.db.kysely.selectFrom('payment_intent').select('id').where('loan_id', '=', loan.id);
  return (await of.execute()).length;
}

test('who has paid before pays with one press in the sheet, by the same way', async () => {
  const debtor = await whoHasPaid();
  const screen = await openLoan(debtor);
  await screen.pressText('Pay');
  await screen.until(() => expect(screen.find('dialog').textContent).toContain('As the last time.'));
  const sheet = screen.find('dialog').textContent?.replaceAll('\u00a0', ' ') ?? '';
  expect(sheet).toContain('Yape, Plin, agent or bank');
  expect(sheet).toMatch(/Next instalment · if you pay today, \d\d\/\d\d\/\d{4}/);
  const before = await started(debtor);
  await screen.press('dialog [type=submit]');
  await screen.until(() => expect(screen.find('.pay-code')).toBeTruthy());
  expect(await started(debtor)).toBe(before + 1);
  // A wallet that is chosen has the code already; on a wide screen another phone reads it.
  const code = screen.find('.pay-code').textContent?.replace(/\D/g, '');
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => void vi.restoreAllMocks());
  await screen.press('input[value=PLIN]');
  await screen.until(() => expect(screen.text()).toContain('which is already copied'));
  expect(copied).toEqual([code]);
  await screen.until(() => expect(screen.find('.qr path').getAttribute('d')).toMatch(/^M2 2h1v1h-1z/));
});

test('who has never paid gets the payment screen', async () => {
  const screen = await openLoan(await aDebtor(payments, EX2_TERMS));
  await screen.pressText('Pay');
  await screen.until(() => expect(screen.window.location.pathname).toBe(REPAY));
  expect(document.querySelector('dialog')).toBeNull();
});

test('while another payment waits the sheet leads to the payment screen, which names it', async () => {
  const debtor = await whoHasPaid();
  await startPayment(payments, debtor, { purpose: 'INSTALLMENT', method: 'PLIN' });
  const screen = await openLoan(debtor);
  await screen.pressText('Pay');
  await screen.until(() => expect(screen.text()).toContain('You have started a payment'));
  expect(screen.window.location.pathname).toBe(REPAY);
});

test('a declined card offers a code, and its screen has it chosen', async () => {
  const debtor = await aDebtor(payments, EX2_TERMS);
  const { id } = await payByCard(payments, debtor, { purpose: 'INSTALLMENT' }, 'insufficient-funds');
  const visit = { jar: browserOf(debtor), search: `?p=${id}` };
  const screen = await openClientScreen(payments, 'profile-components-payment-failure', visit);
  await screen.until(() => expect(screen.text()).toContain('Pay with a code'));
  await screen.pressText('Pay with a code');
  await screen.until(() => expect(screen.window.location.pathname).toBe(REPAY));
  await screen.until(() =>
    expect(screen.find('input[name=method]:checked').getAttribute('value')).toBe('PAGOEFECTIVO'),
  );
});

test('a declined card offers a code to a client who has paid with a wallet, and it is chosen', async () => {
  const debtor = await whoHasPaid();
  const { id } = await payByCard(payments, debtor, { purpose: 'INSTALLMENT' }, 'insufficient-funds');
  const visit = { jar: browserOf(debtor), search: `?p=${id}` };
  const screen = await openClientScreen(payments, 'profile-components-payment-failure', visit);
  await screen.until(() => expect(screen.text()).toContain('Pay with a code'));
  await screen.pressText('Pay with a code');
  await screen.until(() =>
    expect(screen.find('input[name=method]:checked').getAttribute('value')).toBe('PAGOEFECTIVO'),
  );
  expect(screen.find('.pay-form').textContent).toContain('As the last time.');
});

test('an amount that has changed is in the sheet, and on the loan once the sheet is closed', async () => {
  const debtor = await whoHasPaid();
  const screen = await openLoan(debtor);
  const amountOf = (place: string) => screen.find(`${place} .money`).textContent;
  const before = amountOf('.due-figures');
  await screen.pressText('Pay');
  await screen.until(() => expect(amountOf('dialog')).toBe(before));
  const more = { purpose: 'PREPAY', amount: 30, mode: 'ADVANCE', method: 'PLIN' } as const;
  const { code } = await aCode(payments, debtor, more);
  await payCode(payments, code, {});
  await readWebhooks(payments.context);
  await screen.press('dialog [type=submit]');
  await screen.until(() => expect(screen.find('dialog').textContent).toContain('The amount has changed'));
  await screen.until(() => expect(amountOf('dialog')).not.toBe(before));
  const after = amountOf('dialog');
  await screen.pressText('Close');
  await screen.until(() => expect(amountOf('.due-figures')).toBe(after));
  expect(document.querySelector('dialog')).toBeNull();
});
