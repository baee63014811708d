/**
 * The cookies in which the calculator keeps a selection (product-spec §3), spelled as the spec spells them. Here and not
 * with the calculator, because logging out removes them on pages without one.
 */
export const SELECTION_COOKIES = {
  amount: 'calc_selected_amount',
  term: 'calc_selected_term',
  productType: 'calc_selected_product_type',
  productId: 'calc_selected_product_id',
} as const;
export const TOP_UP_AMOUNT_COOKIE = 'calc_selected_topup_amount';

/** What logging out removes; the product may stay (product-spec §4). */
export const COOKIES_OF_A_CLIENT: readonly string[] = [
  SELECTION_COOKIES.amount,
  SELECTION_COOKIES.term,
  TOP_UP_AMOUNT_COOKIE,
];
