import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** The texts of every form that asks for an address. */
export const ADDRESS_KEYS = [
  'personal_district',
  ...keysOf('personal_district_'),
  'personal_places_failed',
  'personal_street_type',
  'personal_street',
  'personal_street_help',
  'personal_address_more',
  'personal_apartment',
  'personal_reference',
  'personal_reference_help',
] as const satisfies readonly MessageKey[];
export type AddressTextKey = (typeof ADDRESS_KEYS)[number];
