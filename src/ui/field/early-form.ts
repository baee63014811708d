/** Of the script that runs before React on a page of the client area (layouts/signed-in.ts). */
interface EarlyPage {
  /** Ends it: presses what was pressed. */
  (): void;
  /**
   * Finds the form that was in the place of this one before React: this one itself, where React took it over as it was.
   * A password manager that puts an element into a form makes React discard the form and render another (error 418):
   * what was filled in before that is in the discarded one alone, and stays readable there.
   */
  formOf: (form: HTMLFormElement) => HTMLFormElement;
}

declare global {
  /** While React has not taken the page's screen over. */
  var endEarly: EarlyPage | undefined;
}

export type {};
