import { describe, expect, test } from 'vitest';
import { formatAmount, formatPercent } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { contractSchedule } from '#loan/tranche.ts';
import { renderContract } from '#server/lending/loan-documents/contract.ts';
import { date, EX1_TERMS, EX2_TERMS, termsOf } from '#tests/support/loan/loans.ts';
import { SINGLE_PAY } from '#tests/support/loan/products.ts';
import { ACCOUNT, EVIDENCE, headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const VALUE_DATE = date('2026-01-15');
const loanOf = (terms: typeof EX1_TERMS) => ({ reference: 'P-2026-0000001', terms, valueDate: VALUE_DATE });
const contract = async (terms = EX1_TERMS, more: Partial<Parameters<typeof renderContract>[0]> = {}) =>
  readPdf(
    await renderContract({
      head: headOn('2026-01-15'),
      borrower: ROSA,
      loan: loanOf(terms),
      account: ACCOUNT,
      ...more,
    }),
  );

test('the lender’s number in the register of the SBS stands below its name, with the place to check it', async () => {
  const head = headOn('2026-01-15');
  const registered = { ...head, provider: { ...head.provider, registryNumber: '123-2026' } };
  const { flat } = await contract(EX1_TERMS, { head: registered });
  expect(flat).toContain('N.º 123-2026 (Res. SBS 650-2024): compruébalo con el RUC en https://www.sbs.gob.pe');
  expect((await contract()).flat).not.toContain('SBS 650-2024');
});

describe('the contract of the single payment of the examples', () => {
  test('names who signs, and every figure of the offer', async () => {
    const { flat } = await contract();
    for (const part of [
      'Contrato de préstamo P-2026-0000001',
      'Mañay Préstamos S.A.C. RUC 20999999990',
      'Rosa Elena Quispe Ñahui',
      'DNI 45678912',
      'BCP, ahorros ···· 4821',
      'S/ 500,00',
      'S/ 573,03',
      'Pagas S/ 573,03 en un solo pago, el 14/02/2026.',
      '110,00 % efectiva anual (TEA)',
      '413,44 % con IGV y de 305,67 % sin IGV',
      'interés moratorio de 16,97 % efectivo anual',
      'al 15/01/2026 es de 113,16 %',
      'extensión de 7, 14 y 30 días, hasta 3 veces seguidas',
      'Deber S/ 1,00 o menos no es atraso.',
      'Con más de 60 días de atraso',
      'Ley 27269',
      'Libro de Reclamaciones: https://manay.example/libro-de-reclamaciones/',
      'Texto versión 6',
    ]) {
      expect(flat).toContain(part);
    }
  });

  test('says in which order money pays, without what this loan cannot owe', async () => {
    const { flat } = await contract();
    expect(flat).toContain(
      'en este orden: interés moratorio, interés por los días de atraso, interés compensatorio, interés de la extensión, comisión tecnológica, comisión de administración, comisión de evaluación, comisión de extensión y capital.',
    );
    expect(flat).not.toMatch(/gasto notarial/i);
  });

  test('promises nothing that the policy does not grant', async () => {
    expect((await contract()).flat).not.toContain('Plazo para arrepentirte');
    const policy = { ...STANDARD_POLICY, changedMyMindDays: 1 };
    expect((await contract(termsOf(SINGLE_PAY, 500, 30, policy))).flat).toContain(
      'Plazo para arrepentirte: 1 día(s) desde que recibes el dinero.',
    );
    const late = { ...STANDARD_POLICY, late: { ...STANDARD_POLICY.late, countsFrom: 'EFFECTIVE_DUE_DATE' as const } };
    expect((await contract(termsOf(SINGLE_PAY, 500, 30, late))).flat).toContain(
      'desde el último día en que podías pagar sin atraso',
    );
  });
});

test('the contract of instalments has the whole schedule, row by row, and no clause of single payments', async () => {
  const { flat } = await contract(EX2_TERMS);
  for (const row of contractSchedule(EX2_TERMS, VALUE_DATE)) {
    const { number, dueDate, principalCents, interestCents, feesCents, vatCents, totalCents, closingCents } = row;
    const amounts = [principalCents, interestCents, feesCents, vatCents, totalCents, closingCents].map(formatAmount);
    expect(flat).toContain([number, formatDate(dueDate), ...amounts].join(' '));
  }
  expect(flat).toContain('Total 3.000,00 635,61 54,00 124,12 3.813,73');
  expect(flat).toContain(
    'Pagas 6 cuotas mensuales según el cronograma. La primera vence el 15/02/2026 y la última el 15/07/2026.',
  );
  expect(flat).toContain(formatPercent(132.84).replace('\u00a0', ' '));
  expect(flat).toContain('hasta 2 cuotas se adelantan; con más, se reduce el número de cuotas.');
  expect(flat).not.toContain('extensión de');
});

test('a free loan is a contract too', async () => {
  const free = { ...EX1_TERMS, pricing: { ...EX1_TERMS.pricing, teaPercent: 0, fees: [] } };
  const { flat } = await contract(free);
  expect(flat).toContain('Pagas S/ 500,00 en un solo pago');
  expect(flat).not.toContain('La comisión de evaluación');
});

describe('the signed contract', () => {
  test('ends with the evidence: when, by which code, from where, over which bytes, with which words', async () => {
    const { flat, pages } = await contract(EX1_TERMS, { signature: EVIDENCE });
    expect(pages).toBe((await contract()).pages + 1);
    const page = flat.slice(flat.indexOf('Evidencia de la firma electrónica'));
    for (const part of [
      '15/01/2026, 10:42 h (hora de Lima) 2026-01-15T15:42:07.318Z',
      'SMS al ··· ··· 321',
      EVIDENCE.challengeId,
      EVIDENCE.ip,
      EVIDENCE.userAgent,
      ...EVIDENCE.acceptances,
    ]) {
      expect(page).toContain(part);
    }
    // A hash may break at the edge of its cell; no sign of it may be lost.
    const unbroken = page.replaceAll(' ', '');
    for (const { sha256 } of EVIDENCE.documents) expect(unbroken).toContain(sha256);
    expect(unbroken).toContain(EVIDENCE.seal);
  });

  test('has none of it before it is signed', async () => {
    expect((await contract()).flat).not.toContain('Evidencia de la firma');
  });
});

describe('for a screen reader', () => {
  test('language, title, headings, clauses, lists and tables with heads are in the structure', async () => {
    const { info, mark, roles } = await contract();
    expect(info).toMatchObject({ Title: 'Contrato de préstamo P-2026-0000001', Language: 'es-PE' });
    expect(mark).toMatchObject({ Marked: true });
    const expected = ['Document', 'H1', 'H2', 'P', 'Sect', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Lbl', 'LBody'];
    expect([...roles]).toEqual(expect.arrayContaining(expected));
  });

  test('the English copy is in English, and says that it does not bind', async () => {
    const { flat, info } = await contract(EX1_TERMS, { head: headOn('2026-01-15', 'en') });
    expect(info).toMatchObject({ Title: 'Loan contract P-2026-0000001', Language: 'en-US' });
    expect(flat).toContain('Courtesy translation.');
    expect(flat).toContain('You pay S/ 573,03 in a single payment, on 14/02/2026.');
    expect(flat).toContain('413,44 % with IGV and 305,67 % without IGV');
  });
});

test('the same contract is the same bytes', async () => {
  const content = { head: headOn('2026-01-15'), borrower: ROSA, loan: loanOf(EX1_TERMS), signature: EVIDENCE };
  const [first, second] = [await renderContract(content), await renderContract(content)];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});

test('a contract has nothing of the papers that were printed before and beside it, with which it shares its fonts', async () => {
  const content = { head: headOn('2026-01-15'), borrower: ROSA, loan: loanOf(EX1_TERMS), signature: EVIDENCE };
  const other = { ...content, head: headOn('2026-01-15', 'en'), borrower: { ...ROSA, name: 'Žofie Łucja Ŵyn' } };
  const first = await renderContract(content);
  const [beside, second] = await Promise.all([renderContract(other), renderContract(content)]);
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  expect((await readPdf(beside)).flat).toContain('Žofie Łucja Ŵyn');
});

describe('who was asked about the client', () => {
  const provider = 'Central de Prueba S.A.';

  test.each([
    [
      'nobody',
      { provider: '', kinds: [] },
      'no consultamos centrales de riesgo, ni registros de identidad o de cuentas.',
    ],
    [
      'about the account alone',
      { provider, kinds: ['account-holder'] },
      `preguntamos a ${provider}, y le dimos solo los datos que esa pregunta necesita: si la cuenta del depósito es tuya. No consultamos centrales de riesgo para esta solicitud.`,
    ],
    [
      'also a bureau',
      { provider, kinds: ['account-holder', 'bureau'] },
      'si la cuenta del depósito es tuya y tu calificación en su central de riesgo.',
    ],
  ] as const)('%s', async (_, consulted, sentence) => {
    const { flat } = await contract(EX1_TERMS, { consulted });
    expect(flat).toContain(sentence);
    const asksBureau = (consulted.kinds as readonly string[]).includes('bureau');
    expect(/no consultamos centrales de riesgo/i.test(flat)).toBe(!asksBureau);
  });

  test('is not said where nobody applied here', async () => {
    expect((await contract()).flat).not.toContain('centrales de riesgo');
  });
});
