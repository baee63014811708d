/**
 * Sentences about a file of a bank that cannot be read, by their English, which the API says; `{name}` is what stands
 * there, and `{what}` a sentence of this list.
 */
export const BANK_FILE_SENTENCES: readonly (readonly [en: string, es: string])[] = [
  ['{what}. And {more} more like it.', '{what}. Y {more} más como esa.'],
  ['Line {line}, column "{column}": {what}', 'Línea {line}, columna «{column}»: {what}'],
  ['Line {line}: {what}', 'Línea {line}: {what}'],
  ['{what}.', '{what}.'],
  // The file as a whole.
  ['The file is larger than {size} MB', 'El archivo pasa de {size} MB'],
  ['larger than {size} bytes', 'pasa de {size} bytes'],
  ['A statement has at most {size} MB', 'Un estado de cuenta tiene {size} MB como máximo'],
  [
    'The file is not in UTF-8: see "encoding" of the mapping file',
    'El archivo no está en UTF-8: mira «encoding» en el archivo de formato',
  ],
  ['The file is {kind}, which is not read. {remedy}', 'El archivo es {kind}, que no se lee. {remedy}'],
  ['The file has more than {most} lines', 'El archivo tiene más de {most} líneas'],
  ['the file is empty', 'el archivo está vacío'],
  ['more than {most} lines', 'hay más de {most} líneas'],
  ['what is behind the end of the file (Ctrl-Z) was not read', 'no se leyó lo que está después del fin (Ctrl-Z)'],
  [
    'the last line has no end, the file may have been cut off: export it again, or end the line if nothing is missing',
    'la última línea no termina, quizá el archivo se cortó: expórtalo otra vez, o termina la línea si no falta nada',
  ],
  [
    '{what}: the file may have been cut off, export it again, or write the line in full if nothing is missing',
    '{what}: quizá el archivo se cortó, expórtalo otra vez, o escribe la línea completa si no falta nada',
  ],
  ['its balance does not follow', 'su saldo no sigue al anterior'],
  ['it has fewer fields than the others', 'tiene menos campos que las otras'],
  ['its last field is empty', 'su último campo está vacío'],
  [
    'its last field, "{value}", may be less than was written',
    'su último campo, «{value}», puede ser menos de lo que se escribió',
  ],
  [
    'the total is {said}, and the lines above add up to {sum}: lines are missing or wrong',
    'el total es {said}, y las líneas de arriba suman {sum}: faltan líneas o están mal',
  ],
  // Columns.
  ['the names of the columns cannot be read', 'no se pueden leer los nombres de las columnas'],
  [
    'None of the first {count} lines has the names of the columns',
    'Ninguna de las primeras {count} líneas tiene los nombres de las columnas',
  ],
  ['there are two columns for {column}', 'hay dos columnas para {column}'],
  ['there are two columns "{column}"', 'hay dos columnas «{column}»'],
  ['there is no column "{column}"', 'no hay columna «{column}»'],
  ['there is no column {column}', 'no hay columna {column}'],
  ['{needed} fields are needed, but there are {count}', 'debe tener {needed} campos, y tiene {count}'],
  ['the line is too long, or a quote has no end', 'la línea es muy larga, o unas comillas no se cierran'],
  [
    'Line {line} is too long, or a quote in it has no end',
    'La línea {line} es muy larga, o unas comillas no se cierran',
  ],
  // Values.
  ['"{value}" is not an amount, or could be two', '«{value}» no es un monto, o podría ser dos'],
  [
    '"{value}" is not an amount with "{mark}" for its decimals',
    '«{value}» no es un monto con «{mark}» para los decimales',
  ],
  ['"{value}" is not an amount', '«{value}» no es un monto'],
  ['the currency is "{value}", not PEN', 'la moneda es «{value}», no PEN'],
  ['"{value}" is not soles', '«{value}» no son soles'],
  [
    '"{value}" is not a date: write 15/01/2026 or 2026-01-15',
    '«{value}» no es una fecha: escribe 15/01/2026 o 2026-01-15',
  ],
  ['"{value}" is not a date like {form}', '«{value}» no es una fecha como {form}'],
  ['the number of the operation is missing', 'falta el número de operación'],
  [
    'the number "{value}" is what a spreadsheet has made of it: send the file as the bank wrote it',
    'una hoja de cálculo cambió el número «{value}»: envía el archivo como lo escribió el banco',
  ],
  [
    'the column "{column}" says "{word}", and the amount has no minus: see "sign" of the mapping file',
    'la columna «{column}» dice «{word}», y el monto no lleva menos: mira «sign» en el archivo de formato',
  ],
  ['there is a credit and a debit', 'hay un abono y un cargo'],
  ['"{value}" is neither a credit nor a debit', '«{value}» no es abono ni cargo'],
  [
    'the account {account} is not one of ours with this bank: see TRANSFER_ACCOUNTS, or name it with --account',
    'la cuenta {account} no es una de las nuestras en este banco: mira TRANSFER_ACCOUNTS, o nómbrala',
  ],
  ['the account is in "{currency}", not in soles', 'la cuenta está en «{currency}», no en soles'],
  [
    'operation {number} of {date} is already in line {line}',
    'la operación {number} del {date} ya está en la línea {line}',
  ],
  [
    'operation {number} of {date} is S/ {stated} here and was imported as S/ {booked}',
    'la operación {number} del {date} es de S/ {stated} aquí y se importó con S/ {booked}',
  ],
  // MT940.
  [
    'the account is in {currency}, not PEN: nothing of it is read',
    'la cuenta está en {currency}, no en PEN: no se lee nada de ella',
  ],
  [
    'no closing balance (:62F:) follows, the file was cut off: export it again',
    'no sigue un saldo final (:62F:), el archivo se cortó: expórtalo otra vez',
  ],
  [
    'the entries do not lead to this balance: lines are missing or wrong',
    'los movimientos no llevan a este saldo: faltan líneas o están mal',
  ],
  ['the balance cannot be read', 'no se puede leer el saldo'],
  ['the entry cannot be read', 'no se puede leer el movimiento'],
  ['the entry is not in PEN', 'el movimiento no está en PEN'],
  ['the value date "{value}" is not a date', 'la fecha valor «{value}» no es una fecha'],
  ['the entry date "{value}" is not a date', 'la fecha del movimiento «{value}» no es una fecha'],
  // The mapping file.
  ['The mapping file is not JSON: {why}', 'El archivo de formato no es JSON ({why})'],
  [
    'The mapping file: sign "{sign}" needs columns.{column}',
    'El archivo de formato: sign «{sign}» necesita columns.{column}',
  ],
  [
    'The mapping file: sign "{sign}" knows no columns.{column}',
    'El archivo de formato: sign «{sign}» no conoce columns.{column}',
  ],
  [
    'The mapping file: sign "word" needs creditWords and debitWords',
    'El archivo de formato: sign «word» necesita creditWords y debitWords',
  ],
  ['The mapping file: {field}: {why}', 'El archivo de formato: {field} no sirve ({why})'],
  // Answers about payouts.
  ['The first record is not BATCH', 'El primer registro no es BATCH'],
  ['the record is "{value}", not ORDER', 'el registro es «{value}», no ORDER'],
  ['There is no batch "{number}" of ours', 'No hay un lote nuestro «{number}»'],
  ['order {id} is there twice', 'la orden {id} está dos veces'],
  [
    'The status of the batch is "{value}", not PAID, REJECTED, ACCEPTED or PARTIAL',
    'El estado del lote es «{value}», no PAID, REJECTED, ACCEPTED ni PARTIAL',
  ],
  [
    'The control record says {what}, but there are {there} of S/ {sum}',
    'El registro de control dice {what}, y hay {there} por S/ {sum}',
  ],
  ['no orders of S/ {total}', 'ninguna orden por S/ {total}'],
  ['{count} orders of S/ {total}', '{count} órdenes por S/ {total}'],
  ['The batch is {status}, but line {line} is "{value}"', 'El lote es {status}, y la línea {line} es «{value}»'],
  [
    'The batch is {status} with {count} orders, but ours has {there}',
    'El lote es {status} con {count} órdenes, y el nuestro tiene {there}',
  ],
  ['order {id} is not in this batch', 'la orden {id} no está en este lote'],
  [
    'order {id} is of S/ {ordered}, and the bank says S/ {said}',
    'la orden {id} es de S/ {ordered}, y el banco dice S/ {said}',
  ],
  ['order_id is empty', 'order_id está vacío'],
  ['a paid order needs bank_reference', 'una orden pagada necesita bank_reference'],
  ['value_date must be YYYY-MM-DD, but it is "{value}"', 'value_date debe ser AAAA-MM-DD, y es «{value}»'],
  [
    'status must be PAID, REJECTED or ACCEPTED, but it is "{value}"',
    'status debe ser PAID, REJECTED o ACCEPTED, y es «{value}»',
  ],
  [
    'Order {id} (paid on {date} as {ref}) is not in the books',
    'La orden {id} (pagada el {date} como {ref}) no está en los libros',
  ],
  ['Order {id} (rejected) is not in the books', 'La orden {id} (rechazada) no está en los libros'],
  ['Order {id} (accepted) is not in the books', 'La orden {id} (aceptada) no está en los libros'],
];

/** Kinds of files that are not read, and what to do instead: in the same sentence, so their case stays. */
export const FILE_KINDS: Readonly<Record<string, string>> = {
  'an Excel workbook (.xlsx)': 'un libro de Excel (.xlsx)',
  'a LibreOffice spreadsheet (.ods)': 'una hoja de LibreOffice (.ods)',
  'a ZIP archive': 'un archivo ZIP',
  'an old Excel workbook (.xls)': 'un libro de Excel antiguo (.xls)',
  'a compressed file (gzip)': 'un archivo comprimido (gzip)',
  'a picture': 'una imagen',
  'a PDF': 'un PDF',
  'a document of a word processor (RTF)': 'un documento de texto (RTF)',
  'an XML statement (camt.053)': 'un estado de cuenta en XML (camt.053)',
  'an Excel workbook as XML': 'un libro de Excel en XML',
  'a web page with a table, whatever its name ends with':
    'una página web con una tabla, como sea que termine su nombre',
  'an XML or OFX file': 'un archivo XML u OFX',
  'a JSON file': 'un archivo JSON',
  'Export the movements as CSV or MT940 instead; if the bank only has this, open it in a spreadsheet, see that the numbers of operations are whole, and save it as CSV':
    'Exporta los movimientos como CSV o MT940; si el banco solo da esto, ábrelo en una hoja de cálculo, revisa que los números de operación estén enteros y guárdalo como CSV',
  'Export the movements as CSV or MT940 instead': 'Exporta los movimientos como CSV o MT940',
};
