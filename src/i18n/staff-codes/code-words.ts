/** Words of each code of a list, in Spanish and English. Colleagues read them, not clients. */
export type CodeWords = Readonly<Record<string, readonly [es: string, en: string]>>;
