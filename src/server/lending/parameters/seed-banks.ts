import type { Bank } from './bank-store.ts';

/**
 * Banks as public sources name them (domain 2.7); only the lengths of BCP's numbers are documented. The largest come
 * first, because most people look for one of them.
 */
export const SEED_BANKS: readonly Bank[] = [
  { id: 'bcp', name: 'BCP', code: '002', accountLengths: [13, 14] },
  { id: 'interbank', name: 'Interbank', code: '003', accountLengths: [] },
  { id: 'bbva', name: 'BBVA', code: '011', accountLengths: [] },
  { id: 'scotiabank', name: 'Scotiabank', code: '009', accountLengths: [] },
  { id: 'banco-de-la-nacion', name: 'Banco de la Nación', code: '018', accountLengths: [] },
  { id: 'banbif', name: 'BanBif', code: '038', accountLengths: [] },
  { id: 'mibanco', name: 'Mibanco', code: '049', accountLengths: [] },
  { id: 'pichincha', name: 'Banco Pichincha', code: '035', accountLengths: [] },
  { id: 'comercio', name: 'Banco de Comercio', code: '023', accountLengths: [] },
  { id: 'gnb', name: 'Banco GNB', code: '053', accountLengths: [] },
  { id: 'falabella', name: 'Banco Falabella', code: '054', accountLengths: [] },
  { id: 'santander', name: 'Banco Santander', code: '056', accountLengths: [] },
];
