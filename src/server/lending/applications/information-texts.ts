import type { InformationCode } from '#api/application-information.ts';
import { byLanguage } from '#i18n/by-language.ts';
import type { Locale } from '#i18n/locale.ts';

interface InformationText {
  readonly title: string;
  /** The reason why it is needed; staff's own words take its place. */
  readonly why: string;
}

/** Requests to a client in the middle of a decision, in the client's language. */
export const INFORMATION_TEXTS: Readonly<Record<Locale, Readonly<Record<InformationCode, InformationText>>>> =
  byLanguage({
    income_proof: {
      title: { es: 'Comprobante de tus ingresos', en: 'Proof of your income' },
      why: {
        es: 'Para este monto necesitamos un documento: boleta de pago, recibo por honorarios o estado de cuenta de los últimos tres meses.',
        en: 'For this amount we need a document: a payslip, a fee receipt or an account statement from the last three months.',
      },
    },
    address_proof: {
      title: { es: 'Comprobante de tu dirección', en: 'Proof of your address' },
      why: {
        es: 'Un recibo de agua, luz o teléfono de los últimos dos meses. Puede estar a nombre de alguien con quien vives.',
        en: 'A water, electricity or phone bill from the last two months. It may be in the name of somebody you live with.',
      },
    },
    dni_front: {
      title: { es: 'Tu documento por delante', en: 'The front of your document' },
      why: {
        es: 'Para asegurarnos de que nadie pida a tu nombre.',
        en: 'To be sure that nobody applies in your name.',
      },
    },
    dni_back: {
      title: { es: 'Tu documento por detrás', en: 'The back of your document' },
      why: {
        es: 'Para asegurarnos de que nadie pida a tu nombre.',
        en: 'To be sure that nobody applies in your name.',
      },
    },
    selfie: {
      title: { es: 'Una foto de tu cara', en: 'A photo of your face' },
      why: {
        es: 'La comparamos con tu documento y no la usamos para nada más.',
        en: 'We compare it with your document and use it for nothing else.',
      },
    },
    other_document: {
      title: { es: 'Otro documento', en: 'Another document' },
      why: {
        es: 'Quien revisa tu solicitud explica abajo cuál.',
        en: 'The person reviewing your application says below which one.',
      },
    },
    employer_phone: {
      title: { es: 'El teléfono de tu empleador', en: 'Your employer’s phone' },
      why: {
        es: 'Confirmamos que trabajas ahí; nunca hablamos de tu préstamo.',
        en: 'We confirm that you work there; we never speak of your loan.',
      },
    },
    alternative_phone: {
      title: { es: 'Otro teléfono tuyo', en: 'Another phone of yours' },
      why: { es: 'Por si no te encontramos en el primero.', en: 'In case we cannot reach you on the first one.' },
    },
    bank_account: {
      title: { es: 'Otra cuenta bancaria', en: 'Another bank account' },
      why: {
        es: 'El banco no aceptó la transferencia a la que nos diste. Tiene que estar a tu nombre.',
        en: 'The bank did not accept the transfer to the one you gave us. It has to be in your own name.',
      },
    },
    own_account: {
      title: { es: 'Una cuenta a tu nombre', en: 'An account in your name' },
      why: {
        es: 'La cuenta que nos diste figura a nombre de otra persona, o no existe. Revisa el número o danos otra.',
        en: 'The account you gave us is in somebody else’s name, or does not exist. Check the number or give us another one.',
      },
    },
    call: {
      title: { es: 'Una llamada', en: 'A call' },
      why: {
        es: 'Alguien te llama para aclarar un punto. Dinos cuándo te conviene.',
        en: 'Somebody will call you to clear up a point. Tell us when it suits you.',
      },
    },
  });
