import { byLanguage } from '#i18n/by-language.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { ComplaintSolution } from '#loan/complaint.ts';
import type { NewMessage } from '#server/lending/messages/outbox-store.ts';
import type { Complaint } from './complaint-store.ts';
import { sheetLink } from './complaints-context.ts';

/** Raised with every change of a text below, so that the log of sent messages identifies the wording. */
const VERSION = 3;

type Mailed = Pick<Complaint, 'id' | 'code' | 'locale' | 'trackingKey' | 'answerDueOn' | 'sheet'>;

const RECEIVED = byLanguage({
  subject: { es: 'Tu reclamo {code} del Libro de Reclamaciones', en: 'Your complaint {code}' },
  body: {
    es: `Hola, {firstName}:

Recibimos tu hoja de reclamación {code}. Va adjunta una copia.

Te respondemos a más tardar el {dueDate}: son 15 días hábiles y el plazo no se puede ampliar.

Para ver en qué va, abre este enlace o escribe en la página de seguimiento tu código {code} y tu clave {key}:
{link}

Guarda la clave: quien la tenga puede leer tu reclamo.

Reclamar aquí no te impide ir a otras vías ni es requisito previo para denunciar ante el Indecopi.

{provider}`,
    en: `Hello {firstName},

We have received your complaint sheet {code}. A copy is attached (it is a legal form and in Spanish).

We will answer by {dueDate} at the latest: that is 15 business days, and the term cannot be extended.

To see how it is going, open this link, or type your code {code} and your key {key} into the tracking page:
{link}

Keep the key: whoever has it can read your complaint.

Complaining here does not prevent you from using other ways to settle a dispute, and you do not have to do it before going to Indecopi.

{provider}`,
  },
});

const ANSWERED = byLanguage({
  subject: { es: 'Respuesta a tu reclamo {code}', en: 'The answer to your complaint {code}' },
  body: {
    es: `Hola, {firstName}:

Respondimos tu hoja de reclamación {code}. Resultado: {outcome}.

{answer}

Va adjunta la hoja de reclamación con la respuesta. También puedes verla aquí:
{link}

Si no estás conforme, puedes acudir al Indecopi.

{provider}`,
    en: `Hello {firstName},

We have answered your complaint sheet {code}. Outcome: {outcome}.

{answer}

The complaint sheet with the answer is attached. You can also see it here:
{link}

If you do not agree, you can go to Indecopi.

{provider}`,
  },
  outcome: {
    ACCEPTED: { es: 'aceptamos lo que pides', en: 'we accept your complaint' },
    PARTIAL: { es: 'aceptamos una parte de lo que pides', en: 'we accept part of your complaint' },
    REJECTED: { es: 'no aceptamos lo que pides', en: 'we do not accept your complaint' },
  },
});

const SETTLED = byLanguage({
  subject: { es: 'Acuerdo sobre tu reclamo {code}', en: 'The settlement of your complaint {code}' },
  body: {
    es: `Hola, {firstName}:

Registramos el acuerdo al que llegamos sobre tu hoja de reclamación {code}:

{answer}

Va adjunta la hoja de reclamación con el acuerdo. También puedes verla aquí:
{link}

{provider}`,
    en: `Hello {firstName},

We have recorded the settlement we reached about your complaint sheet {code}:

{answer}

The complaint sheet with the settlement is attached. You can also see it here:
{link}

{provider}`,
  },
});

function values({ code, locale, trackingKey, answerDueOn, sheet }: Mailed, siteUrl: string) {
  return {
    code,
    key: trackingKey,
    firstName: sheet.form.firstName,
    dueDate: formatDate(answerDueOn),
    link: `${siteUrl}${sheetLink(locale, code, trackingKey)}`,
    provider: sheet.provider.legalName,
  };
}

/** The copy of the sheet, sent at once (domain 2.18). A service message: it needs no consent. */
export function complaintReceivedMail(complaint: Mailed, recipient: string, siteUrl: string): NewMessage {
  const texts = RECEIVED[complaint.locale];
  return message('complaint-received', complaint, recipient, 'sheet', {
    subject: fill(texts.subject, { code: complaint.code }),
    body: fill(texts.body, values(complaint, siteUrl)),
  });
}

export function complaintAnsweredMail(
  complaint: Mailed,
  recipient: string,
  siteUrl: string,
  answer: { readonly text: string; readonly solution: ComplaintSolution },
): NewMessage {
  const texts = ANSWERED[complaint.locale];
  return message('complaint-answered', complaint, recipient, 'answer', {
    subject: fill(texts.subject, { code: complaint.code }),
    body: fill(texts.body, {
      ...values(complaint, siteUrl),
      outcome: texts.outcome[answer.solution],
      answer: answer.text,
    }),
  });
}

export function complaintSettledMail(complaint: Mailed, recipient: string, siteUrl: string, text: string): NewMessage {
  const texts = SETTLED[complaint.locale];
  return message('complaint-settled', complaint, recipient, 'settlement', {
    subject: fill(texts.subject, { code: complaint.code }),
    body: fill(texts.body, { ...values(complaint, siteUrl), answer: text }),
  });
}

/**
 * Writes an alert to staff: which complaint is open and since when. The e-mail must not contain the consumer's name or
 * text.
 */
export function complaintAlertMail(
  complaint: Pick<Complaint, 'code' | 'answerDueOn' | 'assignee'>,
  recipient: string,
  businessDays: number,
): NewMessage {
  const holder = complaint.assignee ?? 'sin asignar';
  return {
    template: 'complaint-alert',
    templateVersion: VERSION,
    consentBasis: 'staff',
    recipient,
    subject: `${complaint.code}: ${businessDays} días hábiles sin respuesta`,
    body: `La hoja ${complaint.code} (${holder}) lleva ${businessDays} días hábiles sin respuesta. Vence el ${formatDate(complaint.answerDueOn)}.`,
  };
}

function message(
  template: string,
  { id, code }: Mailed,
  recipient: string,
  document: 'sheet' | 'answer' | 'settlement',
  texts: Pick<NewMessage, 'subject' | 'body'>,
): NewMessage {
  return {
    template,
    templateVersion: VERSION,
    consentBasis: 'service',
    recipient,
    ...texts,
    owedAbout: `complaint:${code}`,
    attachments: [{ complaintId: id, document, fileName: `${code}${document === 'sheet' ? '' : `-${document}`}.pdf` }],
  };
}
