import { expect, test } from 'vitest';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { payoffQuote } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { readDocumentFile } from '#server/lending/documents/document-store.ts';
import { renderPaymentReceipt } from '#server/lending/loan-documents/payment-receipt.ts';
import { renderStatement } from '#server/lending/loan-documents/statement.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { aSigner } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { BANK_CALENDAR, date, EX1, EX2, having, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { aCode, aDebtor, lookAt, payCode, withPayments } from '#tests/support/payments/payments.ts';
import { promise } from './promise.ts';
import { allTexts } from './texts.ts';

const lending = withPayments();
const TEXTS = 'src/server/lending/documents/texts';
const FEES = ['techFee', 'adminFee', 'acceleratedAcceptanceFee'] as const;

let signed: Promise<Record<'CONTRACT' | 'HOJA_RESUMEN', string>> | undefined;

/** The words of the papers that a client signed; who it is does not matter, so one signs for all. */
function signedPapers(): NonNullable<typeof signed> {
  signed ??= aSigner(lending, { personal: { street: 'Los Álamos' } }).then(async ({ headers, personId }) => {
    const { items } = acceptedBody(await callEndpoint(lending, listDocuments, { headers, query: {} }));
    const read = async (type: string): Promise<string> => {
      const id = items.find((item) => item.type === type)?.id ?? '';
      const file = await readDocumentFile(lending.db.kysely, lending.vault, { personId, id });
      return (await readPdf(file?.bytes ?? new Uint8Array())).flat;
    };
    return { CONTRACT: await read('CONTRACT'), HOJA_RESUMEN: await read('HOJA_RESUMEN') };
  });
  return signed;
}

const about = (day: string) => ({ head: headOn(day), borrower: ROSA, calendar: BANK_CALENDAR });

promise('Comisión de evaluación', { text: 'calc_results_acceleratedAcceptanceFee' }, async () => {
  const payment = paid('2026-02-14', 573.03);
  const loan = having(EX1, payment);
  const receipt = await renderPaymentReceipt({ ...about('2026-02-14'), loan, paymentId: payment.id });
  const from = date('2026-01-15');
  const statement = await renderStatement({ ...about('2026-02-14'), loan, from, to: date('2026-02-14') });
  const papers = { ...(await signedPapers()), receipt: (await readPdf(receipt)).flat };
  for (const [paper, words] of Object.entries(papers)) {
    for (const fee of FEES) {
      expect(words.toLowerCase(), `${paper} ${fee}`).toContain(MESSAGES[`calc_results_${fee}`].es.toLowerCase());
    }
  }
  // It sums them up, and names none.
  expect((await readPdf(statement)).flat).not.toMatch(/comisión/i);
});

test('no text, on a screen or on paper, calls a fee anything else', () => {
  const names = allTexts().flatMap(({ es }) => es.match(/\bcomisión (?:de |por )?\p{L}+/giu) ?? []);
  const known = /^comisión (?:tecnológica|(?:de |por )(?:administración|evaluación|extensión|pagar)|con|ni|o|se)$/i;
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.test(name))).toEqual([]);
});

promise(
  'La comisión de evaluación paga un servicio ya prestado: se cobra completa aunque pagues antes.',
  { file: `${TEXTS}/clauses.ts` },
  async () => {
    for (const words of Object.values(await signedPapers())) {
      expect(words).toContain('La comisión de evaluación paga un servicio ya prestado: se cobra completa');
    }
    const { feesCents } = payoffQuote(standingOn(EX1, { date: date('2026-01-16'), calendar: BANK_CALENDAR }));
    expect(feesCents).toMatchObject({ acceleratedAcceptanceFee: 800 });
    expect(feesCents['techFee']).toBeLessThan(1200);
  },
);

promise(
  'Con signo menos: interés, comisiones o IGV que ya habías pagado por días que no usas. Ese monto paga ahora lo demás.',
  { file: `${TEXTS}/record-texts.ts` },
  async () => {
    const [early, rest] = [paid('2026-01-15', 200), paid('2026-01-15', 2847.2)];
    const loan = having(EX2, early, rest);
    const { flat } = await readPdf(await renderPaymentReceipt({ ...about('2026-03-20'), loan, paymentId: rest.id }));
    // Days that were paid in advance and not used: their interest comes back, and pays the principal.
    expect(flat).toMatch(/Interés compensatorio −\d/);
    expect(flat).toContain('Con signo menos: interés, comisiones o IGV que ya habías pagado');
  },
);

promise('Número de pago', { text: 'paid_number' }, async () => {
  const debtor = await aDebtor(lending);
  const { id, code } = await aCode(lending, debtor);
  await payCode(lending, code, {});
  await readWebhooks(lending.context);
  const { receipt } = await lookAt(lending, debtor, id);
  // Said in one breath: the loan's own number and its first payment.
  expect(receipt).toBe(`${debtor.number}-1`);
  expect(receipt).toMatch(/^P-\d{4}-\d{7}-\d$/);
});

promise('Domicilio', { file: `${TEXTS}/common-texts.ts` }, async () => {
  const { CONTRACT: contract } = await signedPapers();
  expect(contract).toContain('Domicilio Jr. Los Álamos 123, 402, Breña, Lima, Lima Contacto');
  // No code of a place, of a choice or of a row, up to the evidence of the signature, which has its own.
  const [text = ''] = contract.split('Evidencia de la firma electrónica');
  expect(text).not.toMatch(/\b\d{6}\b|\w_\w|undefined|\bnull\b|[0-9a-f]{8}-[0-9a-f]{4}-/);
});

/** The server's seal is chance in base64url, which may look like any key. */
const withoutSeal = (paper: string): string => paper.replace(/(?<=Sello del servidor )[\w-]+/, '…');

test('no key of ours is on a paper that a client signs', async () => {
  const key = /\bvault\b|\b[A-Z]{2,}_[A-Z]/;
  const { CONTRACT, HOJA_RESUMEN } = await signedPapers();
  for (const words of [CONTRACT, HOJA_RESUMEN]) expect(withoutSeal(words)).not.toMatch(key);
  const unlucky = CONTRACT.replace(/(?<=Sello del servidor )\S+/, 'z0Ru-IY_FOoH');
  expect([key.test(unlucky), key.test(withoutSeal(unlucky))]).toEqual([true, false]);
});

/** The words for a bureau that is asked, chosen where one is; and those that hold either way, because they say so. */
const OF_A_BUREAU = new Set(['iov_check_bureau', 'papers.clauses.consulted.questions.bureau']);
const EITHER_WAY =
  /^(?:si |para este monto no |a nadie: |no consultamos |para decidir esta solicitud no )|; si además /i;

test('no text says that a credit bureau is asked, but the two that are chosen where one is', () => {
  const sentences = allTexts().flatMap(({ place, es }) =>
    es.split(/(?<=[.?!]) /).map((sentence) => ({ place, sentence: sentence.trim() })),
  );
  const speaking = sentences.filter(({ sentence }) => /central(?:es)? de riesgos?|infocorp|bur[óo]/i.test(sentence));
  expect(speaking.length).toBeGreaterThan(OF_A_BUREAU.size);
  const claims = speaking.filter(({ place, sentence }) => !OF_A_BUREAU.has(place) && !EITHER_WAY.test(sentence));
  expect(claims.filter(({ sentence }) => sentence !== 'Estoy en Infocorp, ¿puedo pedir?')).toEqual([]);
});
