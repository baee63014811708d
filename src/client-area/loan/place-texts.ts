import type { MessageKey } from '#i18n/messages.ts';

/** Names of the places and a line about each. */
export const PLACE_KEYS = [
  'place_pay',
  'place_pay_text',
  'place_extend',
  'place_extend_text',
  'place_plan',
  'place_plan_text',
  'place_plan_mine',
  'place_plan_mine_text',
  'place_flex',
  'place_flex_text',
  'place_schedule',
  'place_schedule_text',
  'place_documents',
  'place_documents_text',
  'place_level',
  'place_level_text',
  'place_settings',
  'place_settings_text',
  'place_notifications',
  'place_notifications_text',
  'place_marketing',
  'place_marketing_text',
  'place_loans',
  'place_loans_text',
  'place_person',
  'what_if_title',
  'what_if_lead',
] as const satisfies readonly MessageKey[];
export type PlaceTextKey = (typeof PLACE_KEYS)[number];
