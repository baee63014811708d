import { SELECTION_DAYS } from '#api/selection-days.ts';

/**
 * The cookies that hold the calculator's selection (product-spec §3), spelled as in the spec. Defined here because
 * logging out removes them on pages without a calculator.
 */
export const SELECTION_COOKIES = {
  amount: 'calc_selected_amount',
  term: 'calc_selected_term',
  productType: 'calc_selected_product_type',
  productId: 'calc_selected_product_id',
} as const;

/** Attributes with which they are kept. Over http, as on a laptop, some browsers refuse `Secure`. */
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
