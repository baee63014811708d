import type { InformationCode } from '#api/application-information.ts';
import type { Locale } from '#i18n/locale.ts';

interface InformationText {
  readonly title: string;
  /** The reason why it is needed; staff's own words take its place. */
  readonly why: string;
}

/** Requests to a client in the middle of a decision, in the client's language. */
export const INFORMATION_TEXTS: Readonly<Record<Locale, Readonly<Record<InformationCode, InformationText>>>> = {
  es: {
    income_proof: {
      title: 'Comprobante de tus ingresos',
      why: 'Para este monto necesitamos un documento: boleta de pago, recibo por honorarios o estado de cuenta de los últimos tres meses.',
    },
    address_proof: {
      title: 'Comprobante de tu dirección',
      why: 'Un recibo de agua, luz o teléfono de los últimos dos meses. Puede estar a nombre de alguien con quien vives.',
    },
    dni_front: {
      title: 'Tu documento por delante',
      why: 'Para asegurarnos de que nadie pida a tu nombre.',
    },
    dni_back: {
      title: 'Tu documento por detrás',
      why: 'Para asegurarnos de que nadie pida a tu nombre.',
    },
    selfie: {
      title: 'Una foto de tu cara',
      why: 'La comparamos con tu documento y no la usamos para nada más.',
    },
    other_document: {
      title: 'Otro documento',
      why: 'Quien revisa tu solicitud explica abajo cuál.',
    },
    employer_phone: {
      title: 'El teléfono de tu empleador',
      why: 'Confirmamos que trabajas ahí; nunca hablamos de tu préstamo.',
    },
    alternative_phone: {
      title: 'Otro teléfono tuyo',
      why: 'Por si no te encontramos en el primero.',
    },
    bank_account: {
      title: 'Otra cuenta bancaria',
      why: 'El banco no aceptó la transferencia a la que nos diste. Tiene que estar a tu nombre.',
    },
    own_account: {
      title: 'Una cuenta a tu nombre',
      why: 'La cuenta que nos diste figura a nombre de otra persona, o no existe. Revisa el número o danos otra.',
    },
    call: {
      title: 'Una llamada',
      why: 'Alguien te llama para aclarar un punto. Dinos cuándo te conviene.',
    },
  },
  en: {
    income_proof: {
      title: 'Proof of your income',
      why: 'For this amount we need a document: a payslip, a fee receipt or an account statement from the last three months.',
    },
    address_proof: {
      title: 'Proof of your address',
      why: 'A water, electricity or phone bill from the last two months. It may be in the name of somebody you live with.',
    },
    dni_front: {
      title: 'The front of your document',
      why: 'To be sure that nobody applies in your name.',
    },
    dni_back: {
      title: 'The back of your document',
      why: 'To be sure that nobody applies in your name.',
    },
    selfie: {
      title: 'A photo of your face',
      why: 'We compare it with your document and use it for nothing else.',
    },
    other_document: {
      title: 'Another document',
      why: 'The person reviewing your application says below which one.',
    },
    employer_phone: {
      title: 'Your employer’s phone',
      why: 'We confirm that you work there; we never speak of your loan.',
    },
    alternative_phone: {
      title: 'Another phone of yours',
      why: 'In case we cannot reach you on the first one.',
    },
    bank_account: {
      title: 'Another bank account',
      why: 'The bank did not accept the transfer to the one you gave us. It has to be in your own name.',
    },
    own_account: {
      title: 'An account in your name',
      why: 'The account you gave us is in somebody else’s name, or does not exist. Check the number or give us another one.',
    },
    call: {
      title: 'A call',
      why: 'Somebody will call you to clear up a point. Tell us when it suits you.',
    },
  },
};
