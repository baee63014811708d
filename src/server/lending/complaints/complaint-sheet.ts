import type { ComplaintDocumentType } from '#api/complaint-form.ts';
import { DEPARTMENTS } from '#api/departments.ts';
import { lookAlikes, unprintable } from '#api/field-rules/printable.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { ComplaintSolution } from '#loan/complaint.ts';
import { limaClock } from '#server/lending/documents/lima-clock.ts';
import { type Row, TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import type { Complaint, ComplaintEvent, StoredAttachment } from './complaint-store.ts';

/** The sheet is a legal form of Peru: its words are those of DS 011-2011-PCM, whatever the consumer's language. */
const DOCUMENT_NAMES: Readonly<Record<ComplaintDocumentType, string>> = {
  DNI: 'DNI',
  CE: 'Carné de extranjería',
  PASSPORT: 'Pasaporte',
};
const SOLUTIONS: Readonly<Record<ComplaintSolution, string>> = {
  ACCEPTED: 'Se acepta lo pedido',
  PARTIAL: 'Se acepta en parte lo pedido',
  REJECTED: 'No se acepta lo pedido',
};
const DEFINITIONS = [
  'RECLAMO: disconformidad relacionada a los productos o servicios.',
  'QUEJA: disconformidad no relacionada a los productos o servicios; o, malestar o descontento respecto a la atención al público.',
];
const LEGAL_NOTES = [
  'La formulación del reclamo no impide acudir a otras vías de solución de controversias ni es requisito previo para interponer una denuncia ante el INDECOPI.',
  'El proveedor debe dar respuesta al reclamo o queja en un plazo no mayor a quince (15) días hábiles, el cual es improrrogable.',
];

const UNPRINTABLE =
  'Los signos que esta hoja no puede imprimir, como los emoji, figuran aquí con su número entre corchetes, por ejemplo [U+1F621]. El texto se conserva tal como se escribió.';

export interface SheetContent {
  readonly complaint: Complaint;
  readonly attachments: readonly StoredAttachment[];
  /** Whose files are the consumer's own. */
  readonly filedEventId?: string | undefined;
  readonly answer?: ComplaintEvent;
  readonly settlement?: ComplaintEvent;
}

/** Draws the Hoja de Reclamación as a tagged PDF, with the provider's part when there is one. */
export function renderComplaintSheet(content: SheetContent): Promise<Uint8Array> {
  const { complaint, answer, settlement } = content;
  const { provider } = complaint.sheet;
  const pdf = new TaggedPdf({
    title: `Hoja de reclamación ${complaint.code}`,
    author: provider.legalName,
    createdAt: (settlement ?? answer)?.at ?? complaint.filedAt,
    footer: [`${complaint.code} · ${provider.legalName} · RUC ${provider.ruc}`],
  });
  pdf.title('Libro de Reclamaciones', `Hoja de reclamación ${complaint.code}`);
  pdf.rows([
    { label: 'Fecha y hora', value: limaTime(complaint.filedAt, complaint.filedOn) },
    { label: 'Proveedor', value: `${provider.legalName}, RUC ${provider.ruc}` },
    { label: 'Domicilio', value: provider.address },
    { label: 'Establecimiento', value: `Código ${provider.establishmentCode}` },
    { label: 'Respuesta, a más tardar', value: formatDate(complaint.answerDueOn) },
  ]);
  pdf.section('1. Identificación del consumidor reclamante');
  pdf.rows(consumerRows(content));
  pdf.section('2. Identificación del bien contratado');
  pdf.rows(goodRows(content));
  pdf.section('3. Detalle de la reclamación y pedido del consumidor');
  pdf.rows(claimRows(content));
  for (const definition of DEFINITIONS) pdf.note(definition);
  pdf.section('4. Observaciones y acciones adoptadas por el proveedor');
  pdf.rows(providerRows(content));
  for (const note of LEGAL_NOTES) pdf.note(note);
  if (hasUnprintable(content)) pdf.note(UNPRINTABLE);
  return pdf.finish();
}

/** Tells whether people wrote signs that cannot be printed: their text is kept as they wrote it. */
function hasUnprintable(content: SheetContent): boolean {
  const rows = [consumerRows, goodRows, claimRows, providerRows].flatMap((part) => part(content));
  return rows.some(({ value }) => unprintable(lookAlikes(value)) !== '');
}

function consumerRows({ complaint }: SheetContent): Row[] {
  const { form } = complaint.sheet;
  const rows = [
    { label: 'Nombre', value: `${form.firstName} ${form.lastName}` },
    { label: 'Documento', value: `${DOCUMENT_NAMES[form.documentType]} ${form.documentNumber}` },
    {
      label: 'Domicilio',
      value: `${form.street}, ${form.district}, ${form.province}, ${DEPARTMENTS[form.department]}`,
    },
    { label: 'Teléfono', value: form.phone ?? '' },
    { label: 'Correo', value: form.email ?? '' },
  ];
  if (!form.isMinor) return rows;
  const type = form.guardianDocumentType ? DOCUMENT_NAMES[form.guardianDocumentType] : '';
  return [
    ...rows,
    {
      label: 'Padre, madre o tutor',
      value: `${form.guardianName ?? ''}, ${type} ${form.guardianDocumentNumber ?? ''}`,
    },
  ];
}

function goodRows({ complaint }: SheetContent): Row[] {
  const { form } = complaint.sheet;
  return [
    { label: 'Tipo de bien', value: form.good === 'SERVICE' ? 'Servicio' : 'Producto' },
    { label: 'Descripción', value: form.description },
    { label: 'Código de préstamo', value: form.loanNumber ?? '' },
    { label: 'Monto reclamado', value: form.amount === undefined ? '' : formatSoles(Math.round(form.amount * 100)) },
  ];
}

function claimRows({ complaint, attachments, filedEventId }: SheetContent): Row[] {
  const { form } = complaint.sheet;
  return [
    { label: 'Tipo', value: form.type === 'RECLAMO' ? 'Reclamo' : 'Queja' },
    { label: 'Detalle', value: form.detail },
    { label: 'Pedido', value: form.request },
    { label: 'Adjuntos', value: fileList(attachments.filter(({ eventId }) => eventId === filedEventId)) },
    {
      label: 'Medio de respuesta',
      value: form.answerChannel === 'EMAIL' ? 'Correo electrónico' : 'Carta al domicilio',
    },
    { label: 'Firma', value: 'Presentada por internet, con declaración de que lo dicho es verdad.' },
  ];
}

function providerRows({ answer, settlement, attachments }: SheetContent): Row[] {
  const rows: Row[] = [{ label: 'Fecha de respuesta', value: answer ? formatDate(answer.businessDate) : '' }];
  if (answer) {
    rows.push(
      { label: 'Resultado', value: SOLUTIONS[answer.data['solution'] as ComplaintSolution] },
      { label: 'Respuesta', value: String(answer.data['text']) },
      { label: 'Documentos', value: fileList(attachments.filter(({ eventId }) => eventId === answer.id)) },
    );
  }
  if (settlement) {
    rows.push(
      { label: 'Acuerdo del', value: formatDate(settlement.businessDate) },
      { label: 'Acuerdo', value: String(settlement.data['text']) },
    );
  }
  return rows;
}

function fileList(files: readonly StoredAttachment[]): string {
  return files.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256.slice(0, 16)}…)`).join('\n');
}

function limaTime(at: Date, businessDate: string): string {
  return `${formatDate(businessDate)}, ${limaClock(at)} h (hora de Lima)`;
}
