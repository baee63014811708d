import { COOKIES, type CookieName } from '#api/cookies.ts';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { startPasskeySignIn } from '#api/endpoints/people/start-passkey-sign-in.ts';
import { test } from './applicant.ts';
import { strangeCookies } from './cookie-jar.ts';
import { calculator, expect } from './journey.ts';
import { call, withAccount } from './prepared.ts';

/** The top-up's own cookie is set on a running loan (tests/client-area/calculator); staff's are not a visitor's. */
const ELSEWHERE: readonly CookieName[] = ['calc_selected_topup_amount'];

const LINKS = ['/api/v1/auth/not-me', '/api/v1/profile/email/link', '/api/v1/profile/changes/stop'];

test(
  'the cookie page names every cookie that a visitor and a client come to have, and no journey sets another',
  { tag: '@promise-cookies-tags-and-what-a-browser-remembers' },
  async ({ applicant, at, say, isMobile }, { project }) => {
    // One browser and one language are enough, those of every run: the names are the same everywhere.
    if (!isMobile || project.metadata['locale'] !== 'es') return;
    const { page, who } = applicant;
    const jar = page.context();
    await page.addInitScript(() => localStorage.removeItem('manay:device-sent'));
    await page.goto(`${at('/')}?utm_source=radio&gclid=abc123`);
    const card = await calculator(page, say('calc_label'));
    await card.getByText(say('calc_single_pay'), { exact: true }).click();
    const names = async () => (await jar.cookies()).map(({ name }) => name);
    await expect.poll(names).toEqual(expect.arrayContaining(['calc_selected_term', '__Host-did']));
    expect((await jar.cookies()).find(({ name }) => name === 'marketingParams')?.value).toContain('gclid=abc123');

    const complaint = await page.request.post('/libro-de-reclamaciones/hoja/nueva', {
      headers: { 'x-forwarded-for': who.address, origin: new URL(page.url()).origin },
      multipart: {
        locale: 'es',
        firstName: who.firstName,
        lastName: who.lastName1,
        documentType: 'DNI',
        documentNumber: who.documentNumber,
        email: who.email,
        street: 'Jr. Los Álamos 123',
        district: 'Breña',
        province: 'Lima',
        department: '15',
        good: 'SERVICE',
        description: 'Préstamo de pago único',
        type: 'RECLAMO',
        detail: `Mi pago no figura, ${who.documentNumber}.`,
        request: 'Que registren mi pago con su fecha.',
        answerChannel: 'EMAIL',
        declaration: 'on',
        consent: 'on',
      },
    });
    expect(complaint.ok(), await complaint.text()).toBe(true);
    for (const link of LINKS) await page.request.get(`${link}/${'a'.repeat(43)}`);
    const consent = { purpose: 'ANALYTICS', granted: false, textVersion: 'b'.repeat(64) };
    await call(applicant, recordConsent, { body: consent });
    await withAccount(applicant);
    // Browsers without an authenticator never ask for it.
    await call(applicant, startPasskeySignIn);

    const wanted = Object.entries(COOKIES).flatMap(([name, { told }]) =>
      told === 'staff' || ELSEWHERE.includes(name as CookieName) ? [] : [name],
    );
    expect((await names()).sort()).toEqual(wanted.sort());
    expect(await strangeCookies(jar)).toEqual([]);

    await page.goto(at('/cookies'));
    const told = await page.locator('.cookies code').allTextContents();
    expect(told).toEqual(expect.arrayContaining(await names()));
  },
);
