import type { MessageKey } from './messages.ts';

/** The boxes of advertising, in the order of every screen that has them. */
export const MARKETING_BOX_KEYS = [
  'marketing_sms',
  'marketing_email',
  'marketing_call',
  'marketing_whatsapp',
] as const satisfies readonly MessageKey[];

type MarketingKey = (typeof MARKETING_BOX_KEYS)[number] | 'marketing_agree';
type SpeaksMarketing = (key: MarketingKey | 'marketing_lead') => string;
type SpeaksRegistration = (
  key: MarketingKey | `sign_up_${'terms' | 'privacy'}` | `sign_up_${'terms' | 'privacy'}_link`,
) => string;

/**
 * Joins the words beside the boxes of the advertising screen. A consent names their digest (domain 2.19); where a
 * caller of the API does not name one, the server takes that of its own texts, so both must join the same words.
 */
export function marketingWords(say: SpeaksMarketing): string[] {
  return [say('marketing_lead'), say('marketing_agree'), ...MARKETING_BOX_KEYS.map((key) => say(key))];
}

/** Joins the words of the question about a public office, because a declaration names their digest. */
export function pepWords(say: (key: 'personal_pep' | 'personal_pep_help') => string): string[] {
  return [say('personal_pep'), say('personal_pep_help')];
}

/** Joins the words beside the boxes of a registration: one for terms and data, and those of advertising. */
export function registrationWords(say: SpeaksRegistration): string[] {
  return [
    `${say('sign_up_terms')} ${say('sign_up_terms_link')} ${say('sign_up_privacy')} ${say('sign_up_privacy_link')}`,
    say('marketing_agree'),
    ...MARKETING_BOX_KEYS.map((key) => say(key)),
  ];
}
