import { describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { signXml, verifySignedXml } from '#server/kit/sign-xml.ts';
import { documentName, summaryName } from '#server/lending/tax-documents/document-name.ts';
import type { TaxDocument } from '#server/lending/tax-documents/tax-document.ts';
import { problemsOf, problemsOfCorrection } from '#server/lending/tax-documents/tax-document-rules.ts';
import { writeDailySummary } from '#server/lending/tax-documents/write-daily-summary.ts';
import { writeTaxDocument } from '#server/lending/tax-documents/write-tax-document.ts';
import { judge, whyNoJudges } from '#tests/support/tax-documents/judges.ts';
import { creditNote, ISSUER, receipt, taxLine, testKey } from '#tests/support/tax-documents/tax-documents.ts';

const TODAY = calendarDate('2026-11-30');

function issuer(changes: Partial<TaxDocument['issuer']>): TaxDocument {
  return receipt({ issuer: { ...ISSUER, ...changes } });
}

function buyer(changes: { [Key in keyof TaxDocument['buyer']]?: unknown }): TaxDocument {
  const sound = { documentCode: '1', documentNumber: '45678912', name: 'ROSA QUISPE' };
  return receipt({ buyer: { ...sound, ...changes } as TaxDocument['buyer'] });
}

function corrects(changes: { [Key in keyof NonNullable<TaxDocument['corrects']>]?: unknown }): TaxDocument {
  const sound = { series: 'B001', number: 12, reason: '09', words: 'Menor interés' };
  return creditNote({ corrects: { ...sound, ...changes } as NonNullable<TaxDocument['corrects']> });
}

/** Refused by our own checks, before anything is written: the authority's code, or none where the rule is ours. */
const BY_US: readonly (readonly [fault: string, code: string | undefined, field: string, document: TaxDocument])[] = [
  ['a series of facturas', '1001', 'series', receipt({ series: 'F001' })],
  ['a series of three', '1001', 'series', receipt({ series: 'B01' })],
  ['the number 0', '1001', 'number', receipt({ number: 0 })],
  ['a number of nine digits', '1001', 'number', receipt({ number: 100_000_000 })],
  ['a day that is none', '2329', 'issueDate', receipt({ issueDate: '2026-02-29' as TaxDocument['issueDate'] })],
  ['tomorrow', '2329', 'issueDate', receipt({ issueDate: calendarDate('2026-12-01') })],
  ['a RUC with another check digit', '1005', 'issuer.ruc', issuer({ ruc: '20131312956' })],
  ['a lender without a name', '4338', 'issuer.name', issuer({ name: '' })],
  ['a lender’s name too long for a summary', '4338', 'issuer.name', issuer({ name: 'M'.repeat(101) })],
  ['a trade name with a line break', '4092', 'issuer.tradeName', issuer({ tradeName: 'Ma\nñay' })],
  ['a ubigeo of a province', '4093', 'issuer.ubigeo', issuer({ ubigeo: '150100' })],
  ['a ubigeo of no department', '4093', 'issuer.ubigeo', issuer({ ubigeo: '260101' })],
  ['an address of two letters', '4094', 'issuer.address', issuer({ address: 'Av' })],
  ['a district with a blank in front', '4098', 'issuer.district', issuer({ district: ' MIRAFLORES' })],
  ['a province too long', '4096', 'issuer.province', issuer({ province: 'L'.repeat(31) })],
  ['no department', '4097', 'issuer.department', issuer({ department: '' })],
  ['a buyer with a passport', '2016', 'buyer.documentCode', buyer({ documentCode: '7' })],
  ['a DNI of seven digits', '4207', 'buyer.documentNumber', buyer({ documentNumber: '4567891' })],
  ['a CE with a blank', '4208', 'buyer.documentNumber', buyer({ documentCode: '4', documentNumber: '00 123456' })],
  ['a buyer without a name', '2022', 'buyer.name', buyer({ name: '' })],
  ['a buyer’s name with half of a character', '2022', 'buyer.name', buyer({ name: 'ROSA \ud800' })],
  ['no line', '2956', 'lines', receipt({ lines: [] })],
  ['a thousand lines', '2023', 'lines', receipt({ lines: Array(1000).fill(taxLine('Interés', 100, 18)) })],
  ['a thousand lines of a note', '2137', 'lines', creditNote({ lines: Array(1000).fill(taxLine('Interés', 100, 18)) })],
  ['a line without words', '4084', 'lines.0.description', receipt({ lines: [taxLine('', 100, 18)] })],
  ['a line without a base', '3105', 'lines.0.netCents', receipt({ lines: [taxLine('Interés', 0, 1)] })],
  ['a line of less than nothing', '3105', 'lines.0.netCents', receipt({ lines: [taxLine('Interés', -100, 18)] })],
  ['a line without IGV', '3111', 'lines.0.vatCents', receipt({ lines: [taxLine('Interés', 2, 0)] })],
  ['IGV of another rate', '3103', 'lines.0.vatCents', receipt({ lines: [taxLine('Interés', 10_000, 1000)] })],
  ['a rate nobody knows', '3462', 'igvPercent', receipt({ igvPercent: 19 })],
  ['IGV that rounding cannot explain', '4290', 'lines', receipt({ lines: Array(9).fill(taxLine('Interés', 100, 30)) })],
  ['a receipt that corrects', undefined, 'corrects', receipt({ corrects: corrects({}).corrects })],
  ['a note of nothing', '2524', 'corrects', creditNote({ corrects: undefined })],
  ['a note of a factura', '2117', 'corrects.series', corrects({ series: 'F001' })],
  ['a note of number 0', '2117', 'corrects.number', corrects({ number: 0 })],
  ['a reason that a boleta cannot have', '2172', 'corrects.reason', corrects({ reason: '13' })],
  ['a note without a word', '2135', 'corrects.words', corrects({ words: '' })],
];

describe('our own checks refuse', () => {
  test.each(BY_US)('%s (%s)', (_, code, field, document) => {
    expect(problemsOf(document, TODAY)).toContainEqual(expect.objectContaining({ code, field }));
  });

  test('nothing that is sound', () => {
    for (const sound of [receipt(), creditNote()]) expect(problemsOf(sound, TODAY)).toEqual([]);
    const foreigner = { documentCode: '4', documentNumber: '001234567', name: 'ANA DÍAZ' } as const;
    expect(problemsOf(receipt({ buyer: foreigner }))).toEqual([]);
    expect(problemsOf(receipt({ issuer: { ...ISSUER, tradeName: undefined } }))).toEqual([]);
  });
});

/** A note against its receipt of 39,89 and 7,18. */
const AGAINST_RECEIPT: readonly (readonly [fault: string, field: string, note: TaxDocument, already: number])[] = [
  ['a note of another receipt', 'corrects', corrects({ number: 13 }), 0],
  ['a note of another lender', 'issuer.ruc', creditNote({ issuer: { ...ISSUER, ruc: '20100000009' } }), 0],
  [
    'a note for another client',
    'buyer.documentNumber',
    creditNote({ buyer: { ...receipt().buyer, documentNumber: '1' } }),
    0,
  ],
  ['a note before its receipt', 'issueDate', creditNote({ issueDate: calendarDate('2026-11-27') }), 0],
  ['a note of more than its receipt', 'lines', creditNote({ lines: [taxLine('Interés', 3990, 718)] }), 0],
  ['a note of more than is left', 'lines', creditNote(), 2990],
];

describe('against its receipt our own checks refuse', () => {
  test.each(AGAINST_RECEIPT)('%s', (_fault, field, note, netCents) => {
    const found = problemsOfCorrection(note, receipt(), { netCents: cents(netCents), vatCents: cents(0) });
    expect(found.map((problem) => problem.field)).toEqual([field]);
  });

  test('not what is left of it, to the céntimo', () => {
    const rest = creditNote({ lines: [taxLine('Interés', 2989, 538)] });
    expect(problemsOfCorrection(rest, receipt(), { netCents: 1000, vatCents: 180 })).toEqual([]);
  });
});

const DAY = calendarDate('2026-11-29');
const OF_A_DAY = [receipt(), creditNote({ issueDate: receipt().issueDate })];
/** Of every kind a sound one, of a number of its own: the judges know documents by their names. */
const SOUND = {
  receipt: (number: number) => written(receipt({ number })),
  note: (number: number) => written(creditNote({ number })),
  summary: (number: number) => ({
    name: summaryName(ISSUER.ruc, DAY, number),
    xml: writeDailySummary({ issuer: ISSUER, issueDate: DAY, number, documents: OF_A_DAY }),
  }),
};

function written(document: TaxDocument) {
  return { name: documentName(document), xml: writeTaxDocument(document) };
}

/** Refused by SUNAT's own judges: planted in the XML of our writer, then signed. */
const BY_THE_JUDGE: readonly (readonly [
  fault: string,
  said: string,
  of: keyof typeof SOUND,
  from: string | RegExp,
  to: string,
])[] = [
  ['another number than its file', '1036', 'receipt', /<cbc:ID>B001-\d+/, '<cbc:ID>B001-99'],
  ['another series than its file', '1035', 'receipt', '<cbc:ID>B001-', '<cbc:ID>B002-'],
  ['another lender than its file', '1034', 'note', /(<cbc:ID scheme[^>]*>)20131312955/, '$120100000009'],
  ['another version', '2074', 'note', '<cbc:UBLVersionID>2.1', '<cbc:UBLVersionID>2.0'],
  ['another customisation', '2072', 'receipt', '<cbc:CustomizationID>2.0', '<cbc:CustomizationID>1.0'],
  ['no kind of operation', '3205', 'receipt', ' listID="0101"', ''],
  ['a factura', '1003', 'receipt', />03<\/cbc:InvoiceTypeCode>/, '>01</cbc:InvoiceTypeCode>'],
  ['dollars in one amount', '2071', 'receipt', 'currencyID="PEN"', 'currencyID="USD"'],
  ['a legend that is none', '3027', 'receipt', 'languageLocaleID="1000"', 'languageLocaleID="1003"'],
  ['a lender without a RUC', '1007', 'receipt', 'schemeID="6"', 'schemeID="1"'],
  ['a total that does not add up', '4312', 'receipt', /(PayableAmount [^>]*>)\d+\.\d\d/, '$199.00'],
  ['a sum of lines that is none', '4309', 'receipt', /(Total><cbc:LineExtensionAmount [^>]*>)\d+\.\d\d/, '$199.00'],
  ['a total of taxes that is none', '4301', 'receipt', /(<cac:TaxTotal><cbc:TaxAmount [^>]*>)\d+\.\d\d/, '$199.00'],
  ['three decimals', '2062', 'receipt', /(PayableAmount [^>]*>\d+\.\d\d)/, '$11'],
  ['the first line twice', '2752', 'receipt', '<cbc:ID>2<', '<cbc:ID>1<'],
  ['a line of no quantity', '2024', 'receipt', 'unitCode="ZZ">1<', 'unitCode="ZZ">0<'],
  ['a line without a unit', '2883', 'receipt', ' unitCode="ZZ"', ''],
  ['a price that is none', '2410', 'receipt', 'PriceTypeCode>01<', 'PriceTypeCode>05<'],
  ['a line without affectation', '2371', 'receipt', '<cbc:TaxExemptionReasonCode>10</cbc:TaxExemptionReasonCode>', ''],
  ['a line without a rate', '3103', 'receipt', '<cbc:Percent>18.00</cbc:Percent>', ''],
  ['a tax that is none', '3007', 'receipt', '<cbc:ID>1000<', '<cbc:ID>1001<'],
  ['no tax of the whole', '2956', 'receipt', /<cac:TaxTotal>.*?<\/cac:TaxTotal>/, ''],
  [
    'payment terms',
    '3128',
    'receipt',
    '<cac:TaxTotal>',
    '<cac:PaymentTerms><cbc:PaymentMeansID>001</cbc:PaymentMeansID></cac:PaymentTerms><cac:TaxTotal>',
  ],
  [
    'elements in another order',
    'SCHEMA',
    'receipt',
    /(<cbc:ID>B001-\d+<\/cbc:ID>)(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)/,
    '$2$1',
  ],
  ['a date that is none', 'SCHEMA', 'receipt', '2026-11-28</cbc:IssueDate>', '28/11/2026</cbc:IssueDate>'],
  ['a note without a reason', '2128', 'note', '<cbc:ResponseCode>09</cbc:ResponseCode>', ''],
  ['a reason of no catalogue', '2172', 'note', '<cbc:ResponseCode>09<', '<cbc:ResponseCode>14<'],
  ['a note of a factura', '2117', 'note', 'DocumentTypeCode>03<', 'DocumentTypeCode>01<'],
  ['a note of no receipt', '2524', 'note', /<cac:BillingReference>.*<\/cac:BillingReference>/, ''],
  ['a note’s line of no quantity', '2580', 'note', 'unitCode="ZZ">1<', 'unitCode="ZZ">0<'],
  ['a summary called otherwise', '2220', 'summary', '<cbc:ID>RC-20261129-', '<cbc:ID>RC-20261129-9'],
  [
    'a summary of another day than its name',
    '2346',
    'summary',
    '2026-11-29</cbc:IssueDate>',
    '2026-11-30</cbc:IssueDate>',
  ],
  ['a summary’s line of no state', '2896', 'summary', 'ConditionCode>1<', 'ConditionCode>9<'],
  [
    'a summary that names a receipt twice',
    '3094',
    'summary',
    /(<sac:SummaryDocumentsLine><cbc:LineID>)1(.*?<\/sac:SummaryDocumentsLine>)/,
    '$11$2$19$2',
  ],
  ['a summary of another lender than its name', '1034', 'summary', 'AccountID>20131312955<', 'AccountID>20100000009<'],
];

const why = whyNoJudges();
if (why) console.info(`SUNAT’s judges are not asked about planted faults: ${why}.`);

describe.runIf(why === undefined)('SUNAT’s judges refuse', () => {
  test('each planted fault by its rule, and nothing without one', () => {
    const sound = Object.values(SOUND).map((write) => write(1));
    const planted = BY_THE_JUDGE.map(([fault, , of, from, to], index) => {
      const { name, xml } = SOUND[of](index + 11);
      const wrong = xml.replace(from, to);
      expect(wrong, fault).not.toBe(xml);
      return { name, xml: wrong };
    });
    const signed = [...sound, ...planted].map(({ name, xml }) => [name, signXml(xml, testKey()).xml] as const);
    const judgements = judge(new Map(signed));
    for (const { name } of sound) expect(judgements.get(name)).toEqual({ accepted: true, said: [] });
    const said = planted.map(({ name }) => judgements.get(name)?.said.join(' '));
    expect(said).toEqual(BY_THE_JUDGE.map(([, code]) => expect.stringContaining(code)));
  });

  test('a letter changed after signing', () => {
    const { name, xml } = SOUND.receipt(1);
    const changed = signXml(xml, testKey()).xml.replace('ROSA', 'RISA');
    expect(verifySignedXml(changed).kind).toBe('altered');
    expect(judge(new Map([[name, changed]])).get(name)?.said).toContain('SIGNATURE');
  });
});
