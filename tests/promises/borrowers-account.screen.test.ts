import { expect, vi } from 'vitest';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { anAgreement } from '#tests/support/applications/applicant.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { lockedByInactivity } from '#tests/support/browser/screen-acts.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { anotherCode, codeTo, linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';
import { promise } from './promise.ts';

const lending = withPayments();

promise(
  'Falta confirmar {email}: abre el enlace que enviamos ahí. Si está mal escrito, cámbialo. Hasta entonces te avisamos por SMS, y con ese correo no puedes recuperar tu cuenta.',
  { text: 'settings_email_pending' },
  async () => {
    const client = await aClient(lending, { session: 'full', emailVerifiedAt: null });
    const jar = browserOf(client);
    const screen = await openClientScreen(lending, 'profile-settings', { jar });
    await screen.until(() => expect(screen.text()).toContain(`${client.email} still has to be confirmed`));
    expect(screen.text()).toContain(`${client.email} (not confirmed yet)`);
    await screen.pressText('Send me the link again');
    await screen.until(() => expect(screen.text()).toContain(`We sent the link to ${client.email}`));
    expect((await messagesTo(lending, client.email)).map(({ subject }) => subject)).toEqual(['Confirma tu correo']);
    const token = await linkTo(lending, client.email, 'identity-email-own');
    acceptedBody(await callEndpoint(lending, confirmEmail, { body: { token } }));
    expect((await readPerson(lending.db.kysely, lending.vault, client.personId))?.emailVerifiedAt).not.toBeNull();
    const again = await openClientScreen(lending, 'profile-settings', { reloadOf: screen });
    await again.until(() => expect(again.text()).toContain('@example.pe (confirmed)'));
    expect(again.text()).not.toContain('Send me the link again');
  },
);

promise(
  'Las cuotas siguen iguales; es lo que más interés ahorra',
  { text: 'repay_mode_note_REDUCE_TERM' },
  async () => {
    const screen = await openClientScreen(lending, 'profile-components-payment-repay-loan', {
      jar: browserOf(await aDebtor(lending, EX2_TERMS)),
    });
    await screen.until(() => screen.find('input[value=PREPAY]'));
    await screen.press('input[value=PREPAY]');
    await screen.type('#amount', '1000');
    const savedBy = async (count: number): Promise<number> => {
      await screen.until(() => expect(screen.text()).toContain(`Afterwards: ${count} to pay`));
      const saved = /You saveS\/ ([\d.,]+)/.exec(screen.text())?.[1] ?? '0';
      return Number(saved.replace(/\D/g, ''));
    };
    // Chosen before anybody chooses.
    expect(screen.find<HTMLInputElement>('input[name=mode]:checked').value).toBe('REDUCE_TERM');
    const most = await savedBy(4);
    await screen.press('input[value=REDUCE_INSTALLMENT]');
    expect(most).toBeGreaterThan(await savedBy(6));
  },
);

async function atTransfer(): Promise<ClientScreen> {
  const debtor = await aDebtor(lending);
  const { id } = await startPayment(lending, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const jar = browserOf(debtor);
  const screen = await openClientScreen(lending, 'profile-components-viabcp-method', { jar, search: `?p=${id}` });
  await screen.until(() => expect(screen.text()).toContain('S/ 509,44'));
  return screen;
}

promise('Código interbancario (CCI)', { text: 'viabcp_cci' }, async () => {
  const screen = await atTransfer();
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const button = [...document.querySelectorAll('button')].find((each) => /CCI/.test(each.textContent ?? each.title));
  (button ?? screen.find('[aria-label*=CCI]')).click();
  await screen.until(() => expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^\d{20}$/)));
});

promise(
  'Cerramos la sesión después de 15 minutos sin uso, para que nadie más vea tus datos.',
  { text: 'inactivity_lead' },
  async () => {
    const screen = await atTransfer();
    await lockedByInactivity(lending, screen);
    expect(document.body.textContent).not.toMatch(/S\/|509|BCP/);
  },
);

/** The box ticked, the code on its way. */
async function atCode() {
  const { applicant, screen, send } = await beforeCode();
  await send();
  return { applicant, screen, send: () => screen.press('form button[type=submit]') };
}

/** The box of the agreement ticked, before the press that sends the code. */
async function beforeCode() {
  const { applicant } = await anAgreement(lending);
  const screen = await openClientScreen(lending, 'application-agreement', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('#acceptTerms'));
  await screen.press('#acceptTerms');
  return { applicant, screen, send: () => screen.press('form button[type=submit]') };
}

promise(
  'Ese código no es correcto. Tiene 6 números: revisa el último mensaje.',
  { text: 'errors.code.invalid' },
  async () => {
    const { applicant, screen, send } = await atCode();
    await screen.until(() => screen.find('#code'));
    await screen.type('#code', anotherCode(await codeTo(lending, applicant.phone)));
    await send();
    await screen.until(() => expect(screen.find('#code-error').textContent).toContain('That code is not right.'));
    // Of the code, and of nothing else.
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
  },
);

promise(
  'Demasiados intentos seguidos. Puedes intentar de nuevo desde las {time}.',
  { text: 'errors.form.too_many_until' },
  async () => {
    const { applicant, screen, send } = await beforeCode();
    const { headers } = applicant;
    for (let sent = 0; sent < 5; sent++) {
      acceptedBody(await callEndpoint(lending, sendAgreementCode, { headers }));
      lending.clock.pass({ minutes: 2 });
    }
    await send();
    // When it ends, and another way in.
    await screen.until(() => expect(screen.text()).toMatch(/You can try again from \d\d:\d\d\. Cannot wait\?/));
    expect(screen.find('a[href^="https://wa.me/"]').closest('[role=alert], .note, p')?.textContent).toContain(
      'can help you',
    );
    const until = /try again from (?<time>\d\d:\d\d)/.exec(screen.text())?.groups?.['time'];
    const refused = await callEndpoint(lending, sendAgreementCode, { headers });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    const end = new Date(lending.clock.now() + seconds * 1000).toLocaleTimeString('en-GB', {
      timeZone: 'America/Lima',
      timeStyle: 'short',
    });
    expect(until).toBe(end);
  },
);
