import { execFileSync } from 'node:child_process';
import { addDays } from '#loan/calendar.ts';
import { cents, percentOf } from '#loan/money.ts';
import { signXml } from '#server/kit/sign-xml.ts';
import { documentName } from '#server/lending/tax-documents/document-name.ts';
import { linesToIssue, type TaxDocument } from '#server/lending/tax-documents/tax-document.ts';
import { problemsOf } from '#server/lending/tax-documents/tax-document-rules.ts';
import { writeTaxDocument } from '#server/lending/tax-documents/write-tax-document.ts';
import { judge, whyNoJudges } from '#tests/support/tax-documents/judges.ts';
import { creditNote, receipt, taxLine, testKey } from '#tests/support/tax-documents/tax-documents.ts';
import type { Row } from './table.ts';

const BATCH = 500;
const REASONS = ['01', '06', '07', '09'] as const;

/** How documents fared: what our own checks and the judges say of them. */
export interface Fared {
  readonly documents: number;
  readonly ownProblems: number;
  /** To check, write and sign them all. */
  readonly writingMs: number;
  /** Undefined when the judges cannot be asked here. */
  readonly refused: number | undefined;
  /** How many documents the judges told something of, by its code. */
  readonly told: ReadonlyMap<string, number>;
}

/** Checks, writes and signs documents, and asks SUNAT’s judges about them in batches, where they are. */
export function judgeDocuments(documents: Iterable<TaxDocument>): Fared {
  const asks = whyNoJudges() === undefined;
  const told = new Map<string, number>();
  const sum = { documents: 0, ownProblems: 0, writingMs: 0, refused: 0 };
  let batch = new Map<string, string>();
  const ask = () => {
    for (const { accepted, said } of asks ? judge(batch).values() : []) {
      if (!accepted) sum.refused += 1;
      for (const code of said) told.set(code, (told.get(code) ?? 0) + 1);
    }
    batch = new Map();
  };
  const key = testKey();
  for (const document of documents) {
    const startMs = performance.now();
    const problems = problemsOf(document);
    const { xml } = signXml(writeTaxDocument(document), key);
    sum.writingMs += performance.now() - startMs;
    sum.documents += 1;
    if (problems.length > 0) sum.ownProblems += 1;
    batch.set(documentName(document), xml);
    if (batch.size === BATCH) ask();
  }
  if (batch.size > 0) ask();
  return { ...sum, refused: asks ? sum.refused : undefined, told };
}

/** Documents of every kind and size, always the same ones. */
function* samples(count: number): Generator<TaxDocument> {
  for (let at = 0; at < count; at += 1) {
    const net = (part: number) => cents(1 + ((at * 7919 + part * 104_729) % 250_000));
    const charged = Array.from({ length: 1 + (at % 4) }, (_, part) => {
      const base = net(part);
      return taxLine(`Interés de la cuota ${part + 1}`, base, percentOf(base, 18));
    });
    const lines = linesToIssue(charged);
    const issueDate = addDays(receipt().issueDate, at % 28);
    const made = { number: at + 1, issueDate, lines };
    const corrects = {
      series: 'B001',
      number: at + 1,
      reason: REASONS[at % 4] ?? '09',
      words: 'Pago devuelto',
    } as const;
    if (lines.length > 0) yield at % 5 === 4 ? creditNote({ ...made, corrects }) : receipt(made);
  }
}

/** The documents of generated lives of loans, as the test of their properties writes them. */
function judgeLives(count: number): { readonly written: number; readonly refused: number; readonly told: string } {
  const file = 'tests/server/lending/tax-documents/generated-lives.test.ts';
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'service',
    file,
  ];
  const env = { ...process.env, TAX_DOCUMENTS: String(count) };
  const said = execFileSync(process.execPath, words, { encoding: 'utf8', env, maxBuffer: 100_000_000 });
  const [json = '{}'] = /\{"written".*\}/.exec(said) ?? [];
  const { written, refused, told } = JSON.parse(json) as {
    written: number;
    refused: string[];
    told: [string, number][];
  };
  return { written, refused: refused.length, told: told.map(([code, of]) => `${code} on ${of}`).join(', ') || '–' };
}

/** Tax documents: how long to write and sign them, and whether SUNAT’s own rules accept every one. */
export function benchTaxDocuments([count = 1_000]: readonly number[]): Promise<Row[]> {
  const lives = judgeLives(count);
  const { documents, ownProblems, writingMs, refused, told } = judgeDocuments(samples(count));
  const observations = [...told].map(([code, of]) => `${code} on ${of}`).join(', ');
  return Promise.resolve([
    {
      documents,
      'written and signed (s)': (writingMs / 1000).toFixed(2),
      'per 1,000 (s), at most 10': (writingMs / documents).toFixed(2),
      'own problems': ownProblems,
      'refused by the judges': refused ?? `not asked: ${whyNoJudges()}`,
      'said by the judges': observations || '–',
      'of generated lives': `${lives.written}, ${whyNoJudges() ? 'not judged' : `${lives.refused} refused, ${lives.told}`}`,
    },
  ]);
}
