/** Offers and advertising: whether the client may be written to about them (domain 2.19). */
export const MARKETING = {
  marketing_title: 'Offers and advertising',
  marketing_lead:
    'You decide, for each way of reaching you, and you can change it at any time. It has nothing to do with your loan: you get its reminders and receipts in any case.',
  marketing_agree: 'I want to hear about offers by:',
  marketing_sms: 'SMS',
  marketing_email: 'E-mail',
  marketing_call: 'Calls',
  marketing_whatsapp: 'WhatsApp messages',
  marketing_since: 'Changed the last time on {when}.',
  marketing_never: 'You have agreed to none so far.',
  marketing_save: 'Save',
  marketing_saved: 'Saved. It counts from now on.',
} as const;
