const FIRST_BYTES = 4_096;

/** Kinds of file that are not a text, by their first bytes and a word among the next ones. */
const BYTES: readonly (readonly [hex: string, word: string, kind: string])[] = [
  ['504b0304', 'xl/', 'an Excel workbook (.xlsx)'],
  ['504b0304', '[Content_Types].xml', 'an Excel workbook (.xlsx)'],
  ['504b0304', 'opendocument.spreadsheet', 'a LibreOffice spreadsheet (.ods)'],
  ['504b0304', '', 'a ZIP archive'],
  ['504b0506', '', 'a ZIP archive'],
  ['d0cf11e0a1b11ae1', '', 'an old Excel workbook (.xls)'],
  ['1f8b', '', 'a compressed file (gzip)'],
  ['89504e47', '', 'a picture'],
  ['ffd8ff', '', 'a picture'],
];

/** Kinds of text that are not a statement, by their first words. */
const WORDS: readonly (readonly [form: RegExp, kind: string])[] = [
  [/^[\s\S]{0,1024}%PDF-\d/, 'a PDF'],
  [/^\{\\rtf/, 'a document of a word processor (RTF)'],
  [/^\s*<\?xml[\s\S]*(?:camt\.05[234]|<BkToCstmr)/i, 'an XML statement (camt.053)'],
  [/^\s*<\?xml[\s\S]*(?:Excel\.Sheet|schemas-microsoft-com:office)/i, 'an Excel workbook as XML'],
  [
    /^\s*<(?:!doctype\s+html|html|head|body|meta|table|style|div|script|center)\b/i,
    'a web page with a table, whatever its name ends with',
  ],
  [/^\s*<\?xml[\s\S]*<(?:html|table)\b/i, 'a web page with a table, whatever its name ends with'],
  [/^\s*(?:<\?(?:xml|OFX)|<OFX|OFXHEADER)/i, 'an XML or OFX file'],
  [/^\s*<(?:[a-z]\w*:)?Document\b/i, 'an XML statement (camt.053)'],
  [/^\s*[{[]\s*["{]/, 'a JSON file'],
];

const IN_A_SPREADSHEET =
  'Export the movements as CSV or MT940 instead; if the bank only has this, open it in a spreadsheet, see that the numbers of operations are whole, and save it as CSV';
const FROM_THE_BANK = 'Export the movements as CSV or MT940 instead';

/**
 * Says of a file that is not read what it is, by its content and not by its name, and what to do.
 * @returns a sentence, undefined for what may be a statement
 */
export function whatElseItIs(bytes: Uint8Array): string | undefined {
  const first = Buffer.from(bytes.subarray(0, FIRST_BYTES));
  return told(BYTES.find(([hex, word]) => first.toString('hex').startsWith(hex) && first.includes(word))?.[2]);
}

/** Says what a file is by its first words, once its bytes are text. */
export function whatElseItSays(text: string): string | undefined {
  const first = text.slice(0, FIRST_BYTES);
  return told(WORDS.find(([form]) => form.test(first))?.[1]);
}

function told(kind: string | undefined): string | undefined {
  if (kind === undefined) return undefined;
  const remedy = /Excel|spreadsheet|table/.test(kind) ? IN_A_SPREADSHEET : FROM_THE_BANK;
  return `The file is ${kind}, which is not read. ${remedy}.`;
}
