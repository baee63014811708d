import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/**
 * The validator's own loader works the whole configuration out again for each document: 10 ms, twice what a page takes.
 */
class LoadedOnce extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;

  override getConfigFor(handle: string): ResolvedConfig | Promise<ResolvedConfig> {
    this.#resolved ??= super.getConfigFor(handle);
    return this.#resolved;
  }
}

/** Lists what a validator says of a page, as `rule at line:column: message`; empty when nothing. */
export function htmlValidator(config: ConfigData): (html: string) => Promise<string[]> {
  const validator = new HtmlValidate(new LoadedOnce({ root: true, extends: ['html-validate:recommended'], ...config }));
  return async (html) => {
    const { results } = await validator.validateString(html);
    return results.flatMap(({ messages }) =>
      messages.map(({ ruleId, line, column, message }) => `${ruleId} at ${line}:${column}: ${message}`),
    );
  };
}
