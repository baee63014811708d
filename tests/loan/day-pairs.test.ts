import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { engineIn } from '#tests/support/loan/day-acts.ts';
import { walkPairs } from '#tests/support/loan/day-pairs.ts';
import { TRIPLE_ACTS, walkTriples } from '#tests/support/loan/day-triples.ts';
import { SPELLINGS } from '#tests/support/payments/operation-numbers.ts';

const SRC = join(import.meta.dirname, '../../src');

test('every ordered pair of acts, on one day and with a night between: what was promised is what stands (P34, P35)', async () => {
  const { pairs, possible, checks, broken } = walkPairs(await engineIn(join(SRC, 'loan')));
  console.info(`pairs of acts: ${pairs} walked, ${possible} possible, ${checks} promises held against what stands`);
  expect(broken).toEqual([]);
  expect(possible).toBeGreaterThan(500);
});

test('every ordered triple of acts of one day with a payment taken back: what was promised is what is true after it (P37)', async () => {
  const { triples, possible, orders, checks, byAct, broken } = walkTriples(await engineIn(join(SRC, 'loan')));
  const acts = [...byAct].map(([name, count]) => `${name} ${count}`).join(', ');
  console.info(
    `triples with a payment taken back: ${triples} walked, ${possible} possible, ${orders} more told in another order, ` +
      `${checks} promises held against what is true; by act: ${acts}`,
  );
  expect(broken).toEqual([]);
  expect(possible).toBeGreaterThan(3000);
  // A table in which something can never be done proves nothing of it.
  expect([...byAct.keys()].sort()).toEqual([...TRIPLE_ACTS].sort());
});

describe('a fault that is planted is found', () => {
  const copies: string[] = [];
  afterAll(() => {
    for (const copy of copies) rmSync(copy, { recursive: true });
  });

  /** A copy of a folder of the product, with one text of one of its files replaced. */
  function planted(folder: string, file: string, [was, is]: readonly [string, string]): string {
    const copy = mkdtempSync(join(tmpdir(), 'manay-fault-'));
    copies.push(copy);
    cpSync(join(SRC, folder), copy, { recursive: true });
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.split(was)).toHaveLength(2);
    writeFileSync(join(copy, file), text.replace(was, is));
    return copy;
  }

  test.each([
    ['payments before the plan of their day', 'day-order.ts', ['numbers: [decisions, ', 'numbers: [0, ']],
    [
      'the day turned round',
      'day-order.ts',
      [
        '(a.numbers[first] as number) - (b.numbers[first] as number)',
        '(b.numbers[first] as number) - (a.numbers[first] as number)',
      ],
    ],
    ['a plan without money of before', 'day-order.ts', ['fact.date >= agreed.date', 'agreed.date >= fact.date']],
    ['a top-up before money of its day', 'day-order.ts', ['return [1, 2 * topUps + 1]', 'return [-1, 2 * topUps + 1]']],
    [
      'a top-up where the bank dates it',
      'day-order.ts',
      ['laterOf(fact.knownOn ?? fact.date, latest ?? fact.date)', 'fact.date'],
    ],
    [
      'the use of one purpose',
      'payment-options.ts',
      [
        "case 'INSTALLMENT':\n      return { kind: 'ordinary', mode: 'ADVANCE' }",
        "case 'INSTALLMENT':\n      return { kind: 'ordinary', mode: 'REDUCE_TERM' }",
      ],
    ],
    ['extensions sold on a plan', 'extension.ts', ["if (first.contractLines) return 'on-a-plan';", '']],
  ] as const)('%s', async (_, file, change) => {
    expect(walkPairs(await engineIn(planted('loan', file, change)), true).broken).not.toEqual([]);
  });

  test.each([
    [
      'money of the day before its extensions, whatever was known first',
      'day-order.ts',
      [
        "if (fact.kind === 'payment') return quoteOf(fact) !== undefined && ",
        "if (fact.kind === 'payment') return false && ",
      ],
    ],
    [
      'an extension that is too late once the one before it was taken back',
      'standing.ts',
      ["refusal === 'too-late' && isPromised", "refusal === 'too-late' && false"],
    ],
    ['a price that was sold and is forgotten', 'repayment.ts', ['soldCents: bought.paidCents', '']],
    [
      'a promised price that is forgotten',
      'extension.ts',
      [
        'date <= quote.validUntil ? quote.priceCents : soldCents',
        'date > quote.validUntil ? quote.priceCents : soldCents',
      ],
    ],
  ] as const)('%s, in triples', async (_, file, change) => {
    expect(walkTriples(await engineIn(planted('loan', file, change)), true).broken).not.toEqual([]);
  });

  test('zeros compared as text', async () => {
    const copy = planted('api/field-rules', 'operation-number.ts', [".replace(/^0+(?=.)/, '')", '']);
    const { isSameOperation } = await import(/* @vite-ignore */ join(copy, 'operation-number.ts'));
    expect(SPELLINGS.every((one) => isSameOperation(one, '123456'))).toBe(false);
  });
});
