import { describe, expect, test } from 'vitest';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import {
  anAgreement,
  anApplicant,
  aSigner,
  detailsOf,
  readAgreement,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import { accept, anOffer, lowerTheCap, refusedUnchanged, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  test('the papers of EX1 have their hashes, their pages, their figures, and the words that are signed', async () => {
    const { applicant, offer } = await anOffer(lending);
    await accept(lending, applicant, offer.offerId);
    const agreement = await readAgreement(lending, applicant);
    expect(agreement).toMatchObject({
      summary: { principal: 500, total: 573.03, dueDate: '2026-02-14', tea: 110, tcea: 413.44 },
      changed: [],
      acceptance: expect.stringContaining(
        'Leí el contrato con su cronograma, la hoja resumen y el aviso de privacidad',
      ),
      expiresAt: offer.validUntil,
    });
    expect(agreement.documents.map(({ type }) => type)).toEqual([
      'CONTRACT',
      'HOJA_RESUMEN',
      'SCHEDULE',
      'PRIVACY_NOTICE',
    ]);
    for (const { id, sha256, pages, url } of agreement.documents) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(pages).toBeGreaterThan(0);
      expect(url).toBe(`/api/v1/documents/${id}/file`);
    }
  });

  test('each paper says its words: those of its PDF, and the account that receives', async () => {
    const { applicant, agreement } = await anAgreement(lending);
    expect(agreement.account).toMatchObject({ bank: expect.any(String), masked: expect.stringMatching(/^••••\d{4}$/) });
    for (const { words, url } of agreement.documents) {
      const file = await lending.app.request(url, { headers: applicant.headers });
      const printed = (await readPdf(new Uint8Array(await file.arrayBuffer()))).flat.replaceAll(' ', '');
      const said = words.flatMap((block) => ('text' in block ? [block.text] : 'items' in block ? block.items : []));
      expect(said.length).toBeGreaterThan(0);
      // A paragraph that goes on on the next page has the foot of the first in its middle.
      const whole = said.filter((one) => printed.includes(one.replace(/\s+/g, '')));
      expect(whole.length / said.length).toBeGreaterThan(0.9);
    }
  });

  test('what the papers say is sealed where it is kept', async () => {
    const { applicant } = await anAgreement(lending);
    const { agreements } = await writtenOf(lending, applicant);
    expect(JSON.stringify(agreements.at(-1)?.documents)).not.toContain('Quispe');
  });

  test('who reads English gets a copy of every paper, and the Spanish text that binds', async () => {
    const { agreement } = await anAgreement(lending, { language: 'en' });
    const languages = (language: string) =>
      agreement.documents.filter((document) => document.language === language).map(({ type }) => type);
    expect(languages('en')).toEqual(languages('es'));
    expect(agreement.acceptance).toContain('I accept the contract.');
  });

  test('read again they are the same papers, also by five screens at once', async () => {
    const { applicant, offer } = await anOffer(lending);
    await accept(lending, applicant, offer.offerId);
    const all = await Promise.all(Array.from({ length: 5 }, () => readAgreement(lending, applicant)));
    const later = await readAgreement(lending, applicant);
    for (const one of all) expect(one).toEqual(later);
    expect((await writtenOf(lending, applicant)).agreements).toHaveLength(1);
  });

  test('a new day makes new papers, says what changed, and the old ones are void', {
    tags: 'promise-offers-and-signing',
  }, async () => {
    const { applicant, agreement } = await anAgreement(lending);
    lending.clock.moveTo('2026-01-16');
    const renewed = await readAgreement(lending, applicant);
    expect(renewed).toMatchObject({
      summary: { total: 573.03, dueDate: '2026-02-15' },
      changed: ['dueDate'],
      expiresAt: agreement.expiresAt,
    });
    expect(renewed.agreementId).not.toBe(agreement.agreementId);
    const { agreements, events } = await writtenOf(lending, applicant);
    expect(agreements.filter(({ voided_at }) => voided_at === null).map(({ id }) => id)).toEqual([renewed.agreementId]);
    expect(events.at(-1)).toMatchObject({ event: 'agreement-renewed', actor: 'clock', to_stage: 'AGREEMENT' });
    // Told once: what is read again has not changed again.
    expect(await readAgreement(lending, applicant)).toEqual(renewed);
  });

  test('of instalments a new day changes the schedule, too', async () => {
    const inquiry = { installmentInquiry: { amount: 1000, term: 3, productId: 11 } };
    const { applicant } = await anAgreement(lending, { inquiry });
    lending.clock.moveTo('2026-01-16');
    expect((await readAgreement(lending, applicant)).changed).toEqual(expect.arrayContaining(['dueDate', 'schedule']));
  });

  test('another amount makes other papers', async () => {
    const { applicant, agreement } = await anAgreement(lending);
    const { headers } = applicant;
    const body = { amount: 200, term: 7, productId: 1 };
    const { offerId } = acceptedBody(await callEndpoint(lending, recalculateOffer, { headers, body }));
    await accept(lending, applicant, offerId);
    const other = await readAgreement(lending, applicant);
    expect(other.summary).toMatchObject({ principal: 200, dueDate: '2026-01-22' });
    const before = new Set(agreement.documents.map(({ sha256 }) => sha256));
    expect(other.documents.filter(({ type, sha256 }) => type !== 'PRIVACY_NOTICE' && before.has(sha256))).toEqual([]);
  });

  test('reading papers signs nothing', async () => {
    const { applicant } = await anAgreement(lending);
    expect(await stateOf(lending, applicant)).toMatchObject({ application: { stage: 'AGREEMENT' }, loan: null });
  });
});

describe('409', () => {
  const refusal = (applicant: Borrower) =>
    refusedUnchanged(lending, applicant, () => callEndpoint(lending, getAgreement, { headers: applicant.headers }));

  test.each(['PERSONAL', 'SCORING', 'OFFER'] as const)('at %s there are no papers', async (stage) => {
    expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
      code: 'illegal_transition',
      details: { stage },
    });
  });

  test('without an application there are none; what was signed is among the documents instead', async () => {
    expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
    expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
  });

  test('a rate above the cap of today is not printed, whether papers were shown before or not', async () => {
    const [shown, unseen] = [await anAgreement(lending), await anOffer(lending)];
    await accept(lending, unseen.applicant, unseen.offer.offerId);
    await lowerTheCap(lending, '2026-01-15', '109.99');
    expect(await refusal(shown.applicant)).toEqual({ code: 'rate_cap_changed' });
    expect(await refusal(unseen.applicant)).toEqual({ code: 'rate_cap_changed' });
  });

  test('on a day without a published cap no papers are made', async () => {
    lending.clock.moveTo('2026-04-30');
    const { applicant } = await anAgreement(lending);
    lending.clock.moveTo('2026-05-01');
    expect(await refusal(applicant)).toEqual({ code: 'parameter_missing' });
  });
});

describe('410', () => {
  test('papers that were not signed within 72 hours of the approval are gone, and the application with them', async () => {
    const { applicant } = await anAgreement(lending);
    lending.clock.moveTo('2026-01-18');
    const answer = await callEndpoint(lending, getAgreement, { headers: applicant.headers });
    expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
    expect(await stateOf(lending, applicant)).toMatchObject({ application: { stage: 'EXPIRED' }, loan: null });
  });
});
