import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { signXml, verifySignedXml } from '#server/kit/sign-xml.ts';
import { taxOf } from '#server/lending/parameters/policies.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { composeTaxDocument, type KeyedLine, notesOf } from '#server/lending/tax-documents/compose-tax-document.ts';
import { documentName } from '#server/lending/tax-documents/document-name.ts';
import { type TaxDocument, totalsOf } from '#server/lending/tax-documents/tax-document.ts';
import { problemsOf, problemsOfCorrection } from '#server/lending/tax-documents/tax-document-rules.ts';
import { writeTaxDocument } from '#server/lending/tax-documents/write-tax-document.ts';
import { runs } from '#tests/scope.ts';
import type { DocumentedLoan, IssuedForTest } from '#tests/support/loan/documented-loan.ts';
import { anyCommands, anyRules, anyTerms, live } from '#tests/support/loan/generated-lives.ts';
import { judge, whyNoJudges } from '#tests/support/tax-documents/judges.ts';
import { testKey } from '#tests/support/tax-documents/tax-service.ts';

const POLICY = taxOf([
  {
    kind: 'policy',
    key: 'tax-documents',
    value: SEED_POLICIES['tax-documents'],
    validFrom: '2026-01-01',
    validTo: null,
  },
]);
const BUYER = { documentCode: '1', documentNumber: '45678912', name: 'Rosa María Quispe Ñahui' } as const;
/** How many documents are written: so many are asked for by `npm run bench -- tax-documents`. */
const WANTED = Number(process.env['TAX_DOCUMENTS'] ?? runs(800));
const BATCH = 500;

type Issued = IssuedForTest & { readonly number: number };

/** The documents of a life as the service composes them, numbered from the last one of each series on. */
function documentsOf(life: DocumentedLoan, last: { receipt: number; note: number }): TaxDocument[] {
  const receipts: Issued[] = [];
  const left = new Map<string, KeyedLine[]>();
  const leftOf = ({ id, number }: Issued) => ({
    id,
    series: POLICY.series.receipt,
    number,
    lines: (left.get(id) ?? []).map((line) => ({ ...line, documentId: id })),
  });
  const loan = { number: 'P-2026-0000001', terms: life.loan.terms };
  return life.issued.map((issued) => {
    const { date, lines } = issued;
    const of = { policy: POLICY, date, buyer: BUYER, loan, owed: [], lines };
    const receipt = receipts.find(({ id }) => id === issued.corrects);
    if (!receipt) {
      last.receipt += 1;
      receipts.push({ ...issued, number: last.receipt });
      left.set(issued.id, [...lines]);
      return composeTaxDocument({ ...of, number: last.receipt });
    }
    last.note += 1;
    const takenBack = lines.map((line) => ({ ...line, documentId: receipt.id }));
    const [note] = notesOf({ receipt: [], takenBack }, [leftOf(receipt)]);
    if (!note) throw new Error('a credit note of nothing');
    left.set(
      receipt.id,
      (left.get(receipt.id) ?? []).map((line) => less(line, lines)),
    );
    return composeTaxDocument({ ...of, number: last.note, corrected: note });
  });
}

function less(line: KeyedLine, back: readonly KeyedLine[]): KeyedLine {
  const of = back.find(({ key }) => key === line.key);
  return of
    ? { ...line, netCents: cents(line.netCents - of.netCents), vatCents: cents(line.vatCents - of.vatCents) }
    : line;
}

test(
  'every document of generated lives passes our own rules, its signature, and SUNAT’s judges where they are',
  () => {
    const last = { receipt: 0, note: 0 };
    const told = new Map<string, number>();
    let [written, refused] = [0, [] as string[]];
    let batch = new Map<string, string>();
    const ask = () => {
      for (const [name, { accepted, said }] of whyNoJudges() === undefined ? judge(batch) : []) {
        if (!accepted) refused = [...refused, name];
        for (const code of said) told.set(code, (told.get(code) ?? 0) + 1);
      }
      batch = new Map();
    };
    const lives = fc.property(anyTerms, anyRules, anyCommands, (terms, rules, commands) => {
      if (written >= WANTED) return;
      const receipts = new Map<string, { document: TaxDocument; lowered: { netCents: number; vatCents: number } }>();
      for (const document of documentsOf(live(terms, rules, commands), last)) {
        expect(problemsOf(document, calendarDate('2040-01-01'))).toEqual([]);
        const { netCents, vatCents } = totalsOf(document);
        const own = receipts.get(String(document.corrects?.number));
        if (own) {
          expect(problemsOfCorrection(document, own.document, own.lowered)).toEqual([]);
          own.lowered = { netCents: own.lowered.netCents + netCents, vatCents: own.lowered.vatCents + vatCents };
        } else receipts.set(String(document.number), { document, lowered: { netCents: 0, vatCents: 0 } });
        const { xml } = signXml(writeTaxDocument(document), testKey());
        expect(verifySignedXml(xml).kind).toBe('valid');
        batch.set(documentName(document), xml);
        written += 1;
        if (batch.size === BATCH) ask();
      }
    });
    fc.assert(lives, { seed: 20_260_212, numRuns: Math.ceil(WANTED / 2) });
    if (batch.size > 0) ask();
    if (process.env['TAX_DOCUMENTS'])
      console.log(JSON.stringify({ written, refused, told: [...told], judges: whyNoJudges() }));
    expect(written).toBeGreaterThanOrEqual(WANTED);
    expect(last.note).toBeGreaterThan(0);
    expect([refused, [...told]]).toEqual([[], []]);
  },
  60_000 + 500 * WANTED,
);
