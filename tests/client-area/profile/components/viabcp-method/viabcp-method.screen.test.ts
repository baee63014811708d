import { expect, test } from 'vitest';
import { groupedCci } from '#api/field-rules/bank-account.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aDebtor, importStatement, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();
const SCREEN = 'profile-components-viabcp-method';

async function openTransfer() {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, SCREEN, { jar, search: `?p=${payment.id}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
  return { screen, payment };
}

test('a transfer: the accounts, the reference, the voucher, and the money found in the statement', async () => {
  const { screen, payment } = await openTransfer();
  if (payment.action?.type !== 'TRANSFER') throw new Error('no transfer');
  const { reference, accounts } = payment.action;
  expect(screen.text()).toContain(reference);
  for (const { cci } of accounts) expect(screen.text()).toContain(groupedCci(cci));
  expect(screen.find<HTMLInputElement>('#amount').value).toBe('509,44');
  await screen.type('#operationNumber', '00123456');
  await screen.press('#paidTo');
  await screen.type('#fromBank', 'Caja Arequipa');
  screen.find('.voucher button[type=submit]').focus();
  await screen.pressText('Send the voucher');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('We are looking for your transfer'));
  // The form that was sent is gone: the focus begins at what stands there now.
  await screen.until(() => expect(document.activeElement).toBe(screen.find('h1')));
  expect(screen.text()).toContain('Day of the transfer15/01/2026');
  expect(screen.text()).toContain('To which account?BCPFrom which bankCaja Arequipa');
  await importStatement(payments, [['2026-01-15', '00123456', '509.44', `PRESTAMO ${reference}`]]);
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your loan is paid off'));
});

test('a voucher that lacks something says what, and is not sent', async () => {
  const { screen, payment } = await openTransfer();
  await screen.pressText('Send the voucher');
  await screen.until(() => expect(screen.text()).toContain('Write the transaction number'));
  expect(screen.text()).toContain('Choose one of the accounts');
  expect(screen.environment.requests).not.toContain(`POST /api/v1/payments/${payment.id}/voucher`);
});

test('a voucher that the network loses halfway is still there, may be another one, and arrives when sent again', async () => {
  const { screen } = await openTransfer();
  await screen.type('#operationNumber', '00654321');
  await screen.press('#paidTo');
  chooseFile(screen, new File(['%PDF-1.7 voucher'], 'voucher.pdf', { type: 'application/pdf' }));
  await screen.until(() => expect(screen.text()).toContain('voucher.pdf'));
  screen.environment.offline = true;
  await screen.pressText('Send the voucher');
  await screen.until(() => expect(screen.text()).toContain('What you typed is still here'));
  expect(document.querySelector('progress')).toBeNull();
  expect(screen.find('.drop button').getAttribute('aria-disabled')).not.toBe('true');
  screen.environment.offline = false;
  await screen.pressText('Send the voucher');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('We are looking for your transfer'));
  expect(screen.text()).toContain('voucher.pdf');
});

test('a file that is on its way with its voucher cannot be taken out of it any more', async () => {
  const { screen } = await openTransfer();
  await screen.type('#operationNumber', '00777888');
  await screen.press('#paidTo');
  chooseFile(screen, new File(['%PDF-1.7 voucher'], 'voucher.pdf', { type: 'application/pdf' }));
  await screen.until(() => expect(screen.text()).toContain('voucher.pdf'));
  const { replaceEnvironment, environment } = await import('#stores/environment.ts');
  const before = environment();
  const answer = Promise.withResolvers<void>();
  replaceEnvironment({
    ...before,
    // Everything has left, and the server still thinks.
    fetchWithProgress: (onProgress) => async (address, init) => {
      onProgress(1);
      await answer.promise;
      return before.fetch(address, init);
    },
  });
  await screen.pressText('Send the voucher');
  await screen.press('.drop .btn.quiet');
  expect(screen.find('.drop').textContent).toContain('voucher.pdf');
  answer.resolve();
  await screen.until(() => expect(screen.find('h1').textContent).toBe('We are looking for your transfer'));
  expect(screen.text()).toContain('voucher.pdf');
});

function chooseFile(screen: ClientScreen, file: File): void {
  const input = screen.find<HTMLInputElement>('#file');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a payment is given up, and that is what is shown from then on', async () => {
  const { screen } = await openTransfer();
  await screen.pressText('Cancel this payment');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('You cancelled this payment'));
  expect(screen.text()).toContain('If you paid it all the same, it counts');
});

test('whoever opens the screen of another person’s payment finds none', async () => {
  const { payment } = await openOther();
  const stranger = await aDebtor(payments);
  const jar = browserOf(stranger);
  const screen = await openClientScreen(payments, SCREEN, { jar, search: `?p=${payment.id}` });
  await screen.until(() => expect(screen.text()).toContain('There is no payment here'));
});

test('the day of the transfer starts from the lender’s date, also where that is not the clock’s', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-01-27');
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  // The sandbox moves dates, never the clock on the wall.
  payments.clock.pass({ seconds: -12 * 86_400 });
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, SCREEN, { jar, search: `?p=${payment.id}` });
  await screen.until(() => expect(screen.find<HTMLInputElement>('#paidAt').value).toBe('27'));
});

async function openOther() {
  const debtor = await aDebtor(payments);
  return { payment: await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'YAPE' }) };
}
