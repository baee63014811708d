import { describe, expect, test } from 'vitest';
import { readXml, xmlElement, xmlText, xmlTextAt } from '#server/kit/xml.ts';

function read(text: string) {
  return readXml(Buffer.from(text));
}

describe('writing', () => {
  test('is canonical: namespaces first, attributes by name, an end tag always, escapes as the standard has them', () => {
    const written = xmlElement('a', [xmlElement('b', 'x < y & "z" > \r')], {
      z: '"<&>\t\n',
      xmlns: 'u',
      'xmlns:c': 'v',
      a: '',
    });
    expect(written).toBe(
      '<a xmlns="u" xmlns:c="v" a="" z="&quot;&lt;&amp;>&#x9;&#xA;"><b>x &lt; y &amp; "z" &gt; &#xD;</b></a>',
    );
  });

  test.each(['\u0000', '\u0008', '\u000b', '\ud800', '\udc00x', '\uffff'])(
    'refuses a character XML cannot hold: %j',
    (bad) => {
      expect(() => xmlText(`a${bad}b`)).toThrow(RangeError);
    },
  );

  test('accents, emoji and line breaks come back as they went in', () => {
    const text = 'Ñahui – 😀 \t y más\nlíneas ]]> <&>';
    expect(read(xmlElement('a', [xmlElement('b', text, { c: text })]))?.children[0]).toMatchObject({
      text,
      attributes: { c: text },
    });
  });
});

describe('reading', () => {
  test('resolves namespaces, through prefixes that are declared anew', () => {
    const root = read('<p:a xmlns:p="one"><b xmlns="two"><p:c xmlns:p="three"/></b><p:d/></p:a>');
    expect(root).toMatchObject({ namespace: 'one', name: 'a' });
    expect(root?.children.map(({ namespace, name }) => [namespace, name])).toEqual([
      ['two', 'b'],
      ['one', 'd'],
    ]);
    expect(root?.children[0]?.children[0]).toMatchObject({ namespace: 'three', name: 'c' });
  });

  test('takes what other programs write: a declaration, comments, sections, references, single quotes', () => {
    const root = read(
      '\ufeff<?xml version="1.0"?>\n<!-- a --><a b=\'"\'>1<!-- 2 -->3<![CDATA[<&]]>&#65;&#x42;&lt;</a >\n',
    );
    expect(root).toMatchObject({ text: '13<&AB<', attributes: { b: '"' } });
  });

  test('reads the other encoding the authority uses', () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Aceptación ñ</a>';
    expect(readXml(Buffer.from(text, 'latin1'))?.text).toBe('Aceptación ñ');
  });

  test.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
    ['an unknown entity', '<a>&e;</a>'],
    ['an entity named like a property of every object', '<a>&constructor;</a>'],
    ['a prefix named like one', '<constructor:a/>'],
    ['a lonely ampersand', '<a>1 & 2</a>'],
    ['a character that is none', '<a>&#0;</a>'],
    ['a character beyond all', '<a>&#x110000;</a>'],
    ['an instruction', '<?php echo 1 ?><a/>'],
    ['two roots', '<a/><b/>'],
    ['words after the root', '<a/>b'],
    ['no root', ' '],
    ['a cut', '<a><b>'],
    ['a cut tag', '<a><b'],
    ['crossing tags', '<a><b></a></b>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an unknown prefix', '<p:a/>'],
    ['a page of HTML', '<!doctype html><title>Blocked</title>'],
    ['the end of a section in text', '<a>]]></a>'],
    ['too many levels', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`],
    ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><a/>'],
  ])('refuses %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(readXml(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]))).toBeUndefined();
  });

  test('a text is found by its path, but not when a step is there twice', () => {
    const root = read('<a><b><c> 1 </c></b><d>2</d><d>3</d></a>');
    if (!root) throw new Error('not read');
    expect(xmlTextAt(root, 'b', 'c')).toBe('1');
    expect(xmlTextAt(root, 'd')).toBeUndefined();
    expect(xmlTextAt(root, 'b')).toBeUndefined();
  });
});
