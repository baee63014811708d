/**
 * Every text key the code uses, with its English default (product-spec §8: a missing translation falls back to it).
 * The translations themselves are content: three datasources (general, my-loans, application), in Spanish and English.
 * Sets keep keys apart for editors; a key is unique across them.
 */
const GENERAL = {
  // header, footer, frame
  skip_to_content: 'Skip to content',
  header_back: 'REGRESAR',
  header_client: '¿YA ERES CLIENTE?',
  header_menu_open: 'Open menu',
  header_menu_close: 'Close menu',
  header_main_navigation: 'Main',
  header_other_language: 'Español',
  footer_legal: 'Legal',
  footer_complaints_book: 'Complaints book',
  footer_hours: 'Every day, 24 hours',
} as const;

const MY_LOANS = {} as const;

const APPLICATION = {} as const;

export const MESSAGE_SETS = { general: GENERAL, 'my-loans': MY_LOANS, application: APPLICATION } as const;
export type MessageSet = keyof typeof MESSAGE_SETS;

export const MESSAGES = { ...GENERAL, ...MY_LOANS, ...APPLICATION } as const;
export type MessageKey = keyof typeof MESSAGES;
