import type { Messages } from '../locale.ts';

/** The papers of a client, and asking for more of them. */
export const DOCUMENTS = {
  documents_title: { es: 'Documentos', en: 'Documents' },
  documents_lead: {
    es: 'Tu contrato, cronogramas y recibos, tal como se emitieron.',
    en: 'Your contract, schedules and receipts, exactly as they were issued.',
  },
  documents_loan: { es: 'Préstamo', en: 'Loan' },
  documents_loan_all: { es: 'Todos mis préstamos', en: 'All my loans' },
  documents_loan_of: { es: '{number} · {amount} · {date}', en: '{number} · {amount} · {date}' },
  documents_empty: { es: 'Todavía no hay documentos', en: 'There are no documents yet' },
  documents_empty_text: {
    es: 'Cuando firmes un préstamo, tu contrato aparecerá aquí.',
    en: 'When you sign a loan, your contract appears here.',
  },
  documents_preparing_text: {
    es: 'Estamos preparando los documentos de tu préstamo. Aparecen aquí cuando están listos.',
    en: 'The documents of your loan are being prepared. They appear here when they are ready.',
  },
  documents_version: { es: 'versión {version}', en: 'version {version}' },
  documents_fingerprints: { es: 'Comprobar una copia', en: 'Check a copy' },
  documents_fingerprints_text: {
    es: 'La huella SHA-256 de cada documento',
    en: 'The SHA-256 fingerprint of each document',
  },
  documents_download_of: { es: 'Descargar: {title}', en: 'Download: {title}' },
  documents_kept: { es: 'Los que abriste en este equipo', en: 'The ones you opened on this device' },
  documents_none_kept: {
    es: 'Sin conexión puedes leer los documentos que ya abriste en este equipo. Todavía no abriste ninguno.',
    en: 'Without a connection you can read the documents that you have opened on this device. You have not opened any yet.',
  },
  documents_seen: { es: 'Visto hoy {time}', en: 'Seen today at {time}' },
  documents_seen_day: { es: 'Visto el {date} a las {time}', en: 'Seen on {date} at {time}' },
  documents_paired: { es: 'Va con: {title}', en: 'Goes with: {title}' },
  documents_xml: { es: 'XML', en: 'XML' },
  documents_xml_of: { es: 'Descargar el XML: {title}', en: 'Download the XML: {title}' },
  documents_replaced: { es: 'Una versión más nueva tomó su lugar.', en: 'A newer version has taken its place.' },
  documents_replaced_by: { es: 'La versión {version} tomó su lugar', en: 'Version {version} has taken its place' },
  documents_older: { es: 'Versiones anteriores ({count})', en: 'Earlier versions ({count})' },
  documents_more: { es: 'Ver más antiguos', en: 'Show older ones' },
  documents_more_failed: {
    es: 'No cargaron los más antiguos. Inténtalo otra vez.',
    en: 'The older ones did not load. Try again.',
  },
  documents_ask: { es: 'Pide un documento', en: 'Request a document' },
  documents_statement: { es: 'Estado de cuenta', en: 'Statement of account' },
  documents_statement_text: {
    es: 'Cada movimiento de tu préstamo. Si dejas las fechas vacías, desde el primer día hasta hoy.',
    en: 'Every movement of your loan. If you leave the dates empty, from the first day until today.',
  },
  documents_statement_go: { es: 'Pedir estado de cuenta', en: 'Request the statement' },
  documents_from: { es: 'Desde', en: 'From' },
  documents_to: { es: 'Hasta', en: 'To' },
  documents_payoff: { es: 'Cuánto falta para terminar de pagar', en: 'What it takes to pay off your loan' },
  documents_payoff_text: {
    es: 'En un documento: el monto exacto de un día, hasta 30 días desde hoy. Si no eliges uno, el de hoy.',
    en: 'On paper: the exact amount on one day, up to 30 days from now. If you choose none, today’s.',
  },
  documents_payoff_go: { es: 'Pedir liquidación', en: 'Request the quote' },
  documents_date: { es: 'Día en que pagarías', en: 'Day on which you would pay' },
  documents_issued: { es: 'Ya está: {title}', en: 'It is ready: {title}' },
  documents_not_disbursed: {
    es: 'La plata de este préstamo todavía no se movió: no hay nada que mostrar.',
    en: 'The money of this loan has not moved yet: there is nothing to show.',
  },
  documents_nothing_owed: {
    es: 'Este préstamo ya está pagado: no queda nada por pagar.',
    en: 'This loan is paid: there is nothing left to pay.',
  },
} satisfies Messages;
