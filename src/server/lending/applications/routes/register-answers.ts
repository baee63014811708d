import { DATA_SOURCE, MERGED_GROUP, REGISTER_PART } from '#i18n/automated-decisions.ts';
import {
  CHECK_POLICY,
  CONCERN,
  DECISION,
  INCOME_SOURCE,
  REQUIRED_FIELD,
  REQUIRED_PAPER,
  RULE,
} from '#i18n/staff-codes/applications.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import {
  type AnswerField,
  answer,
  answerFields,
  code,
  count,
  date,
  many,
  openCode,
  rows,
  share,
  text,
} from '#server/lending/staff/answer.ts';
import { SNAPSHOT } from './snapshot-answer.ts';

const PARTS = answerFields(SNAPSHOT);
const { policy, requirements } = SNAPSHOT.shape;

/** Data of a part of a snapshot, as it is described; what is sold is the lender's and not told. */
export function dataOfPart(part: string): readonly string[] {
  const fields = PARTS.find(({ name }) => name === part)?.fields ?? [];
  return fields.filter(({ name }) => name !== 'product').map(({ name }) => `${part}.${name}`);
}

/** Names of the figures that operators set, as in their policies: `age.minAge`, `score.weights.burden`. */
export const FIGURES: CodeWords = {
  ...wordsOf(answerFields(policy)),
  ...wordsOf(answerFields(requirements.shape.score), 'score.'),
};

/** Words of the fields within an answer, those of a thing with its own before them. */
function wordsOf(fields: readonly AnswerField[], path = '', before: readonly [string, string] = ['', '']): CodeWords {
  return Object.fromEntries(
    fields.flatMap((field): [string, readonly [string, string]][] => {
      const words = [`${before[0]}${field.es}`, `${before[1]}${field.en}`] as const;
      if (field.fields.length === 0) return [[path + field.name, words]];
      return Object.entries(wordsOf(field.fields, `${path}${field.name}.`, [`${words[0]}: `, `${words[1]}: `]));
    }),
  );
}

const EFFECT = {
  decided: count('Decididas', 'Decided'),
  approved: count('Aprobadas por las reglas', 'Approved by the rules'),
  approvedShare: share('Aprobadas, %', 'Approved, %'),
  refused: count('Rechazadas por las reglas', 'Rejected by the rules'),
  toPeople: count('Pasadas a una persona', 'Left to a person'),
  approvedByPeople: count('Aprobadas después por personas', 'Approved by people afterwards'),
};

export const REGISTER_ANSWERS = {
  'applications register': answer({
    ruleSet: text('Versión de las reglas', 'Version of the rules'),
    date: date('Día', 'Day'),
    from: date('Desde', 'From'),
    to: date('Hasta', 'To'),
    alwaysPeople: many(code(CONCERN, 'Siempre decide una persona', 'Always decided by a person')),
    about: rows('Registro', 'Register', {
      part: code(REGISTER_PART, 'Parte', 'Section'),
      es: text('En español', 'In Spanish'),
      en: text('En inglés', 'In English'),
    }),
    data: rows('Datos que se usan', 'Data used', {
      part: code(wordsOf(PARTS.map((part) => ({ ...part, fields: [] }))), 'Parte', 'Section'),
      data: code(wordsOf(PARTS), 'Dato', 'Item'),
      source: code(DATA_SOURCE, 'De dónde viene', 'Where it comes from'),
    }),
    rules: rows('Reglas', 'Rules', {
      rule: openCode(RULE, 'Regla', 'Rule'),
      ends: many(code(DECISION, 'Puede terminar en', 'May end in')),
    }),
    figures: rows('Cifras en vigor', 'Figures in force', {
      figure: code(FIGURES, 'Cifra', 'Figure'),
      // Some are codes: sources of income.
      value: many(openCode(INCOME_SOURCE, 'Valor', 'Value')),
    }),
    amounts: rows('Lo que pide cada monto', 'What each amount asks for', {
      upTo: count('Hasta, en soles', 'Up to, in soles').nullable(),
      fields: many(code(REQUIRED_FIELD, 'Campos', 'Fields')),
      referees: count('Referencias personales', 'Referees'),
      papers: many(code(REQUIRED_PAPER, 'Documentos', 'Papers')),
      identity: code(CHECK_POLICY, 'Identidad', 'Identity'),
      accountHolder: code(CHECK_POLICY, 'Titular de la cuenta', 'Holder of the account'),
      bureau: code(CHECK_POLICY, 'Central de riesgo', 'Credit bureau'),
    }),
    byAge: rows('Efecto por edad', 'Effect by age', { age: text('Edad', 'Age'), ...EFFECT }),
    byPlace: rows('Efecto por distrito', 'Effect by district', {
      place: openCode(MERGED_GROUP, 'Distrito', 'District'),
      ...EFFECT,
    }),
  }),
};
