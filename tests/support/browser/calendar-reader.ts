type Fields = Readonly<Record<string, string>>;

export interface ReadEvent {
  readonly fields: Fields;
  readonly alarms: readonly Fields[];
}

interface Part {
  readonly name: string;
  readonly fields: Record<string, string>;
  readonly parts: Part[];
}

/**
 * Reads a calendar file as a strict calendar does (RFC 5545): lines end with CRLF, have at most 75 octets, and each
 * part ends in the part it began in. Fields have their parameters in their names.
 */
export function readCalendar(file: string): { readonly fields: Fields; readonly events: readonly ReadEvent[] } {
  const [calendar, ...others] = partsOf(unfolded(file));
  if (calendar?.name !== 'VCALENDAR' || others.length > 0) throw new Error('it is not one calendar');
  return {
    fields: calendar.fields,
    events: calendar.parts.map(({ name, fields, parts }) => {
      if (name !== 'VEVENT') throw new Error(`a calendar has no ${name}`);
      return { fields, alarms: parts.map((alarm) => alarm.fields) };
    }),
  };
}

function unfolded(file: string): string[] {
  if (/(?<!\r)\n|\r(?!\n)/.test(file) || !file.endsWith('\r\n')) throw new Error('a line does not end with CRLF');
  const lines = file.slice(0, -2).split('\r\n');
  const long = lines.find((line) => Buffer.byteLength(line) > 75);
  if (long !== undefined) throw new Error(`longer than 75 octets: ${long}`);
  if (file.includes('\uFFFD')) throw new Error('a character is broken');
  return lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
}

function partsOf(lines: readonly string[]): Part[] {
  const root: Part = { name: '', fields: {}, parts: [] };
  const open = [root];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(.*)$/s.exec(line) ?? [];
    const around = open.at(-1) as Part;
    if (!name) throw new Error(`not a line of a calendar: ${line}`);
    if (name === 'BEGIN') {
      const part: Part = { name: value, fields: {}, parts: [] };
      around.parts.push(part);
      open.push(part);
    } else if (name !== 'END') {
      if (name in around.fields) throw new Error(`twice: ${line}`);
      around.fields[name] = plainText(value);
    } else if (open.pop()?.name !== value) throw new Error(`ends what did not begin: ${line}`);
  }
  if (open.length > 1) throw new Error(`${open.at(-1)?.name} does not end`);
  return root.parts;
}

function plainText(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value.replaceAll(/\\[;,]/g, ''))) throw new Error(`not escaped: ${value}`);
  return value.replaceAll(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
}
