import type { Messages } from '../locale.ts';

/** The form for requests about personal data of people without an account. */
export const VISITOR_DATA = {
  data_form_title: { es: 'Tus datos: haz tu solicitud', en: 'Your data: make a request' },
  data_form_law: {
    es: 'Ley 29733, Ley de Protección de Datos Personales',
    en: 'Ley 29733, Peru’s Personal Data Protection Law',
  },
  data_form_lead: {
    es: 'Para quien no tiene una cuenta con nosotros. Si tienes una, pídelo en ella, en Mi perfil.',
    en: 'For people without an account with us. If you have one, request it there, in My profile.',
  },
  data_form_days: {
    es: 'Te respondemos por correo: en 20 días hábiles como máximo si quieres ver o llevarte tus datos, y en 10 si quieres corregirlos, borrarlos u oponerte.',
    en: 'We answer by e-mail: within 20 business days if you want to see your data or take them with you, and within 10 if you want to correct, delete or object.',
  },
  data_form_more: { es: 'Qué datos usamos y para qué', en: 'Which data we use, and what for' },
  data_form_what: { es: '1. Qué pides', en: '1. What you request' },
  data_form_detail_help: {
    es: 'Di qué datos son y qué quieres que hagamos. De 10 a 2.000 caracteres.',
    en: 'Tell us which data it is about and what you want us to do. 10 to 2.000 characters.',
  },
  data_form_who: { es: '2. Quién eres', en: '2. Who you are' },
  data_form_last_name2: { es: 'Apellido materno', en: 'Second surname' },
  data_form_identity: { es: 'Foto o PDF de tu documento', en: 'Photo or PDF of your document' },
  data_form_identity_help: {
    es: 'JPG, PNG, WebP o PDF de hasta 2,5 MB. Es para saber que eres tú: la borramos al responderte.',
    en: 'JPG, PNG, WebP or PDF up to 2,5 MB. It is there for us to know it is you: we delete it when we answer.',
  },
  data_form_identity_pick: { es: 'Elegir archivo', en: 'Choose a file' },
  data_form_identity_lost: {
    es: 'Elige otra vez tu archivo: el navegador no deja guardarlo.',
    en: 'Choose your file again: browsers do not let us keep it.',
  },
  data_form_answer: { es: '3. Dónde te respondemos', en: '3. Where we answer' },
  data_form_sending: { es: 'Enviando tu solicitud', en: 'Sending your request' },
  data_form_too_many: {
    es: 'Recibimos demasiadas solicitudes seguidas',
    en: 'We have received too many requests in a row',
  },
  data_form_too_many_do: {
    es: 'Espera un poco y envíala otra vez, o escríbenos al correo que ves abajo. Lo que escribiste sigue aquí.',
    en: 'Wait a little and send it again, or write to the address below. What you typed is still here.',
  },
  data_form_unavailable: { es: 'No pudimos guardar tu solicitud', en: 'We could not save your request' },
  data_form_already: {
    es: 'Ya tenemos esa solicitud tuya y la estamos viendo',
    en: 'We already have that request of yours and are looking at it',
  },
  data_form_already_do: {
    es: 'Te respondemos al correo que nos diste, el día que te dijimos como máximo.',
    en: 'We answer to the address you gave us, on the day we told you at the latest.',
  },
  data_form_received: { es: 'Recibimos tu solicitud', en: 'We have received your request' },
  data_form_received_text: {
    es: 'La revisa una persona. Guarda el número para preguntar por ella.',
    en: 'A person looks at it. Keep the number to ask about it.',
  },
  data_form_number: { es: 'Número de tu solicitud', en: 'Your request number' },
  data_form_due: { es: 'Te respondemos a más tardar el', en: 'We answer by' },
  data_form_to: { es: 'La respuesta llega a', en: 'The answer goes to' },
  'errors.identity.required': {
    es: 'Adjunta una foto o un PDF de tu documento.',
    en: 'Attach a photo or PDF of your document.',
  },
  'errors.identity.too_large': {
    es: 'El archivo pesa demasiado: hasta 2,5 MB.',
    en: 'The file is too large: up to 2,5 MB.',
  },
  'errors.identity.unsupported_type': {
    es: 'Adjunta una foto JPG, PNG o WebP, o un PDF.',
    en: 'Attach a JPG, PNG or WebP photo, or a PDF.',
  },
} satisfies Messages;
