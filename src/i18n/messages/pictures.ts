import type { Messages } from '../locale.ts';

/** Descriptions of the pictures on public pages, for people who do not see them; and words of single pages. */
export const PICTURES = {
  picture_bridge: {
    es: 'Un puente de cuerda de tres tramos cruza entre dos cerros: una deuda que se paga en tres partes.',
    en: 'A rope bridge in three spans crosses between two hills: a debt that is paid in three parts.',
  },
  crumbs_label: { es: 'Ruta', en: 'Path' },
  crumbs_home: { es: 'Inicio', en: 'Home' },
  way_plan: { es: 'Plan de pagos en {count} partes', en: 'Payment plan in {count} parts' },
  way_plan_note: {
    es: '{parts}. El interés se detiene y la mora se perdona si terminas el plan.',
    en: '{parts}. Interest stops, and late interest is waived if you finish the plan.',
  },
  way_today: { es: 'Pagar todo hoy', en: 'Pay it all today' },
  way_extend: { es: 'Extender {count} días', en: 'Extend by {count} days' },
  way_extend_note: {
    es: '{now} hoy, y el resto hasta el {date}.',
    en: '{now} today, and the rest by {date}.',
  },
  way_wait: { es: 'No hacer nada hasta el día {count} de atraso', en: 'Do nothing until day {count} of delay' },
  way_wait_note: { es: 'Y sigue subiendo cada día.', en: 'And it goes on rising every day.' },
  ways_note: {
    es: 'Préstamo de {amount} a {term} días que venció hace {late} días: a tiempo eran {total}. De menos a más soles, con los precios del {date}.',
    en: 'Loan of {amount} for {term} days that fell due {late} days ago: on time it was {total}. From fewer to more soles, at the prices of {date}.',
  },
  question_near: { es: 'Preguntas cercanas', en: 'Related questions' },
  question_other: { es: '¿No era tu pregunta?', en: 'Not your question?' },
  question_other_text: { es: 'Escríbenos y te responde una persona.', en: 'Write to us and a person will answer you.' },
  question_write: { es: 'Escribir por WhatsApp', en: 'Write on WhatsApp' },
  question_page: { es: 'Enlace a esta respuesta', en: 'Link to this answer' },
  question_all: { es: 'Todas las preguntas', en: 'All questions' },
  question_search: { es: 'Buscar en las preguntas', en: 'Search the questions' },
  question_search_help: { es: 'Prueba “Yape”, “atraso” o “estafa”.', en: 'Try “Yape”, “late” or “scam”.' },
  question_found_one: { es: '1 pregunta con “{words}”.', en: '1 question with “{words}”.' },
  question_found_many: { es: '{count} preguntas con “{words}”.', en: '{count} questions with “{words}”.' },
  question_found_none: {
    es: 'Ninguna pregunta con “{words}”. Prueba con otra palabra.',
    en: 'No question with “{words}”. Try another word.',
  },
  question_description: {
    es: 'La respuesta de Mañay, préstamos en línea en Perú: costos, requisitos, pagos y seguridad, en palabras simples y con los montos en soles.',
    en: 'The answer of Mañay, online loans in Peru: costs, requirements, payments and security, in plain words and with the amounts in soles.',
  },
  landing_example: {
    es: '{amount} a {term}: devuelves {total} el {date}. Cuesta {cost}, TCEA\u00a0{tcea}.',
    en: '{amount} for {term}: you pay back {total} on {date}. It costs {cost}, TCEA\u00a0{tcea}.',
  },
} satisfies Messages;
