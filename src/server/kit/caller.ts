import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The caller, for rate limits, staff networks and records: the socket's address or, behind `trustedProxies` proxies of
 * our own, the address that the outermost of them saw. `X-Forwarded-For` is otherwise ignored, because anybody can set
 * it. An entry that is not an address counts as the socket's.
 */
export function callerOf(c: Context, trustedProxies: number): string {
  const socketAddress = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  const hops = trustedProxies === 0 ? [] : (c.req.header('x-forwarded-for') ?? '').split(',');
  return callerAt(hops.at(-trustedProxies)) ?? callerAt(socketAddress) ?? 'in-process';
}

/** The address as proxies write it: `203.0.113.7:40001`, `"[2001:db8::1]:443"`, `fe80::1%eth0`. */
function callerAt(written = ''): string | undefined {
  const bare = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  const parts = /^\s*\[([^\]]+)\](?::\d{1,5})?\s*$/.exec(bare) ?? /^\s*([\d.]+):\d{1,5}\s*$/.exec(bare);
  const address = (parts?.[1] ?? bare).trim().replace(/%.*$/, '');
  return isIP(address) === 0 ? undefined : network(address);
}

/** A home or phone has a whole /64 of IPv6 addresses: it counts as one caller. Mapped IPv4 is IPv4. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = canonical.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(mapped)) return mapped;
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
