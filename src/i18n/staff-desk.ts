import type { StaffWords } from './staff-acts.ts';
import { fill } from './translate.ts';

/** The desk's words besides those of acts and fields. */
export const DESK = {
  name: { es: 'Escritorio', en: 'Desk' },
  skip: { es: 'Ir al contenido', en: 'Skip to the content' },
  navigation: { es: 'Temas', en: 'Subjects' },
  everything: { es: 'Todos los temas', en: 'Every subject' },
  language: { es: 'English', en: 'Español' },
  sign_in: { es: 'Entrar', en: 'Sign in' },
  sign_out: { es: 'Salir', en: 'Sign out' },
  invitation: { es: 'Tengo una invitación', en: 'I have an invitation' },
  search: { es: 'Buscar', en: 'Search' },
  search_hint: {
    es: 'Nombre, documento o su final, teléfono, correo, o un número nuestro o del banco',
    en: 'Name, document or its end, telephone, e-mail, or a number of ours or of the bank',
  },
  search_too_short: {
    es: 'Escribe al menos tres letras o cifras seguidas.',
    en: 'Type at least three letters or digits in a row.',
  },
  found_kind: { es: 'Qué es', en: 'What it is' },
  found_link: { es: 'Abrir', en: 'Open' },
  found_client: { es: 'De quién', en: 'Whose' },
  found_document: { es: 'Documento', en: 'Document' },
  found_most: {
    es: 'Puede haber más: escribe otra palabra o el número completo.',
    en: 'There may be more: add a word or the whole number.',
  },
  nothing_found: { es: 'No hay nada que puedas ver con eso.', en: 'Nothing found that you may see.' },
  waits: { es: 'Lo que espera', en: 'What waits' },
  who_may: { es: 'Quién puede hacer qué en este tema', en: 'Who may do what in this subject' },
  chart_collected: { es: 'Cobrado junto a lo que vencía, por semana', en: 'Collected beside what fell due, by week' },
  chart_risk: { es: 'Capital con más de 30 días de mora, por semana', en: 'Principal over 30 days late, by week' },
  chart_losses: { es: 'Perdido de lo desembolsado en cada mes', en: 'Lost of what was paid out in each month' },
  chart_funnel: { es: 'Solicitudes que llegaron a cada paso', en: 'Applications that reached each step' },
  chart_table: { es: 'Las cifras están en la tabla.', en: 'The figures are in the table.' },
  call_today: { es: 'En mora: a quién llamar hoy', en: 'Late: whom to call today' },
  read_as: {
    es: 'Todavía no se ha hecho nada. Así se leyeron los montos:',
    en: 'Nothing has been done yet. The amounts were read like this:',
  },
  subject: { es: 'De qué se trata', en: 'What it is about' },
  before: { es: 'Ahora', en: 'Now' },
  after: { es: 'Propuesto', en: 'Proposed' },
  choose_first: {
    es: 'Ábrelo desde lo que quieres decidir:',
    en: 'Open it from the thing that you want to decide:',
  },
  confirm: {
    es: 'Todavía no se ha hecho nada. Esto mueve dinero: léelo y confírmalo.',
    en: 'Nothing has been done yet. This moves money: read it and confirm it.',
  },
  asked_for: { es: 'Lo que se pide', en: 'What is asked for' },
  approve_amount: {
    es: 'Para aprobarlo, lee todo y escribe su monto.',
    en: 'To approve it, read all of it and type its amount.',
  },
  approve_changes: {
    es: 'Para aprobarlo, lee cada dato y márcalo.',
    en: 'To approve it, read each of these and tick it.',
  },
  own_proposal: {
    es: 'Lo propusiste tú: lo aprueba otra cuenta.',
    en: 'You proposed this: another account approves it.',
  },
  not_stored: {
    es: 'De esta propuesta no se guardó el pedido: se aprueba pidiendo lo mismo en su formulario.',
    en: 'The request of this proposal is not stored: it is approved by asking for the same in its own form.',
  },
  change: { es: 'Cambiar algo', en: 'Change something' },
  show: { es: 'Mostrar', en: 'Show' },
  over: { es: 'vencido', en: 'overdue' },
  filters: { es: 'Filtrar y ordenar', en: 'Filter and sort' },
  no_filters: { es: 'Quitar filtros', en: 'Remove filters' },
  total: { es: 'Total', en: 'Total' },
  total_of_page: { es: 'Total de esta página', en: 'Total of this page' },
  keys: { es: 'Teclas', en: 'Keys' },
  key_search: { es: 'Ir a la búsqueda', en: 'Go to the search' },
  key_help: { es: 'Mostrar u ocultar estas teclas', en: 'Show or hide these keys' },
  key_rows: { es: 'La fila siguiente o la anterior', en: 'The next or the previous row' },
  key_open: { es: 'Abrir lo que está elegido', en: 'Open what is chosen' },
  acts_of_one: { es: 'Con el número de una sola cosa', en: 'With the number of one thing' },
  more_acts: { es: 'Más', en: 'More' },
  acts: { es: 'Qué se puede hacer', en: 'What can be done' },
  reads: { es: 'Qué se puede ver', en: 'What can be seen' },
  command: { es: 'Como comando', en: 'As a command' },
  next_waits: { es: 'Lo siguiente que espera: {what}', en: 'Next that waits: {what}' },
  next_none: { es: 'De esto no espera nada más.', en: 'Nothing else of this kind waits.' },
  done: { es: 'Hecho.', en: 'Done.' },
  proposed: {
    es: 'Lo propusiste: ahora otra cuenta lo lee y lo aprueba en Lo que espera.',
    en: 'You proposed this: now another account reads it and approves it in What waits.',
  },
  second_always: { es: 'Hacen falta dos cuentas.', en: 'It takes two accounts.' },
  second_sometimes: {
    es: 'Según el monto y lo que lo prueba, hacen falta dos cuentas.',
    en: 'By the amount, and by what proves it, it takes two accounts.',
  },
  refused: { es: 'No se hizo', en: 'It was not done' },
  back: { es: 'Volver a', en: 'Back to' },
  session_ended: {
    es: 'Tu sesión terminó y no se envió nada. Lo que escribiste vuelve cuando entres.',
    en: 'Your session ended and nothing was sent. What you typed comes back when you sign in.',
  },
  form_again: {
    es: 'Tu sesión terminó antes de enviarlo: todavía no se ha hecho nada. Revisa lo que escribiste y envíalo.',
    en: 'Your session ended before it was sent: nothing has been done yet. Check what you typed and send it.',
  },
  files_again: { es: 'Elige otra vez los archivos.', en: 'Choose the files again.' },
  other_account: {
    es: 'Este formulario se abrió con otra cuenta y no se hizo nada. Entra con esa cuenta: lo que escribiste la espera.',
    en: 'This form was opened by another account, and nothing was done. Sign in with that account: what you typed waits for it.',
  },
  running: {
    es: 'Se está haciendo. Esta página se actualiza sola.',
    en: 'It is being done. This page refreshes by itself.',
  },
  unknown_outcome: {
    es: 'No se sabe si se hizo. Mira la lista antes de enviarlo otra vez.',
    en: 'It is not known whether this was done. Look at the list before you send it again.',
  },
  not_kept: {
    es: 'Lo que estaba aquí ya no se guarda, o es de otra cuenta. No se envió nada otra vez.',
    en: 'What was here is kept no longer, or belongs to another account. Nothing was sent again.',
  },
  search_too_long: {
    es: 'Tiene {letters} letras, y se busca con {most} como máximo.',
    en: 'It has {letters} letters, and a search takes {most} at most.',
  },
  optional: { es: 'opcional', en: 'optional' },
  choose: { es: 'Elige', en: 'Choose' },
  may_be_of: { es: 'De quién puede ser', en: 'Whose it may be' },
  no_candidate: { es: 'Sin candidato: se busca uno por uno', en: 'Without a candidate: looked for one by one' },
  line_gone: { es: 'Ya no está sin identificar', en: 'Not unidentified any more' },
  note_about: { es: 'Nota sobre', en: 'Note on' },
  rows_hint: { es: 'La primera línea nombra las columnas.', en: 'The first line names the columns.' },
  csv: { es: 'Todo como CSV', en: 'All of it as CSV' },
  next: { es: 'Lo que sigue', en: 'More' },
  first_page: { es: 'Desde el principio', en: 'From the beginning' },
  previous: { es: 'Lo anterior', en: 'The page before' },
  business: { es: 'El negocio: movimiento y semanas', en: 'The business: what moved, and weeks' },
  see_all: { es: 'Ver todo: {of}', en: 'See all {of}' },
  see_all_more: { es: 'Ver todo: más de {of}', en: 'See all, more than {of}' },
  rows_of: { es: '{rows} de {of}', en: '{rows} of {of}' },
  rows_of_more: { es: '{rows} de más de {of}', en: '{rows} of more than {of}' },
  yes: { es: 'sí', en: 'yes' },
  no: { es: 'no', en: 'no' },
  none: { es: 'Nada', en: 'Nothing' },
  nothing_in: { es: 'Nada en', en: 'Nothing in' },
  not_there: { es: 'Aquí no hay nada', en: 'There is nothing here' },
  not_done: { es: 'No se hizo.', en: 'It was not done.' },
  not_yours: { es: 'Eso pide otro rol.', en: 'That takes another role.' },
  not_from_here: { es: 'No vino de una página del escritorio.', en: 'It was not sent from a page of the desk.' },
  files_too_large: {
    es: 'Los archivos pasan de {size}: no se envió nada. Lo que escribiste sigue aquí; elige archivos más pequeños.',
    en: 'The files are over {size}: nothing was sent. What you typed is still here; choose smaller files.',
  },
  file_too_large: {
    es: 'Un archivo pasa de {one}, o todos juntos pasan de {all}: no se envió nada. Lo que escribiste sigue aquí; elige archivos más pequeños.',
    en: 'A file is over {one}, or all of them together are over {all}: nothing was sent. What you typed is still here; choose smaller files.',
  },
  files_lost: {
    es: 'Elige otra vez: {names}. El navegador no deja guardar archivos.',
    en: 'Choose again: {names}. Browsers do not let us keep files.',
  },
  files_left_out: { es: 'Enviar sin estos archivos', en: 'Send without these files' },
  text_too_large: {
    es: 'El texto pasa de {size}: no se envió nada. Acórtalo y envíalo otra vez.',
    en: 'The text is over {size}: nothing was sent. Shorten it and send it again.',
  },
  too_many: { es: 'Demasiados intentos. Espera un minuto.', en: 'Too many tries. Wait a minute.' },
} as const satisfies Readonly<Record<string, StaffWords>>;

/** The meaning of a refusal for a colleague, by its code; the API's own words add the details. */
export const REFUSALS: Readonly<Record<string, StaffWords>> = {
  validation_failed: { es: 'Revisa los campos marcados.', en: 'Check the marked fields.' },
  invalid_credentials: {
    es: 'Usuario, contraseña y código no van juntos, el código ya se usó, o la cuenta está cerrada.',
    en: 'Login, password and code do not belong together, the code was used before, or the account is closed.',
  },
  passkey_refused: {
    es: 'No se aceptó la llave, o pasaron más de cinco minutos: empieza otra vez.',
    en: 'The passkey was not accepted, or it took over five minutes: begin again.',
  },
  passkey_elsewhere: {
    es: 'En esta dirección del escritorio no sirven llaves de acceso.',
    en: 'Passkeys do not work at this address of the desk.',
  },
  passkey_needed: {
    es: 'Usa otra vez tu llave: la última vez fue hace más de diez minutos.',
    en: 'Use your passkey again: the last time was over ten minutes ago.',
  },
  passkey_required: {
    es: 'Tu rol pide una llave de acceso: agrégala en Tu cuenta.',
    en: 'Your role asks for a passkey: add one in Your account.',
  },
  not_found: { es: 'No hay nada con ese número.', en: 'There is nothing with that number.' },
  not_a_task: {
    es: 'Esto no se marca como hecho: sale de la lista cuando se atiende.',
    en: 'This is not marked as done: it leaves the list when it is dealt with.',
  },
  role_needed: { es: 'Eso pide otro rol.', en: 'That takes another role.' },
  four_eyes: {
    es: 'Lo tiene que decidir otra cuenta, u otra lo está haciendo en este momento.',
    en: 'Another account has to decide it, or is doing it this moment.',
  },
  contact_refused: { es: 'Ahora no se puede contactar al cliente.', en: 'The client may not be contacted now.' },
  loan_not_late: {
    es: 'El préstamo no está en mora, o un acuerdo ya dice qué se paga y cuándo.',
    en: 'The loan is not late, or an agreement says already what is paid when.',
  },
  nothing_owed: { es: 'Por ese préstamo no se debe nada ahora.', en: 'Nothing is owed for that loan now.' },
  promise_open: {
    es: 'Ya hay un compromiso de pago abierto: primero se decide ese.',
    en: 'A promise to pay is open already: that one is decided first.',
  },
  outcome_recorded: { es: 'El resultado de ese contacto ya está registrado.', en: 'Its outcome is on record already.' },
  payouts_unavailable: { es: 'Aquí no hay banco para desembolsos.', en: 'No bank is set up for payouts here.' },
  login_taken: { es: 'Ese usuario ya tiene cuenta.', en: 'That login has an account already.' },
  holiday_known: { es: 'Esa fecha ya es feriado.', en: 'That date is a holiday already.' },
  person_exists: { es: 'Ese documento ya es de un cliente.', en: 'That document belongs to a client already.' },
  flagged_already: { es: 'Ya hay una alerta abierta sobre eso.', en: 'There is an open flag on that already.' },
  link_over: { es: 'La invitación ya se usó o venció.', en: 'The invitation was used or is too old.' },
  statement_unreadable: { es: 'El archivo no se puede leer entero.', en: 'The file cannot be read whole.' },
  active_loan: { es: 'El cliente ya tiene un préstamo abierto.', en: 'The client has an open loan already.' },
  bank_account_missing: { es: 'Falta la cuenta del cliente.', en: "The client's account is missing." },
  batch_differs: { es: 'El lote tiene otra cantidad u otro total.', en: 'The batch has another count or total.' },
  batch_state: { es: 'El lote ya se liberó o se retiró.', en: 'The batch was released or withdrawn already.' },
  batch_waits: { es: 'Otro lote espera: libéralo o retíralo.', en: 'Another batch waits: release or withdraw it.' },
  body_too_large: {
    es: 'Es demasiado grande: no se envió nada. Lo que escribiste sigue aquí.',
    en: 'It is too large: nothing was sent. What you typed is still here.',
  },
  date_not_closed: { es: 'Ese día todavía no está cerrado.', en: 'That day is not closed yet.' },
  illegal_transition: { es: 'En la etapa en que está no se puede.', en: 'Not possible at its current stage.' },
  is_a_client: { es: 'Es de un cliente: dilo en el formulario.', en: "It is a client's: say so in the form." },
  loan_money_on_its_way: {
    es: 'El dinero está en camino: espera la respuesta del banco.',
    en: "The money is on its way: wait for the bank's answer.",
  },
  loan_refuses: { es: 'El préstamo no lo permite como está.', en: 'The loan does not allow it in its current state.' },
  malformed_form: { es: 'El formulario no llegó entero.', en: 'The form did not arrive complete.' },
  mapping_unreadable: {
    es: 'No se entiende cómo escribe el banco.',
    en: 'The format of the bank’s file cannot be read.',
  },
  money_state: { es: 'Ese dinero ya tiene dueño o ya volvió.', en: 'That money has an owner, or has gone back.' },
  not_eligible: { es: 'El préstamo no cumple las condiciones.', en: 'The loan does not meet the conditions.' },
  not_flagged: { es: 'No tiene alertas abiertas.', en: 'It has no open flags.' },
  not_readable: { es: 'El archivo no se puede leer.', en: 'The file cannot be read.' },
  nothing_waits: { es: 'No hay órdenes que puedan salir ahora.', en: 'No order waits that may leave now.' },
  parameter_missing: { es: 'Falta un parámetro de ese día.', en: 'A parameter of that day is missing.' },
  parameter_refused: { es: 'Ese parámetro no puede tener ese valor.', en: 'That parameter cannot have this value.' },
  payment_state: { es: 'Como está el pago, no se puede.', en: 'Not possible in the payment’s current state.' },
  payout_archive: { es: 'El archivo de órdenes es otro.', en: 'The archive of orders is another one.' },
  payout_in_flight: {
    es: 'La orden está en camino: espera la respuesta.',
    en: 'The order is on its way: wait for the answer.',
  },
  payout_sent: { es: 'La orden ya salió al banco.', en: 'The order has left for the bank.' },
  payout_state: { es: 'Como está la orden, no se puede.', en: 'Not possible in the order’s current state.' },
  payouts_held: { es: 'Primero confirma el archivo de órdenes.', en: 'First confirm the archive of orders.' },
  proposal_decided: { es: 'La propuesta ya se decidió.', en: 'The proposal was decided already.' },
  rate_above_cap: { es: 'El precio pasa el tope de ese día.', en: 'The price is above the cap of that day.' },
  same_operator: {
    es: 'Lo propusiste tú: lo decide otra cuenta.',
    en: 'You proposed this: another account decides it.',
  },
  settlement_differs: { es: 'Se registró antes con otras líneas.', en: 'It was booked before with other lines.' },
  settlement_not_covered: { es: 'Las líneas y el abono no cuadran.', en: 'Lines and credit do not agree.' },
  stale_version: { es: 'Cambió mientras la mirabas: ábrela otra vez.', en: 'It has changed meanwhile: open it again.' },
  unsupported_media_type: { es: 'Ese tipo de archivo no sirve.', en: 'This type of file is not accepted.' },
  write_off_not_possible: { es: 'Ese préstamo no se puede castigar.', en: 'That loan cannot be written off.' },
  write_off_not_proposed: { es: 'Nadie propuso su castigo.', en: 'Nobody has proposed to write it off.' },
  tax_document_answered: {
    es: 'SUNAT ya respondió: solo se reenvía lo que no tiene respuesta.',
    en: 'SUNAT has answered: only what has no answer is sent again.',
  },
  tax_document_open: {
    es: 'Este comprobante, o una nota de crédito suya, aún espera respuesta de SUNAT o ya se reemplazó.',
    en: 'It, or a credit note of it, still waits for SUNAT, or it was replaced already.',
  },
  tax_document_stands: {
    es: 'SUNAT aceptó esta nota de crédito: no se corrige.',
    en: 'SUNAT has accepted this credit note: it stands.',
  },
  tax_summary_refused: {
    es: 'SUNAT rechazó su resumen completo: primero reenvía el comprobante, y todos los de ese resumen van en uno nuevo.',
    en: 'SUNAT has refused its whole summary: first send the document again, and all of that summary go in a new one.',
  },
  tax_not_issued: {
    es: 'Ahora no se puede emitir ningún comprobante: mira los pendientes.',
    en: 'No tax document can be issued now: what waits says why.',
  },
  write_off_proposed: { es: 'Su castigo ya está propuesto.', en: 'Its write-off is proposed already.' },
  already_asked: { es: 'Ya se está atendiendo el mismo pedido.', en: 'The same request is being looked at already.' },
  application_exists: { es: 'El cliente ya tiene una solicitud.', en: 'The client has an application already.' },
  contact_data_missing: { es: 'Faltan datos de contacto del cliente.', en: "The client's contact data are missing." },
  holiday_table_missing: {
    es: 'Faltan los feriados de ese año: agrégalos primero.',
    en: 'The holidays of that year are missing: add them first.',
  },
  idempotency_mismatch: {
    es: 'Con esa clave ya se pidió otra cosa.',
    en: 'Something else was asked for with that key before.',
  },
  internal_error: {
    es: 'Algo falló aquí. Mira si se hizo antes de intentarlo otra vez.',
    en: 'Something went wrong here. See whether it was done before you try again.',
  },
  loan_closed: { es: 'Ese préstamo ya terminó.', en: 'That loan has ended.' },
  loan_not_disbursed: { es: 'Ese préstamo no se desembolsó.', en: 'That loan was not paid out.' },
  maintenance: {
    es: 'Estamos en mantenimiento: inténtalo en unos minutos.',
    en: 'Maintenance is under way: try again in some minutes.',
  },
  nothing_to_refund: { es: 'No hay nada que devolver.', en: 'There is nothing to give back.' },
  payment_in_progress: { es: 'Ya hay un pago en curso.', en: 'A payment is in progress already.' },
  rate_cap_changed: { es: 'El tope de la tasa cambió.', en: 'The cap of the rate has changed.' },
  rate_limited: { es: 'Son demasiados intentos: espera un momento.', en: 'Too many attempts: wait a moment.' },
  reapply_later: { es: 'El cliente todavía no puede pedir otra vez.', en: 'The client may not apply again yet.' },
  unavailable: {
    es: 'No responde ahora: inténtalo en un momento.',
    en: 'It does not answer now: try again in a moment.',
  },
};

/** Why a form could not be read before it was sent; `{name}` is what stands there. */
const TYPED_REFUSALS = {
  required: { es: 'Falta.', en: 'It is missing.' },
  two_ways: {
    es: 'El número {number} se puede leer de dos maneras: escribe {value}, o los miles sin punto.',
    en: 'The number {number} can be read in two ways: write {value}, or the thousands without a dot.',
  },
  note_not_ticked: {
    es: 'Hay una nota en algo que no está marcado: márcalo o borra la nota.',
    en: 'There is a note on something that is not ticked: tick it, or delete the note.',
  },
  twice: { es: 'Está repetido.', en: 'It is there twice.' },
  nothing_changed: { es: 'No cambiaste nada.', en: 'You have not changed anything.' },
  other_value_then: {
    es: 'Ese día rige otro valor: ahora es el que se muestra junto a lo que escribiste. Revísalo y envíalo otra vez.',
    en: 'Another value is in force on that day: it now stands beside what you typed. Check it and send it again.',
  },
  not_json: { es: 'No es JSON ({why}).', en: 'The value is not JSON: {why}.' },
  line_unreadable: { es: 'No se puede leer la línea {line} ({why}).', en: 'Line {line}: {why}.' },
  line_without_end: {
    es: 'La última línea, la {line}, no termina: quizá el archivo se cortó. Expórtalo otra vez, o termina la línea si no falta nada.',
    en: 'Line {line}: the last line has no end, the file may have been cut off: export it again, or end the line if nothing is missing.',
  },
  line_spoilt: {
    es: 'Línea {line}: una hoja de cálculo cambió el número «{value}». Envía el archivo como lo escribió el banco.',
    en: 'Line {line}: the number "{value}" is what a spreadsheet has made of it: send the file as the bank wrote it.',
  },
  line_amount: {
    es: 'Línea {line}: «{value}» no es un monto.',
    en: 'Line {line}: "{value}" is not an amount.',
  },
} as const satisfies Readonly<Record<string, StaffWords>>;
export type TypedRefusal = keyof typeof TYPED_REFUSALS;

/** Says why a form could not be read, with what stands there. */
export function typedRefusal(why: TypedRefusal, values: Readonly<Record<string, string | number>> = {}): StaffWords {
  const { es, en } = TYPED_REFUSALS[why];
  return { es: fill(es, values), en: fill(en, values) };
}

/** The fault of a field, by its code. */
export const FIELD_REFUSALS: Readonly<Record<string, StaffWords>> = {
  required: { es: 'Falta.', en: 'It is missing.' },
  invalid: { es: 'No se entiende así.', en: 'It cannot be read like this.' },
  files_lost: {
    es: 'Elígelos otra vez, o marca que se envía sin ellos.',
    en: 'Choose them again, or tick that it is sent without them.',
  },
  too_short: { es: 'Es muy corto.', en: 'It is too short.' },
  too_long: { es: 'Es muy largo.', en: 'It is too long.' },
  too_large: { es: 'Es muy grande.', en: 'It is too large.' },
  out_of_range: { es: 'Está fuera de lo posible.', en: 'It is out of range.' },
  not_allowed: { es: 'No es una de las opciones.', en: 'It is not one of the choices.' },
  unknown: { es: 'No se conoce.', en: 'It is not known.' },
  past: { es: 'Ya pasó.', en: 'It is past.' },
  mismatch: { es: 'No es lo que dice la propuesta.', en: 'It is not what the proposal says.' },
  step: { es: 'El monto no cae en uno de los pasos permitidos.', en: 'The amount is between two steps.' },
  duplicate: { es: 'Está repetido.', en: 'It is there twice.' },
  expired: { es: 'Ya venció.', en: 'It has expired.' },
  underage: { es: 'Es menor de edad.', en: 'They are under age.' },
  checksum: { es: 'Un dígito no es correcto.', en: 'One of its digits is wrong.' },
  future: { es: 'Todavía no llega.', en: 'It is in the future.' },
  unsupported_type: { es: 'Ese tipo de archivo no sirve.', en: 'This type of file is not accepted.' },
  unreadable: { es: 'El archivo no se puede leer.', en: 'The file cannot be read.' },
  letter: { es: 'Tiene una letra que no puede tener.', en: 'It has a letter that it cannot have.' },
};
