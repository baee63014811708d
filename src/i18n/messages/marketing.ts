import type { Messages } from '../locale.ts';

/** Offers and advertising: whether the client may be written to about them (domain 2.19). */
export const MARKETING = {
  marketing_title: { es: 'Ofertas y publicidad', en: 'Offers and advertising' },
  marketing_lead: {
    es: 'Tú decides, por cada medio, y puedes cambiarlo cuando quieras. No tiene que ver con tu préstamo: sus avisos y recibos te llegan igual.',
    en: 'You decide, for each way of reaching you, and you can change it at any time. It has nothing to do with your loan: you get its reminders and receipts in any case.',
  },
  marketing_agree: { es: 'Quiero recibir ofertas por:', en: 'I want to hear about offers by:' },
  marketing_sms: { es: 'Mensajes de texto', en: 'SMS' },
  marketing_email: { es: 'Correo', en: 'E-mail' },
  marketing_call: { es: 'Llamadas', en: 'Calls' },
  marketing_whatsapp: { es: 'WhatsApp', en: 'WhatsApp messages' },
  marketing_since: { es: 'Cambiado por última vez el {when}.', en: 'Last changed on {when}.' },
  marketing_never: { es: 'Hasta ahora no aceptaste ninguno.', en: 'You have agreed to none so far.' },
  marketing_save: { es: 'Guardar', en: 'Save' },
  marketing_saved: { es: 'Guardado. Vale desde ahora.', en: 'Saved. It takes effect now.' },
} satisfies Messages;
