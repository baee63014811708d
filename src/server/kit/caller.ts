import { isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The caller for rate limits: the socket's address or, behind `trustedProxies` proxies of our own, the address the
 * outermost of them saw. `X-Forwarded-For` is otherwise ignored: anybody can set it.
 */
export function callerOf(c: Context, trustedProxies: number): string {
  const socketAddress = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'in-process';
  if (trustedProxies === 0) return network(socketAddress);
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return network(hops.at(-trustedProxies) || socketAddress);
}

/** A home or phone has a whole /64 of IPv6 addresses: it counts as one caller. Mapped IPv4 is IPv4. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 45);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
