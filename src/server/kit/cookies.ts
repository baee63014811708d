/**
 * A cookie of the whole site. `Lax`: it comes along when somebody follows a link to us. Browsers except Safari keep a
 * `Secure` cookie of http://localhost too.
 */
export function siteCookie(
  name: string,
  value: string,
  options: { readonly seconds: number; readonly httpOnly: boolean },
): string {
  const attributes = ['Path=/', `Max-Age=${options.seconds}`, 'SameSite=Lax', 'Secure'];
  return [`${name}=${value}`, ...attributes, ...(options.httpOnly ? ['HttpOnly'] : [])].join('; ');
}

/** The value of a cookie a request brings. */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
