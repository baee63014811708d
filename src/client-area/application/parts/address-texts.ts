import type { MessageKey } from '#i18n/messages.ts';

/** Every form that asks where somebody lives. */
export const ADDRESS_KEYS = [
  'personal_district',
  'personal_district_help',
  'personal_district_none',
  'personal_district_count',
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
