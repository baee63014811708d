import type { StaffWords } from './staff-acts.ts';
import type { CodeWords } from './staff-codes/code-words.ts';

/** The sections of the register of automated decisions. */
export const REGISTER_PART = {
  PURPOSE: ['Finalidad', 'Purpose'],
  LOGIC: ['Lógica', 'Logic'],
  SCORE: ['Puntaje', 'Score'],
  NOT_USED: ['Lo que no se usa', 'What is not used'],
  OVERSIGHT: ['Supervisión humana', 'Human oversight'],
  RECORD: ['Lo que se guarda', 'What is kept'],
  EFFECT: ['Efecto medido', 'Measured effect'],
  LAW: ['La norma', 'The law'],
} as const satisfies CodeWords;
export type RegisterPart = keyof typeof REGISTER_PART;

/** Words of each section; the lists beside them are made from the rules and parameters themselves. */
export const REGISTER_TEXTS: Readonly<Record<RegisterPart, StaffWords>> = {
  PURPOSE: {
    es: 'Decidir si prestamos, hasta cuánto y a qué plazo; qué información falta; o que la decisión es de una persona.',
    en: 'To decide whether we lend, how much at most and for how long; what information is missing; or that a person decides.',
  },
  LOGIC: {
    es: 'Reglas escritas por personas, sin aprendizaje automático: los mismos datos dan siempre la misma respuesta. Se aplican todas. Primero, lo que siempre decide una persona va a una persona. Si no, cualquier motivo de rechazo rechaza, y se dicen todos. Si no, se pide lo que falta. Si no, las dudas van a una persona. Si no, se aprueba: como máximo lo pedido y lo que aguanta un mes del cliente.',
    en: 'Rules written by people, without machine learning: the same data always give the same answer. All of them are applied. First, what a person always decides goes to a person. Otherwise any reason to reject rejects, and every reason is told. Otherwise what is missing is asked for. Otherwise doubts go to a person. Otherwise it is approved: at most for what was asked and what a month of the client can carry.',
  },
  SCORE: {
    es: 'El puntaje no rechaza a nadie: con menos de lo que pide la política, decide una persona.',
    en: 'The score rejects nobody: with less than the policy asks for, a person decides.',
  },
  NOT_USED: {
    es: 'La edad se compara solo con los límites de la política, y el distrito solo con las zonas sin atención. No se usan sexo, origen, religión, salud, contactos ni ubicación del celular.',
    en: 'Age is compared with the limits of the policy alone, and the district with the regions not served alone. Sex, origin, religion, health, contacts and the place of the phone are not used.',
  },
  OVERSIGHT: {
    es: 'Antes de enviar su solicitud el cliente lee que pueden decidir reglas. Si lo rechazan, puede pedir una vez, con un botón en la respuesta y hasta {days} días después, que una persona lo revise. Esa persona ve el expediente con cada regla y cada punto, y puede aprobar; por encima de {amount} hacen falta dos.',
    en: 'Before sending their application, clients read that rules may decide. If rejected, they can ask once, with a button in the answer and up to {days} days later, to have a person review it. That person sees the file with every rule and every point, and may approve; above {amount} two are needed.',
  },
  RECORD: {
    es: 'De cada decisión se guardan, sin que se puedan cambiar, la versión de las reglas, los datos (cifrados), lo que halló cada regla, el puntaje y quién decidió. La copia de sus datos le dice al cliente la versión, el resultado y los motivos.',
    en: 'Of each decision the version of the rules, the data (encrypted), what each rule found, the score and who decided are kept and cannot be changed. The copy of their data tells clients the version, the outcome and the reasons.',
  },
  EFFECT: {
    es: 'Solicitudes que las reglas decidieron entre las dos fechas, por su última decisión. Los grupos de menos de {least} se cuentan con otros, para que no se pueda reconocer a nadie.',
    en: 'Applications that the rules decided between the two dates, by their last decision. Groups of fewer than {least} are counted with others, so that nobody is recognisable.',
  },
  LAW: {
    es: 'Leído de fuentes públicas (Ley 31814, D.S. 115-2025-PCM, Ley 29733). Si un sistema de reglas está comprendido, y qué se presenta, lo dice el abogado de la entidad.',
    en: 'Read from public sources (Ley 31814, D.S. 115-2025-PCM, Ley 29733). Whether a system of rules is covered, and what is filed, is for the lender’s counsel to say.',
  },
};

/** Where data come from. */
export const DATA_SOURCE = {
  APPLICANT: ['Lo dice quien pide', 'The applicant says it'],
  RECORDS: ['Nuestros registros', 'Our records'],
  APPLICANT_AND_RECORDS: ['Quien pide y nuestros registros', 'The applicant and our records'],
  DEVICE: ['El equipo que usa', 'The device in use'],
  PROVIDER: ['El proveedor de consultas', 'The provider of checks'],
} as const satisfies CodeWords;

export const MERGED_GROUP = { OTHERS: ['Los demás', 'All others'] } as const satisfies CodeWords;
