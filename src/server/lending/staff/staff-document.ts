import * as z from 'zod';
import { errorBody } from '#api/errors.ts';
import { STAFF_ACTS, STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { type Act, read, type StaffAct } from './act.ts';
import { type ActField, fieldsOf, schemaOf } from './act-fields.ts';
import { PROPOSED } from './answer.ts';
import { EVERY_ROLE, STAFF_PATH, servedActs } from './staff-route.ts';

const SECOND = {
  always: 'A second account has to ask for the same: the first one gets 202 and the id of its proposal.',
  sometimes:
    'Above the amount of policy four-eyes, and where no paper proves it, a second account has to ask for the same: the first one gets 202 and the id of its proposal.',
} as const;

/** Facts about the lender, for those who integrate: the operations guide says whom to write to. */
export interface DocumentOf {
  readonly title: string;
  readonly siteUrl: string;
}

/** OpenAPI 3.1 of the staff API, from the very descriptions that it is served by. */
export function describeStaffApi(acts: readonly Act[], { title, siteUrl }: DocumentOf) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const one of acts) {
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operationOf(one) };
  }
  const groups = new Set(acts.map(groupOf));
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      description:
        'What colleagues of the lender and its programs may do. Amounts are soles, dates YYYY-MM-DD in Lima.',
      contact: { name: title, url: siteUrl },
      license: { name: 'Of this lender alone', url: siteUrl },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: [...groups].map((name) => ({ name, description: STAFF_GROUPS[name].en })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Of sign-in; of a program its token.' },
      },
      schemas: { Error: schemaOf(errorBody) },
    },
  };
}

function groupOf({ name }: Act): keyof typeof STAFF_GROUPS {
  return name.split(' ')[0] as keyof typeof STAFF_GROUPS;
}

function operationOf(one: Act) {
  const fields = fieldsOf(one);
  const { may, second, name } = one;
  const isOpen = may.includes('anybody');
  const who = isOpen ? 'The way in.' : `For ${may.join(', ')}.`;
  return {
    operationId: name.replaceAll(' ', '-'),
    tags: [groupOf(one)],
    summary: STAFF_ACTS[name].en,
    description: [who, second && SECOND[second], `As a command: npm run lender -- ${name}`].filter(Boolean).join(' '),
    ...(isOpen && { security: [] }),
    parameters: fields
      .filter(({ place }) => place === 'params' || place === 'query')
      .map((field) => parameterOf(one, field)),
    ...((one.body ?? one.files) && { requestBody: { required: true, content: contentOf(one, fields) } }),
    responses: responsesOf(one),
  };
}

function parameterOf(one: Act, { name, place, isRequired, words }: ActField) {
  return {
    name,
    in: place === 'params' ? 'path' : 'query',
    required: isRequired || place === 'params',
    description: words.en,
    schema: schemaOf(one[place as 'params' | 'query']).properties?.[name] ?? { type: 'string' },
    // Where a page begins, the page before it says.
    ...(name !== 'cursor' && { example: words.example }),
  };
}

function contentOf(one: Act, fields: readonly ActField[]) {
  const described = describedBody(one, fields);
  if (!one.files) return { 'application/json': { schema: described } };
  const files = one.files.map((name) => [name, { type: 'string', format: 'binary' }]);
  const properties = { ...described.properties, ...Object.fromEntries(files) };
  return { 'multipart/form-data': { schema: { type: 'object', properties } } };
}

/** The body's schema, with the words of each of its fields. */
function describedBody(one: Act, fields: readonly ActField[]) {
  const { $schema: _, ...schema } = schemaOf(one.body) as ReturnType<typeof schemaOf> & { $schema?: string };
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const words = fields.find((known) => known.name === name)?.words;
    return [name, words ? { ...field, description: words.en } : field];
  });
  return own.length > 0 ? { ...schema, properties: Object.fromEntries(own) } : schema;
}

function responsesOf({ answers, second, body, files, query, params, may }: Act) {
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  const content = contentOfAnswer(answers);
  const proposed = second && {
    202: { description: 'Proposed: another account has to ask for the same.', content: contentOfAnswer(PROPOSED) },
  };
  return {
    200: { description: 'Done.', content },
    ...proposed,
    ...((body ?? files ?? query) && { 400: error('Some fields are not valid.') }),
    ...(!may.includes('anybody') && { 401: error('Sign in.'), 403: error('It takes another role.') }),
    ...(params && { 404: error('There is nothing here.') }),
    409: error('It cannot be done as things are; the code says why.'),
    default: error('Anything else; the code says what.'),
  };
}

const FILE_TYPES = { file: 'application/octet-stream', text: 'text/plain' } as const;

/** An answer's schema without the facts that only the desk reads: words in Spanish, kinds, words of codes. */
function contentOfAnswer(answers: Act['answers']) {
  if (typeof answers === 'string') return { [FILE_TYPES[answers]]: { schema: { type: 'string' } } };
  const override = ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
    for (const own of [
      'words',
      'kind',
      'codes',
      'to',
      'list',
      'isCarried',
      'isSummed',
      'isForPrograms',
      'isOpen',
      'tones',
      '$schema',
    ])
      delete jsonSchema[own];
  };
  const schema = answers ? z.toJSONSchema(answers, { unrepresentable: 'any', override }) : {};
  return { 'application/json': { schema } };
}

/** The document as an act among the others: it describes itself. */
export function documentAct(): StaffAct<{ readonly lender: DocumentOf }> {
  return read({
    name: 'api document',
    answers: z.looseObject({}),
    path: `${STAFF_PATH}/openapi.json`,
    may: EVERY_ROLE,
    answer: (c, _, { lender }) => c.json(describeStaffApi(servedActs(c), lender)),
  });
}
