/** A signed-in browser's header (product-spec §7) for every page's scripts; js-cookie would be eight times this. */
export function bearer(): { readonly authorization: string } | null {
  const token = document.cookie.match(/\bauth=([\w-]+)/);
  return token && { authorization: `Bearer ${token[1]}` };
}
