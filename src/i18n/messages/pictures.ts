import type { Messages } from '../locale.ts';

/** What the pictures of the public pages show, whole, for whoever does not see them; and words of single pages. */
export const PICTURES = {
  picture_cells: {
    es: 'Cada cuadrito es un sol de los {total} que devuelves: {principal} son el préstamo, {interest} interés, {fees} comisiones y {vat} IGV.',
    en: 'Each cell is one sol of the {total} you pay back: {principal} is the loan, {interest} interest, {fees} fees and {vat} IGV.',
  },
  picture_columns: {
    es: '{count} columnas casi iguales, una por cuota de {amount}. Por dentro, el interés baja de {first} en la primera a {last} en la última.',
    en: '{count} columns, nearly the same, one for each instalment of {amount}. Inside, the interest falls from {first} in the first to {last} in the last.',
  },
  picture_columns_note: {
    es: 'Cada columna es una cuota, del {first} al {last}.',
    en: 'Each column is an instalment, from {first} to {last}.',
  },
  picture_early: {
    es: 'Lo que cuesta un préstamo de {amount} según el día en que lo pagas: {early} el día {day} y {whole} el día {term}. Lo de arriba te lo ahorras.',
    en: 'What a loan of {amount} costs by the day you pay it back: {early} on day {day} and {whole} on day {term}. What is above you save.',
  },
  picture_week: {
    es: 'Una semana, de lunes a domingo, hora por hora: en verde, cuando podemos llamarte.',
    en: 'A week, Monday to Sunday, hour by hour: in green, when we may call you.',
  },
  picture_bridge: {
    es: 'Un puente de cuerda de tres tramos cruza entre dos cerros: una deuda que se paga en tres partes.',
    en: 'A rope bridge in three spans crosses between two hills: a debt that is paid in three parts.',
  },
  picture_lozenges: {
    es: 'Cinco rombos tejidos. Cuatro son iguales; uno tiene el borde roto y un hilo suelto.',
    en: 'Five woven lozenges. Four are the same; one has a broken edge and a loose thread.',
  },
  picture_people: {
    es: 'Dos personas, una con chullo y otra con sombrero, sostienen entre las dos el mismo rombo.',
    en: 'Two people, one in a chullo and one in a hat, hold the same lozenge between them.',
  },
  picture_looms: {
    es: 'Tres telares: el primero con los hilos tendidos, el segundo a medio tejer, el tercero con la tela terminada.',
    en: 'Three looms: the first with bare threads, the second half woven, the third with its cloth finished.',
  },
  picture_identity_card: {
    es: 'Un documento de identidad, con una foto y cuatro líneas escritas.',
    en: 'An identity document, with a picture and four written lines.',
  },
  picture_limits: {
    es: '{count} cuadritos de {cell}: uno es lo más que prestamos la primera vez.',
    en: '{count} cells of {cell}: one of them is the most we lend the first time.',
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
  question_other: { es: '¿No era tu pregunta?', en: 'Was that not your question?' },
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
  landing_first: { es: 'Primer préstamo: {product}', en: 'First loan: {product}' },
  landing_example: {
    es: '{amount} a {term}: devuelves {total}, TCEA con IGV {tcea}',
    en: '{amount} for {term}: you pay back {total}, TCEA incl. IGV {tcea}',
  },
} satisfies Messages;
