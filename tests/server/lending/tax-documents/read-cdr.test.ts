import { describe, expect, test } from 'vitest';
import { zipOf } from '#server/kit/zip.ts';
import { readCdr } from '#server/lending/tax-documents/read-cdr.ts';

const NAME = '20131312955-03-B001-12';

interface Said {
  readonly code?: string;
  readonly about?: string;
  readonly notes?: readonly string[];
  readonly more?: string;
}

/** An answer as the authority writes it: other prefixes than ours, and ISO-8859-1 as some of its answers are. */
function xmlOf({ code = '0', about = 'B001-12', notes = [], more = '' }: Said = {}): Buffer {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
<ar:ApplicationResponse xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:c="urn:cbc" xmlns:a="urn:cac">
<c:ID>1732900000</c:ID>${notes.map((note) => `<c:Note>${note}</c:Note>`).join('')}
<a:DocumentResponse><a:Response><c:ReferenceID>${about}</c:ReferenceID><c:ResponseCode listAgencyName="PE:SUNAT">${code}</c:ResponseCode><c:Description>La Boleta número ${about}, ha sido aceptada</c:Description></a:Response>
<a:DocumentReference><c:ID>${about}</c:ID>${more}</a:DocumentReference></a:DocumentResponse></ar:ApplicationResponse>`;
  return Buffer.from(text, 'latin1');
}

function zipped(xml: Uint8Array, name = `R-${NAME}.xml`): Uint8Array {
  return zipOf([
    { name: 'dummy/', bytes: new Uint8Array() },
    { name, bytes: xml },
  ]);
}

describe('an answer', () => {
  test('accepts, in the authority’s words', () => {
    expect(readCdr(zipped(xmlOf()), NAME)).toEqual({
      outcome: 'accepted',
      code: '0',
      words: 'La Boleta número B001-12, ha sido aceptada',
      observations: [],
      digest: undefined,
    });
  });

  test('accepts and observes: each rule with its sentence', () => {
    const notes = ['4287 - El precio no coincide - ver línea 1', 'Nota sin código', '4093: El ubigeo no existe'];
    expect(readCdr(zipped(xmlOf({ notes })), NAME)).toMatchObject({
      outcome: 'observed',
      observations: [
        { code: '4287', words: 'El precio no coincide - ver línea 1' },
        { code: '4093', words: 'El ubigeo no existe' },
      ],
    });
    expect(readCdr(zipped(xmlOf({ code: '4000' })), NAME)).toMatchObject({ outcome: 'observed', code: '4000' });
  });

  test.each(['0100', '2335', '3999'])('refuses by %s', (code) => {
    expect(readCdr(zipped(xmlOf({ code })), NAME)).toMatchObject({ outcome: 'refused', code });
  });

  test('says of which bytes it is, where it does', () => {
    const hash = '<c:DocumentHash>abc=</c:DocumentHash>';
    const more = `<a:Attachment><a:ExternalReference>${hash}</a:ExternalReference></a:Attachment>`;
    expect(readCdr(zipped(xmlOf({ more })), NAME)?.digest).toBe('abc=');
  });

  test('names the number with or without zeros, and a summary by its id', () => {
    expect(readCdr(zipped(xmlOf({ about: 'B001-00000012' })), NAME)?.outcome).toBe('accepted');
    const summary = '20131312955-RC-20261130-1';
    expect(readCdr(zipped(xmlOf({ about: 'RC-20261130-1' }), `R-${summary}.xml`), summary)?.outcome).toBe('accepted');
  });
});

describe('nothing is known from', () => {
  const xml = xmlOf();
  test.each<[string, Uint8Array]>([
    ['an answer about another number', zipped(xmlOf({ about: 'B001-13' }))],
    ['an answer about a number that ends like it', zipped(xmlOf({ about: '2' }))],
    ['a file of another name', zipped(xml, 'R-20131312955-03-B001-13.xml')],
    ['a code that is none', zipped(xmlOf({ code: 'OK' }))],
    ['an answer without a code', zipped(xmlOf({ code: '' }))],
    ['a page', zipped(Buffer.from('<html><body>Mantenimiento</body></html>'))],
    ['a document', zipped(Buffer.from('<Invoice xmlns="urn:x"/>'))],
    ['half an answer', zipped(xml.subarray(0, xml.length / 2))],
    ['half an archive', zipped(xml).subarray(0, 200)],
    ['no archive', xml],
    ['an empty archive', zipOf([])],
    [
      'two answers',
      zipOf([
        { name: `R-${NAME}.xml`, bytes: xml },
        { name: `other/R-${NAME}.xml`, bytes: xml },
      ]),
    ],
    ['an answer of five megabytes', zipped(Buffer.concat([xml, Buffer.alloc(5_000_000, 32)]))],
  ])('%s', (_, zip) => {
    expect(readCdr(zip, NAME)).toBeUndefined();
  });

  test('two answers in one', () => {
    const twice = xml.toString('latin1').replace(/<a:DocumentResponse>[\s\S]*<\/a:DocumentResponse>/, '$&$&');
    expect(readCdr(zipped(Buffer.from(twice, 'latin1')), NAME)).toBeUndefined();
  });
});
