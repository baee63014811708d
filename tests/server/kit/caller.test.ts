import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { callerOf } from '#server/kit/caller.ts';

async function caller(remoteAddress: string | undefined, forwarded: string | undefined, trustedProxies: number) {
  const app = new Hono().get('/', (c) => c.text(callerOf(c, trustedProxies)));
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const env = remoteAddress === undefined ? undefined : { incoming: { socket: { remoteAddress } } };
  return (await app.request('/', { headers }, env)).text();
}

test.each<[string, string | undefined, string | undefined, number, string]>([
  ['the socket’s address', '203.0.113.7', undefined, 0, '203.0.113.7'],
  ['a header anybody can write is ignored', '203.0.113.7', '1.1.1.1', 0, '203.0.113.7'],
  ['behind one proxy, the address it saw', '10.0.0.1', '6.6.6.6, 203.0.113.7', 1, '203.0.113.7'],
  ['behind two, the address the outer one saw', '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
  ['a proxy that says nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['fewer hops than proxies', '10.0.0.1', '203.0.113.7', 2, '10.0.0.1'],
  ['IPv4 written as IPv6', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
  ['one home of IPv6 addresses', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['another address of that home', '2001:db8:1:2::ffff', undefined, 0, '2001:db8:1:2::/64'],
  ['a short IPv6 address', '2001:db8::1', undefined, 0, '2001:db8:0:0::/64'],
  ['the machine itself', '::1', undefined, 0, '0:0:0:0::/64'],
  ['no socket at all', undefined, undefined, 0, 'in-process'],
  ['with its port', '10.0.0.1', '6.6.6.6, 198.51.100.8:40001', 1, '198.51.100.8'],
  ['IPv6 with its port', '10.0.0.1', '[2001:db8:1:2::7]:443', 1, '2001:db8:1:2::/64'],
  ['IPv6 in brackets', '10.0.0.1', '[2001:db8:1:2::7]', 1, '2001:db8:1:2::/64'],
  ['between quotes and spaces', '10.0.0.1', '6.6.6.6,  " [2001:db8:1:2::7]:443 " ', 1, '2001:db8:1:2::/64'],
  ['another spelling of IPv6', '10.0.0.1', '2001:0DB8:0001:2:0:0:0:7', 1, '2001:db8:1:2::/64'],
  ['IPv6 with a zone', 'fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
  ['mapped IPv4 in hexadecimal', '::FFFF:cb00:7107', undefined, 0, '203.0.113.7'],
  ['mapped IPv4 with a port', '10.0.0.1', '[::ffff:203.0.113.7]:40001', 1, '203.0.113.7'],
  ['a word', '10.0.0.1', '6.6.6.6, unknown', 1, '10.0.0.1'],
  ['nothing after the comma', '10.0.0.1', '6.6.6.6, ', 1, '10.0.0.1'],
  ['a number too many', '10.0.0.1', '203.0.113.7.9', 1, '10.0.0.1'],
  ['octal numbers', '10.0.0.1', '0313.0.0161.07', 1, '10.0.0.1'],
  ['two addresses without a comma', '10.0.0.1', '203.0.113.7 203.0.113.8', 1, '10.0.0.1'],
  ['a port that is none', '10.0.0.1', '203.0.113.7:http', 1, '10.0.0.1'],
  ['junk of a socket', 'somewhere', '::g', 1, 'in-process'],
])(
  'the caller is who the trusted hops saw: %s',
  { tags: ['asvs-4.1.3', 'asvs-15.3.4'] },
  async (_, remoteAddress, forwarded, trustedProxies, expected) => {
    expect(await caller(remoteAddress, forwarded, trustedProxies)).toBe(expected);
  },
);
