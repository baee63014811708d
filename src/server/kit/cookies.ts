import { COOKIES, type CookieName } from '#api/cookies.ts';

/**
 * A cookie of the whole site, for as long and as visible as the table of cookies says; with 0 seconds it goes. `Lax`: it
 * comes along when somebody follows a link to us. Browsers except Safari keep a `Secure` cookie of http://localhost too.
 */
export function siteCookie(name: CookieName, value: string, seconds: number = COOKIES[name].seconds): string {
  const attributes = ['Path=/', `Max-Age=${seconds}`, 'SameSite=Lax', 'Secure'];
  return [`${name}=${value}`, ...attributes, ...(COOKIES[name].scripts ? [] : ['HttpOnly'])].join('; ');
}

/** The value of a cookie a request brings. */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
