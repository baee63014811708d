import { randomBytes } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { PASSWORD_LENGTH } from '#api/field-rules/lengths.ts';
import { hashPassword, isPassword, passwordRefusal } from '#server/kit/passwords.ts';
import { runs } from '#tests/scope.ts';

test('a password is recognised, another one is not, and two hashes of the same have nothing in common', {
  tags: 'asvs-11.4.2',
}, async () => {
  const [one, other] = [
    await hashPassword('tres llamas cruzan el puente'),
    await hashPassword('tres llamas cruzan el puente'),
  ];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(one, 'tres llamas cruzan el puente')).toBe(true);
  expect(await isPassword(one, 'tres llamas cruzan el Puente')).toBe(false);
});

test('letters put together differently on another keyboard are the same password', { tags: 'asvs-6.2.8' }, async () => {
  const hash = await hashPassword('contraseña'.normalize('NFC'));
  expect(await isPassword(hash, 'contraseña'.normalize('NFD'))).toBe(true);
});

test('nobody’s password is never right, whatever is tried', async () => {
  for (const guess of ['', '\0', 'x'.repeat(500)]) expect(await isPassword(undefined, guess)).toBe(false);
});

test('a hash of another cost is checked at that cost; what is not a hash is a fault', {
  tags: 'asvs-11.2.2',
}, async () => {
  const old = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
  await expect(isPassword(`${old}AAAAAAAAAAAAAAAA`, 'x')).resolves.toBe(false);
  await expect(isPassword('plain', 'x')).rejects.toThrow('another form');
});

test.each<[string, string | undefined]>([
  ['1234567890', 'not_allowed'],
  ['Password123', 'not_allowed'],
  [' qwertyuiop ', 'not_allowed'],
  ['aaaaaaaaaaaa', 'not_allowed'],
  ['soy 45.678.912', 'not_allowed'],
  ['987-654-321 es mío', 'not_allowed'],
  ['tres llamas cruzan el puente', undefined],
])('%j: %s', (password, code) => {
  expect(passwordRefusal(password, { documentNumber: '45678912', phone: '+51987654321' })).toBe(code);
});

test.each([
  'contraseña123',
  'Contraseña2024!',
  'CONTRASENA1',
  'c0ntr4s3ñ4',
  'Contraseña',
  'contrasen\u0303a123',
  'p@ssw0rd2024',
  'Passw0rd!!',
  '123password',
  'password-123',
  'clave12345',
  'claveclave',
  'miclave123',
  'Alianza1901',
  'alianza lima',
  'Universitario24',
  'arribaperu2026',
  'Mañay12345',
  'manay.peru!',
  'Prestamos2026',
  'Quispe1990!',
  'mariposa99',
  'iloveyou2024',
  'qwertyuiop12',
  'abcdefghij',
  '0987654321',
  'asdfghjkl123',
  'abcabcabcabc',
  '121212121212',
])(
  'a password that is guessed first is refused in both languages’ spellings: %j',
  { tags: ['asvs-6.1.2', 'asvs-6.2.11'] },
  (password) => {
    expect(passwordRefusal(password, {})).toBe('not_allowed');
  },
);

test('each of the three thousand most common passwords is refused, also when it is made long enough with figures', {
  tags: 'asvs-6.2.4',
}, () => {
  const common = (dictionary['passwords-common'] as readonly (string | number)[]).map(String);
  const words = common.filter((word) => /^[a-z]{6,}$/.test(word)).slice(0, 3000);
  expect(words).toHaveLength(3000);
  const taken = words.filter((word) => passwordRefusal(`${word}2024!`, {}) === undefined);
  expect(taken).toEqual([]);
});

test('every password of the list of breaches that is long enough to be taken is refused, in any letter case', {
  tags: 'asvs-6.2.12',
}, () => {
  const breached = (dictionary['passwords-common'] as readonly (string | number)[]).map(String);
  expect(breached.length).toBeGreaterThan(40_000);
  const long = breached.filter((word) => word.length >= PASSWORD_LENGTH.min);
  expect(long.length).toBeGreaterThan(1500);
  const taken = long.flatMap((word) =>
    [word, word.toUpperCase(), ` ${word} `].filter((typed) => passwordRefusal(typed, {}) === undefined),
  );
  expect(taken).toEqual([]);
});

test.each([
  'siete vicuñas miran la quebrada',
  'el puente cruza cuatro ríos',
  'mi gato come arroz con leche',
  'kmzqwp vbtrh',
  'ZZKQWXYPVB',
  '8391-2207-5563',
  '%&#)(=?-_+*',
  '🦙🌽⛰️🥔🐟🌊🧣🎒🥁🎻',
  'ñañaraña ⛰ Ꭰ',
])('a password of any composition is taken, no kind of sign is asked for: %j', (password) => {
  expect(passwordRefusal(password, {})).toBeUndefined();
});

/** As people of the country write them; none of them is in the lists. */
const FEW_WORDS = `
  tequieromucho jesuscristo teamomucho amordemivida miamorbello diosesamor diosmiayuda jesusmeama
  tequieroamor mividaeres siemprejuntos porsiempretuyo miangelito mirataamor bebehermosa princesita
  lindamariposa amorcitomio mibebelindo corazondemelon teextranomucho graciasdios diosteama jehovaesmipastor
  virgendelcarmen senordelosmilagros cristomorado vivaelperu arribaalianza gatobonito perritolindo familiafeliz
  mifamilia mihijomiamor mamateamo papaymama felizcumple buenosdias holamundo nomeolvides
  soymuyfeliz vidaloca solotuyyo amoreterno amorprohibido mimejoramiga ceviche123 lomosaltado
  incakola2020 sanmartindeporres`;
const HARD = `
  siete vicuñas miran la quebrada
  el puente cruza cuatro ríos
  mi gato come arroz con leche
  tres llamas cruzan el puente
  kmzqwp vbtrh
  ZZKQWXYPVB
  8391-2207-5563
  ñañaraña ⛰ Ꭰ
  gXt7!bQm2z
  pelota-violin-nube-sarten
  ventana3Cohete?lapiz
  Trueno.galleta.94.buho
  hojalata-quinua-vagon
  zapato morado canta valses
  R8v#kLq2Wn
  nublado-chaleco-turron
  el abuelo pinta techos ajenos
  vP4-tR9-mX2
  cuchara bajo la cama azul
  murcielago+ladrillo+sopa
  oruga trapecio 71 kayak
  chirimoya_destornillador
  helado de lucuma sin azucar
  compro pan los jueves a las 7
  lluvia en otuzco 1 vez al mes
  9fjw20dkq1
  quinceTortugas!Lentas
  me gusta el cafe pasado con canela
  w7Gh-qq3L-0pZm
  tambor,liebre,escoba
  ladra el perro del vecino Tito
  caballito de totora huanchaco
  sillon$verde$rinoceronte
  mi tia vende emoliente en abancay
  guitarra rota sin cuerdas 5
  pez globo en la azotea
  zorro que toca el cajon
  tazaNegra88#Monte
  brocoli y patines nuevos
  todoslosdomingoslavomiauto
  Yo:nacien*un(tren
  perdi 3 medias en el rio
  papel-lija-trompo-cebra
  kF93mzPq1x
  azulejo tibio reloj
  Mudanza#Pulpo#61
  un pajaro carpintero ronca
  aprendi a nadar en chosica
  sueño con ovejas violetas
  Bx!73wqLm0`;

test('fifty phrases of two to five common words are refused, also decorated, and fifty others are taken', () => {
  const [few, hard] = [FEW_WORDS.trim().split(/\s+/), HARD.trim().split(/\n\s*/)];
  expect([few.length, hard.length]).toEqual([50, 50]);
  const spellings = few.flatMap((words) => [words, words.toUpperCase(), words.replaceAll('o', '0'), `${words}1`]);
  expect(spellings.filter((password) => passwordRefusal(password, {}) === undefined)).toEqual([]);
  expect(hard.filter((password) => passwordRefusal(password, {}) !== undefined)).toEqual([]);
});

test('what is known of its owner makes no password, but may be in one', () => {
  const owner = { email: 'zoe.tito92@gmail.com', firstName: 'Zoé', lastName1: 'Tito', lastName2: 'Mamani Ñaupari' };
  const refused = (password: string) => passwordRefusal(password, owner) !== undefined;
  const own = ['zoe.tito92@gmail.com', 'ZoeTito92!', 'zoe_tito_92', 'Zoé Tito 2024', 'mamaninaupari', 'titozoetito'];
  expect(own.filter((password) => !refused(password))).toEqual([]);
  expect(refused('Tito perdió tres paraguas azules')).toBe(false);
  expect(passwordRefusal('zoetitozoe', {})).toBeUndefined();
});

test('what a password manager makes is taken', () => {
  const made = Array.from({ length: runs(3000) }, () => randomBytes(12).toString('base64url'));
  expect(made.filter((password) => passwordRefusal(password, {}) === 'not_allowed')).toEqual([]);
});

test('a password is verified exactly as it was typed: spaces, case and the end of a long one count', {
  tags: 'asvs-6.2.8',
}, async () => {
  const typed = ` Tres llamas ${'x'.repeat(114)}1`;
  const hash = await hashPassword(typed);
  expect(await isPassword(hash, typed)).toBe(true);
  for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, -1), `${typed} `]) {
    expect(await isPassword(hash, other), other).toBe(false);
  }
});
