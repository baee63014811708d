import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { COOKIES } from '#api/cookies.ts';

/** The parameters Storyblok's editor adds to the address of its preview frame (platform 1.9). */
export interface EditorToken {
  readonly spaceId: string;
  /** Unix seconds. */
  readonly timestamp: string;
  /** Hex SHA-1 of `<space id>:<preview token>:<timestamp>`. */
  readonly token: string;
}

const LASTS_S = COOKIES['__Host-preview'].seconds;
/** Tolerance for clock differences; a token from further ahead is invalid. */
const AHEAD_S = 300;

export function signEditorToken(spaceId: string, timestamp: string, previewToken: string): string {
  return createHash('sha1').update(`${spaceId}:${previewToken}:${timestamp}`).digest('hex');
}

/**
 * Tells whether a request comes from the editor of this space, within the last hour. It must check the signature, not
 * just that the parameters are there, because anybody can add them.
 */
export function isEditorToken(
  { spaceId, timestamp, token }: EditorToken,
  known: { readonly spaceId: number; readonly previewToken: string; readonly nowS: number },
): boolean {
  if (spaceId !== String(known.spaceId) || !/^\d{1,12}$/.test(timestamp)) return false;
  const ageS = known.nowS - Number(timestamp);
  if (ageS >= LASTS_S || ageS < -AHEAD_S) return false;
  return isEqual(token, signEditorToken(spaceId, timestamp, known.previewToken));
}

/** The parameters of an address; undefined when one is missing. */
export function editorTokenOf(query: URLSearchParams): EditorToken | undefined {
  const [spaceId, timestamp, token] = ['space_id', 'timestamp', 'token'].map((name) =>
    query.get(`_storyblok_tk[${name}]`),
  );
  return spaceId && timestamp && token ? { spaceId, timestamp, token } : undefined;
}

/** A preview's address, signed like the editor's. @param path below the preview's base */
export function signedPreviewPath(
  path: string,
  { spaceId, previewToken, nowS }: { readonly spaceId: number; readonly previewToken: string; readonly nowS: number },
): string {
  const timestamp = String(nowS);
  const query = new URLSearchParams({
    _storyblok: '',
    '_storyblok_tk[space_id]': String(spaceId),
    '_storyblok_tk[timestamp]': timestamp,
    '_storyblok_tk[token]': signEditorToken(String(spaceId), timestamp, previewToken),
  });
  return `${path}?${query}`;
}

/** The value of a cookie set after a valid request, so that links inside the preview work. */
export function newPass(previewToken: string, nowS: number): string {
  const until = String(nowS + LASTS_S);
  return `${until}.${passMac(previewToken, until)}`;
}

export function isPass(pass: string | undefined, previewToken: string, nowS: number): boolean {
  const [until = '', mac = ''] = pass?.split('.') ?? [];
  return /^\d{1,12}$/.test(until) && Number(until) > nowS && isEqual(mac, passMac(previewToken, until));
}

function passMac(previewToken: string, until: string): string {
  return createHmac('sha256', previewToken).update(`preview until ${until}`).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
