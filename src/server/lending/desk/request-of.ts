import { isWithoutEnd, NO_END, readCsv } from '#server/lending/gateways/transfer/read-csv.ts';
import { readStatementAmount, whatIsWrongWith } from '#server/lending/gateways/transfer/statement-values.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { type ActField, type FieldSchema, fieldsOf } from '#server/lending/staff/act-fields.ts';

/** What somebody has typed, by field; files by their own. */
export interface Given {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly files?: Readonly<Record<string, readonly File[]>>;
}

export type ActRequest =
  | { readonly kind: 'request'; readonly path: string; readonly init: RequestInit }
  | { readonly kind: 'wrong'; readonly wrong: readonly { readonly field: string; readonly why: string }[] };

/** The request of an act from what a person has typed in a form or on a command line; the API checks it. */
export function requestOf(route: StaffRoute, given: Given): ActRequest {
  const wrong: { field: string; why: string }[] = [];
  const asked = { path: route.path as string, query: new URLSearchParams(), body: {} as Record<string, unknown> };
  for (const field of fieldsOf(route)) {
    const texts = (given.texts[field.name] ?? []).filter((text) => text.trim() !== '');
    const isWrong = (why: string) => wrong.push({ field: field.name, why });
    if (texts.length > 0) put(asked, field, texts, isWrong);
    else if (field.place === 'params') isWrong('required');
  }
  if (wrong.length > 0) return { kind: 'wrong', wrong };
  const path = asked.query.size > 0 ? `${asked.path}?${asked.query}` : asked.path;
  return { kind: 'request', path, init: initOf(route, asked.body, given.files ?? {}) };
}

function put(
  asked: { path: string; readonly query: URLSearchParams; readonly body: Record<string, unknown> },
  field: ActField,
  texts: readonly string[],
  isWrong: (why: string) => void,
): void {
  const [text = ''] = texts;
  if (field.place === 'params') asked.path = asked.path.replace(`:${field.name}`, encodeURIComponent(text.trim()));
  if (field.place === 'query') asked.query.set(field.name, texts.join(','));
  if (field.place === 'body') setIn(asked.body, field.name.split('.'), typedValue(field, texts, isWrong));
}

function initOf(
  route: StaffRoute,
  body: Readonly<Record<string, unknown>>,
  files: NonNullable<Given['files']>,
): RequestInit {
  const { method } = route;
  if (method === 'GET') return { method };
  if (!route.files) return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  for (const name of route.files) for (const file of files[name] ?? []) form.append(name, file, file.name);
  return { method, body: form };
}

function setIn(body: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Object.defineProperty(body, name, { value, enumerable: true, configurable: true });
    return;
  }
  const inner = (body[name] ?? {}) as Record<string, unknown>;
  body[name] = inner;
  setIn(inner, rest, value);
}

function typedValue(field: ActField, texts: readonly string[], isWrong: (why: string) => void): unknown {
  const [text = ''] = texts;
  switch (field.kind) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'yes':
      return text === 'false' || text === 'no' ? undefined : true;
    case 'choices':
      return texts.flatMap((one) => one.split(',')).map((one) => one.trim());
    case 'rows':
      return rowsOf(field.schema, text, isWrong);
    case 'json':
      return jsonOf(text, isWrong);
    default:
      return text;
  }
}

function jsonOf(text: string, isWrong: (why: string) => void): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    isWrong(`The value is not JSON: ${(error as Error).message}.`);
    return undefined;
  }
}

/** Lines of a file: a line of names, then one for each. Codes alone do for things of which only the first is needed. */
function rowsOf({ items = {} }: FieldSchema, text: string, isWrong: (why: string) => void): unknown {
  const [properties, required] = [items.properties ?? {}, items.required ?? []];
  const [first = ''] = Object.keys(properties);
  if (required.length === 1 && !/[\n\r;]/.test(text.trim()) && !text.startsWith(first)) {
    return text.split(',').map((code) => ({ [first]: code.trim() }));
  }
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const { rows, problems } = readCsv(text, { required, optional });
  for (const { line, message } of problems) isWrong(`Line ${line}: ${message}.`);
  const last = rows.at(-1);
  if (last && isWithoutEnd(text)) isWrong(`Line ${last.line}: ${NO_END}.`);
  return rows.map(({ line, values }) =>
    Object.fromEntries(
      Object.entries(values as Record<string, string>).flatMap(([name, value]): [string, unknown][] => {
        if (value === '') return [];
        if (properties[name]?.type !== 'number') {
          const spoilt = whatIsWrongWith(value, 0);
          if (spoilt !== undefined) isWrong(`Line ${line}: ${spoilt}.`);
          return [[name, value]];
        }
        const amountCents = readStatementAmount(value);
        if (amountCents === undefined) isWrong(`Line ${line}: "${value}" is no amount.`);
        return [[name, (amountCents ?? 0) / 100]];
      }),
    ),
  );
}

/** What a command says, `payments match 0189… --loan P-…`, as an act and what is given for it; `…` and CAPITALS are left out. */
export function actOfCommand(
  acts: readonly StaffRoute[],
  command: string,
): { readonly act: StaffRoute; readonly given: Readonly<Record<string, string>> } | undefined {
  const [group, name, ...words] = command.split(' ');
  const act = acts.find((one) => one.name === `${group} ${name}`) ?? acts.find((one) => one.name === group);
  if (!act) return undefined;
  const params = fieldsOf(act).filter(({ place, kind }) => place === 'params' || kind === 'choice');
  const typed = words.slice(
    0,
    Math.max(
      0,
      [...words, '--'].findIndex((word) => word.startsWith('--')),
    ),
  );
  const known = typed.filter((word) => !/^[A-Z-]+$|…|"/.test(word) || params[0]?.options.includes(word));
  const pairs = params.flatMap(({ name: field }, place) => (known[place] ? [[field, known[place]] as const] : []));
  return { act, given: Object.fromEntries(pairs) };
}
