import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeviceCheck, RiskReason, SightingCounts } from '#server/lending/gateways/device-risk/device-risk.ts';
import { sandboxDeviceRisk } from '#server/lending/gateways/device-risk/sandbox-device-risk.ts';
import { assessVelocity, velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { forAll } from '#tests/support/for-all.ts';

const ALONE: SightingCounts = { peopleOnDevice: 1, peopleOnBankAccount: 1, peopleOnPhone: 1 };
const CHECK: DeviceCheck = {
  blackbox: 'x',
  blackboxState: 'ok',
  ip: '190.12.0.1',
  ipCountry: 'PE',
  isCrawler: false,
  counts: ALONE,
};

test.each<[string, Partial<DeviceCheck>, Partial<SightingCounts>, string, RiskReason[]]>([
  ['a person alone', {}, {}, 'ALLOW', []],
  ['two people on one device', {}, { peopleOnDevice: 2 }, 'ALLOW', []],
  ['three people on one device', {}, { peopleOnDevice: 3 }, 'REVIEW', ['device-shared']],
  ['a bank account of two', {}, { peopleOnBankAccount: 2 }, 'REVIEW', ['bank-account-shared']],
  ['a phone of two', {}, { peopleOnPhone: 2 }, 'REVIEW', ['phone-shared']],
  [
    'a bank account and a phone of two',
    {},
    { peopleOnBankAccount: 2, peopleOnPhone: 2 },
    'DENY',
    ['bank-account-shared', 'phone-shared'],
  ],
  ['an address abroad', { ipCountry: 'BR' }, {}, 'REVIEW', ['foreign-network']],
  ['an address of an unknown country', { ipCountry: undefined }, {}, 'ALLOW', []],
  ['a crawler', { isCrawler: true }, {}, 'REVIEW', ['crawler']],
  ['a blocked script', { blackbox: undefined, blackboxState: 'blocked' }, {}, 'ALLOW', ['no-blackbox']],
  [
    'a script too slow, from abroad',
    { blackboxState: 'timeout', ipCountry: 'us' },
    {},
    'REVIEW',
    ['foreign-network', 'no-blackbox'],
  ],
])('%s', async (_, change, counts, outcome, reasons) => {
  const check = { ...CHECK, ...change, counts: { ...ALONE, ...counts } };
  expect(await velocityRules.check(check)).toEqual({ outcome, reasons, isVouched: false, ref: 'velocity-1' });
});

test('a missing blackbox never changes the outcome', () => {
  const count = fc.integer({ min: 1, max: 5 });
  const counts = fc.record({ peopleOnDevice: count, peopleOnBankAccount: count, peopleOnPhone: count });
  forAll(800, [counts, fc.boolean(), fc.constantFrom('PE', 'CL', undefined)], (seen, isCrawler, ipCountry) => {
    const check = { ...CHECK, counts: seen, isCrawler, ipCountry };
    expect(assessVelocity({ ...check, blackboxState: 'timeout' }).outcome).toBe(assessVelocity(check).outcome);
  });
});

test('the sandbox judges by the rules, or as its page says', async () => {
  const { app, gateway } = sandboxDeviceRisk();
  const choose = (choice: string) =>
    app.request('/sandbox/device-risk', { method: 'POST', body: new URLSearchParams({ choice }) });
  expect(await gateway.check(CHECK)).toMatchObject({ outcome: 'ALLOW', ref: 'velocity-1' });
  await choose('DENY');
  expect(await gateway.check(CHECK)).toEqual({ outcome: 'DENY', reasons: [], isVouched: false, ref: 'sandbox' });
  await choose('ALLOW');
  expect(await gateway.check(CHECK)).toMatchObject({ outcome: 'ALLOW', isVouched: true });
  expect(await gateway.check({ ...CHECK, blackboxState: 'timeout' })).toMatchObject({ isVouched: false });
  expect(await gateway.check({ ...CHECK, blackbox: undefined })).toMatchObject({ isVouched: false });
  await choose('no answer');
  await expect(gateway.check(CHECK)).rejects.toThrow(NoAnswer);
  expect(await (await app.request('/sandbox/device-risk')).text()).toContain('DENY (sandbox)');
});
