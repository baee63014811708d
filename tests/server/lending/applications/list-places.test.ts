import { describe, expect, test } from 'vitest';
import { listPlaces } from '#api/endpoints/applications/list-places.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

describe('200', () => {
  const lending = withTestLending({ visitorLimit: { perMinute: 1e6, burst: 1e6 } });

  const places = async (within?: string) =>
    acceptedBody(await callEndpoint(lending, listPlaces, { query: within === undefined ? {} : { within } }));

  test('the departments, each once, in the order of their codes', async () => {
    const departments = await places();
    expect(departments).toHaveLength(25);
    expect(departments.map(({ code }) => code)).toEqual(
      Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0')),
    );
    expect(departments).toContainEqual({ code: '15', name: 'Lima' });
  });

  test('the provinces of Lima, and nobody else’s', async () => {
    const provinces = await places('15');
    expect(provinces[0]).toEqual({ code: '1501', name: 'Lima' });
    expect(provinces).toHaveLength(10);
    for (const { code } of provinces) expect(code).toMatch(/^15\d{2}$/);
  });

  test('the 43 districts of Lima’s first province', async () => {
    const districts = await places('1501');
    expect(districts).toHaveLength(43);
    expect(districts).toContainEqual({ code: '150122', name: 'Miraflores' });
    for (const { code } of districts) expect(code).toMatch(/^1501\d{2}$/);
  });

  test('every department has provinces, and every province of one of them has districts', {
    tags: 'asvs-2.1.2',
  }, async () => {
    for (const { code } of await places()) expect((await places(code)).length).toBeGreaterThan(0);
    for (const { code } of await places('08')) expect((await places(code)).length).toBeGreaterThan(0);
  });

  test.each(['26', '00', '1599'])('within %s there is nothing', async (within) => {
    expect(await places(within)).toEqual([]);
  });

  test('all of them at once, each followed by what lies in it, in a small answer', async () => {
    const all = await places('PE');
    expect(all.slice(0, 3)).toEqual([
      { code: '01', name: 'Amazonas' },
      { code: '0101', name: 'Chachapoyas' },
      { code: '010101', name: 'Chachapoyas' },
    ]);
    expect(all.filter(({ code }) => code.length === 6)).toHaveLength(1867);
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    const answer = await lending.app.request('/api/v1/public/places?within=PE', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(25_000);
    // A cache that visitors share gives the small one to those who can read it.
    for (const method of ['GET', 'HEAD']) {
      const bare = await lending.app.request('/api/v1/public/places?within=PE', { method });
      expect([bare.headers.get('content-encoding'), bare.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
    }
  });

  test('a district that was dissolved is not offered', { tags: 'asvs-2.1.2' }, async () => {
    const set = (active: boolean) =>
      lending.db.kysely.updateTable('ubigeo').set({ active }).where('code', '=', '150122').execute();
    await set(false);
    expect((await places('1501')).map(({ code }) => code)).not.toContain('150122');
    await set(true);
  });

  test('a browser keeps a list for a day, and needs no session for it', async () => {
    const answer = await callEndpoint(lending, listPlaces, { query: {} });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each([
    [{ within: '1' }, ['within.invalid']],
    [{ within: '150' }, ['within.invalid']],
    [{ within: '150122' }, ['within.invalid']],
    [{ within: '%_' }, ['within.invalid']],
    [{ within: '' }, ['within.invalid']],
    [{ department: '15' }, ['department.unknown']],
  ])('%j is not a place to look within', async (query, codes) => {
    const answer = await callEndpoint(lending, listPlaces, { query: query as Record<string, string> });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});
