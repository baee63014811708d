import { expect, test } from 'vitest';
import { readRefund } from '#server/lending/gateways/card/niubiz-answers.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';

test.each<[string, number, unknown, object]>([
  [
    'whole',
    200,
    { errorCode: 0, data: { CODERROR: '100', CODIGODEVOLUCION: '77' } },
    { kind: 'registered', reference: '77' },
  ],
  ['a refusal of the refund', 200, { errorCode: 0, data: { CODERROR: '110' } }, { kind: 'refused', code: '110' }],
  ['a refusal of the request', 400, { errorCode: 7, errorMessage: 'x' }, { kind: 'refused', code: '7' }],
])('an answer of the refund API is read: %s', (_, status, body, outcome) => {
  expect(readRefund('test', { status, text: JSON.stringify(body) })).toEqual(outcome);
});

test.each([
  {},
  { errorCode: 0, data: {} },
  { errorCode: 0, data: { CODERROR: '100' } },
  { errorCode: 1, data: { CODERROR: '100', CODIGODEVOLUCION: '77' } },
])('an answer of the refund API that is not whole does not count: %j', (body) => {
  expect(() => readRefund('test', { status: 200, text: JSON.stringify(body) })).toThrow(NoAnswer);
});
