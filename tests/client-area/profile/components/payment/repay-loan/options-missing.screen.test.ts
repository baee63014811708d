import { describe, expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

describe('when the loan’s payment options do not come', () => {
  const openFailing = async (failingStatus: number) => {
    const jar = browserOf(await aDebtor(payments));
    const failing = '/api/v1/loan/';
    const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', {
      jar,
      failing,
      failingStatus,
    });
    const { $errorMessage } = await import('#stores/error-banner.ts');
    await screen.until(() => screen.find('.note.bad'));
    return { screen, banner: $errorMessage.get() };
  };

  test('because they may not be seen, that is said once, in their place, with what to do', {
    tags: 'spec-8.2',
  }, async () => {
    const { screen, banner } = await openFailing(403);
    expect(banner).toBeUndefined();
    expect(document.querySelectorAll('.note')).toHaveLength(1);
    const note = screen.find('.note.bad');
    expect(note.textContent).toContain('You are not allowed to perform this action');
    expect(note.textContent).toContain(
      'Log out and sign in again. If that changes nothing, write to us: our contacts are at the foot of the page.',
    );
    expect(note.querySelector('button')).toBeNull();
  });

  test('because of a fault of ours, that is said in their place, and they can be asked for again', async () => {
    const { screen } = await openFailing(500);
    expect(screen.find('.note.bad').textContent).toContain('We could not load this');
    screen.environment.failing = undefined;
    await screen.pressText('Try again');
    await screen.until(() => expect(screen.text()).toContain('Where your payment goes'));
  });
});

test('where a payment goes that was chosen without a network is there by itself when the network is back', async () => {
  const jar = browserOf(await aDebtor(payments));
  const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', { jar });
  await screen.until(() => expect(screen.text()).toContain('You pay today'));
  const { $isOnline } = await import('#stores/online.ts');
  screen.environment.offline = true;
  await screen.press('input[name=purpose]:not(:checked)');
  await screen.press('input[name=purpose]');
  await screen.until(() => expect(screen.find('.pay-side').textContent).toContain('Try again'));
  expect($isOnline.get()).toBe(false);
  screen.environment.offline = false;
  $isOnline.set(true);
  await screen.until(() => expect(screen.text()).toContain('You pay today'));
});

test('somebody who is only remembered by now, and does not want to prove who they are, is not told that we failed', async () => {
  const debtor = await aDebtor(payments);
  const screen = await openClientScreen(payments, 'profile-components-payment-repay-loan', { jar: browserOf(debtor) });
  await screen.until(() => expect(screen.text()).toContain('You pay today'));
  await screen.press('input[name=method]');
  const sessions = payments.db.kysely.updateTable('session').set({ full_until: new Date(0) });
  await sessions.where('id', '=', debtor.sessionId).execute();
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#proof-password'));
  await screen.pressText('Not now');
  await screen.until(() => expect(document.querySelector('#proof-password')).toBeNull());
  await screen.until(() => expect(screen.find('form button[type=submit]').textContent).toContain('Pay S/'));
  expect(screen.find('.pay-side [role=alert]').textContent).toBe('');
});
