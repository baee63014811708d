/** A cookie of the whole site. `Lax`: it comes along when somebody follows a link to us. */
export function siteCookie(
  name: string,
  value: string,
  options: { readonly days: number; readonly httpOnly: boolean; readonly secure: boolean },
): string {
  const maxAgeSeconds = options.days * 86_400;
  const flags = [options.httpOnly && 'HttpOnly', options.secure && 'Secure'].filter(Boolean);
  return [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax', ...flags].join('; ');
}

/** The value of a cookie a request brings. */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
