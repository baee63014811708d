import { BlockList, isIP, isIPv6 } from 'node:net';
import { ConfigError, type Environment, readText } from '#server/kit/config.ts';

/** Tells whether staff may work from an address. */
export type StaffNetworks = (caller: string) => boolean;

export const ANY_NETWORK: StaffNetworks = () => true;

/** The lender's internal networks and its VPN. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::/64', 'fc00::/7'];
export const PRIVATE_NETWORKS: StaffNetworks = networksOf(PRIVATE);

/** Reads `STAFF_NETWORKS`: networks as `203.0.113.0/24`, separated by commas. Undefined when it is not set. */
export function readStaffNetworks(env: Environment): StaffNetworks | undefined {
  const text = readText(env, 'STAFF_NETWORKS');
  return text === undefined ? undefined : networksOf(text.split(',').map((part) => part.trim()));
}

function networksOf(networks: readonly string[]): StaffNetworks {
  // One list per address family: in a common list the IPv6 loopback would match every IPv4 address through its mapped
  // form.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const bits = Number(prefix);
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix) || bits > (family === 'ipv6' ? 64 : 32)) {
      throw new ConfigError(
        `STAFF_NETWORKS must be a list of networks such as 203.0.113.0/24 or 2001:db8::/64 (of IPv6 the first 64 bits count), but it has "${network}".`,
      );
    }
    lists[family].addSubnet(address, bits, family);
  }
  return (caller) => {
    // An IPv6 caller is identified by its network.
    const address = caller.replace(/\/64$/, '');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return isIP(address) !== 0 && lists[family].check(address, family);
  };
}
