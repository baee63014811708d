import type { MessageKey } from '#i18n/messages.ts';

/** Every form that asks where somebody lives. */
export const ADDRESS_KEYS = [
  'personal_department',
  'personal_province',
  'personal_district',
  'personal_places_failed',
  'personal_street_type',
  'personal_street',
  'personal_number',
  'personal_number_help',
  'personal_apartment',
  'personal_reference',
  'personal_reference_help',
] as const satisfies readonly MessageKey[];
export type AddressTextKey = (typeof ADDRESS_KEYS)[number];
