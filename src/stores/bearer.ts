/**
 * Builds the header of a signed-in browser (product-spec §7), for scripts that are in every page. Not js-cookie, which
 * would be eight times this: `auth` is a token without signs that a cookie encodes.
 */
export function bearer(): { readonly authorization: string } | null {
  const token = document.cookie.match(/\bauth=([\w-]+)/);
  return token && { authorization: `Bearer ${token[1]}` };
}
