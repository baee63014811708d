import { expect, test } from 'vitest';
import { PRIVATE_NETWORKS, readStaffNetworks } from '#server/lending/staff/staff-networks.ts';

test.each<[string, boolean]>([
  ['10.0.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.7.7', true],
  ['127.0.0.1', true],
  ['0:0:0:0::/64', true],
  ['fd12:3456:789a:1::/64', true],
  ['2001:db8:0:1::/64', false],
  ['203.0.113.9', false],
  ['in-process', false],
  ['', false],
])('%s is in the house: %s', (caller, isInside) => {
  expect(PRIVATE_NETWORKS(caller)).toBe(isInside);
});

test('a lender names its own networks', () => {
  const isStaff = readStaffNetworks({ STAFF_NETWORKS: '203.0.113.0/24, 2001:db8::/32' });
  expect(['203.0.113.9', '203.0.114.9', '2001:db8:0:1::/64', '10.0.0.1'].map((caller) => isStaff?.(caller))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(readStaffNetworks({})).toBeUndefined();
});

test.each(['office', '203.0.113.9', '203.0.113.0/33', '203.0.113.0/x', '10.0.0.0/8,', '2001:db8::5/128'])(
  '%j stops the start',
  (text) => {
    expect(() => readStaffNetworks({ STAFF_NETWORKS: text })).toThrow('STAFF_NETWORKS must be a list of networks');
  },
);
