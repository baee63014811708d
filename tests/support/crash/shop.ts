/** Our account with the card provider's stand-in. */
export const SHOP = { merchantId: '456879852', user: 'shop', password: 'play money', ruc: '20999999990' } as const;
