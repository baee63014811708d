import { SELECTION_DAYS } from '#api/selection-days.ts';

/** The selection's cookies as the spec names them (product-spec §3); here, because logging out removes them. */
export const SELECTION_COOKIES = {
  amount: 'calc_selected_amount',
  term: 'calc_selected_term',
  productType: 'calc_selected_product_type',
  productId: 'calc_selected_product_id',
} as const;

/** How they are kept. Over http, as on a laptop, some browsers refuse `Secure`. */
export function keptCookie() {
  return { expires: SELECTION_DAYS, sameSite: 'lax', secure: location.protocol === 'https:' } as const;
}

export const TOP_UP_AMOUNT_COOKIE = 'calc_selected_topup_amount';

/** Removed on logging out; the product may stay (product-spec §4). */
export const COOKIES_OF_A_CLIENT: readonly string[] = [
  SELECTION_COOKIES.amount,
  SELECTION_COOKIES.term,
  TOP_UP_AMOUNT_COOKIE,
];
