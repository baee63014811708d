import fc from 'fast-check';
import type { TestBank } from '../loans/loan-service.ts';

export type OperatorAct = 'ask' | 'refund' | 'dispute' | 'won' | 'lost';
type Method = 'MANUAL' | 'PAGOEFECTIVO' | 'NIUBIZ';

/** Events of the money of one loan: done by clients, operators, providers, the bank and time. */
export type Command =
  | { readonly kind: 'pay'; readonly share: number; readonly method: Method }
  | { readonly kind: 'extend'; readonly term: 7 | 14 | 30; readonly method: Method }
  | {
      readonly kind: 'money-comes';
      readonly which: number;
      /** Percents of what was asked; together they may be less or more. */
      readonly parts: readonly number[];
      readonly copies: 1 | 2;
      readonly daysAgo: number;
      readonly isHeld: boolean;
    }
  | { readonly kind: 'card'; readonly which: number; readonly behaviour: 'approve' | 'take-and-hang-up' }
  | { readonly kind: 'messages-come'; readonly order: 'oldest-first' | 'newest-first' }
  | { readonly kind: 'unknown-money'; readonly soles: number }
  | { readonly kind: 'unknown-money-ends'; readonly how: 'payment' | 'loan' | 'return'; readonly which: number }
  | { readonly kind: 'operator'; readonly which: number; readonly act: OperatorAct }
  | { readonly kind: 'bank-takes-back'; readonly which: number }
  | { readonly kind: 'refund-credit' }
  | { readonly kind: 'top-up' }
  | { readonly kind: 'bank'; readonly mode: TestBank['mode'] }
  | { readonly kind: 'settle'; readonly provider: 'NIUBIZ' | 'PAGOEFECTIVO'; readonly costPercent: number }
  | { readonly kind: 'days'; readonly days: number };

const which = fc.nat({ max: 5 });
const method = fc.constantFrom<Method>('MANUAL', 'PAGOEFECTIVO', 'NIUBIZ');
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay'), share: fc.integer({ min: 1, max: 150 }), method }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('extend'),
      term: fc.constantFrom(7 as const, 14 as const, 30 as const),
      method,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('money-comes'),
      which,
      parts: fc.oneof(
        fc.constantFrom([100], [100, 100], [40, 60], [60, 40, 100], [30]),
        fc.array(fc.integer({ min: 5, max: 130 }), { minLength: 1, maxLength: 3 }),
      ),
      copies: fc.constantFrom(1 as const, 2 as const),
      daysAgo: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
      isHeld: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('card'),
      which,
      behaviour: fc.constantFrom('approve' as const, 'approve' as const, 'take-and-hang-up' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('messages-come'),
      order: fc.constantFrom('oldest-first' as const, 'newest-first' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unknown-money'), soles: fc.integer({ min: 1, max: 700 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('unknown-money-ends'),
      how: fc.constantFrom('payment' as const, 'loan' as const, 'return' as const),
      which,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('operator'),
      which,
      act: fc.constantFrom<OperatorAct>('ask', 'refund', 'refund', 'refund', 'dispute', 'won', 'lost', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bank-takes-back'), which }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('refund-credit') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('top-up') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bank'),
      mode: fc.constantFrom('pays' as const, 'pays' as const, 'lost' as const, 'rejects' as const, 'down' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      provider: fc.constantFrom('NIUBIZ' as const, 'PAGOEFECTIVO' as const),
      costPercent: fc.nat({ max: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('days'), days: fc.integer({ min: 1, max: 12 }) }) },
) as fc.Arbitrary<Command>;
