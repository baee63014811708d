import type { Locale } from '#i18n/locale.ts';
import { deviceName, UNNAMED_DEVICE } from '../device-name.ts';

const NAME_LENGTH = 60;
/** Of a browser that does not say what it is. */
const UNNAMED = '?';

/** The name that a passkey is stored with: of the device it is added on. */
export function passkeyName(userAgent: string): string {
  return deviceName(userAgent)?.slice(0, NAME_LENGTH) ?? UNNAMED;
}

/** The device of a passkey; null when its browser did not say. */
export function deviceOf({ name }: { readonly name: string }): string | null {
  return name === UNNAMED ? null : name;
}

/** The device of a passkey as letters call it. */
export function deviceInLetter(passkey: { readonly name: string }, language: Locale): string {
  return deviceOf(passkey) ?? UNNAMED_DEVICE[language];
}
