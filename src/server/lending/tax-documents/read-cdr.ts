import { readXml, type XmlElement, xmlChildren, xmlTextAt } from '#server/kit/xml.ts';
import { unzip } from '#server/kit/zip.ts';

/** A rule by its code, and its sentence as the authority wrote it. */
export interface Observation {
  readonly code: string;
  readonly words: string;
}

/** An answer of the tax authority to a document or a summary (CDR). */
export interface TaxAnswer extends Observation {
  readonly outcome: 'accepted' | 'observed' | 'refused';
  /** Rules that a document breaks which was accepted all the same. */
  readonly observations: readonly Observation[];
  /** The DigestValue of the document that is answered; some answers do not say it. */
  readonly digest: string | undefined;
}

const APPLICATION_RESPONSE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';
const LIMITS = { maxFiles: 2, maxBytes: 4_000_000 };
const MAX_WORDS = 1000;
/** From here on codes are of observations: the document stands. */
const FIRST_OBSERVATION = 4000;

/**
 * Reads an answer as it came: a ZIP with one `R-NAME.xml`. Undefined when it is damaged, or not an answer to the
 * document or summary of this name: then nothing is known of it.
 * @param name `20100000001-03-B001-12`
 */
export function readCdr(zip: Uint8Array, name: string): TaxAnswer | undefined {
  const files = unzip(zip, LIMITS)?.filter((file) => file.name.toLowerCase().endsWith('.xml')) ?? [];
  const [file, another] = files;
  if (!file || another || baseName(file.name).toUpperCase() !== `R-${name}.XML`.toUpperCase()) return undefined;
  const root = readXml(file.bytes);
  if (root?.name !== 'ApplicationResponse' || root.namespace !== APPLICATION_RESPONSE) return undefined;
  const [response, again] = xmlChildren(root, 'DocumentResponse');
  return response && !again ? answerOf(root, response, name) : undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function answerOf(root: XmlElement, response: XmlElement, name: string): TaxAnswer | undefined {
  const code = xmlTextAt(response, 'Response', 'ResponseCode');
  const about = xmlTextAt(response, 'DocumentReference', 'ID') ?? xmlTextAt(response, 'Response', 'ReferenceID');
  if (code === undefined || !/^\d{1,4}$/.test(code) || about === undefined || !isAbout(about, name)) return undefined;
  const observations = xmlChildren(root, 'Note').flatMap(({ text }) => observationOf(text) ?? []);
  const stands = Number(code) === 0 || Number(code) >= FIRST_OBSERVATION;
  const isObserved = stands && (observations.length > 0 || Number(code) !== 0);
  return {
    outcome: !stands ? 'refused' : isObserved ? 'observed' : 'accepted',
    code,
    words: (xmlTextAt(response, 'Response', 'Description') ?? '').slice(0, MAX_WORDS),
    observations,
    digest: xmlTextAt(response, 'DocumentReference', 'Attachment', 'ExternalReference', 'DocumentHash'),
  };
}

/** Whether `B001-00000012` or `RC-20261130-1` is what a name ends with; zeros in front of a number do not count. */
function isAbout(id: string, name: string): boolean {
  const plain = (text: string) => text.replace(/-0+(?=\d+$)/, '-');
  return plain(name).endsWith(`-${plain(id)}`);
}

/** `4252 - El dato …`; a note without a code is not of a rule. */
function observationOf(note: string): Observation | undefined {
  const [, code, words] = /^\s*(\d{4})\s*[-:]\s*(\S[\s\S]*?)\s*$/.exec(note) ?? [];
  return code === undefined || words === undefined ? undefined : { code, words: words.slice(0, MAX_WORDS) };
}
