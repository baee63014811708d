import type { PageSource } from '#server/lending/pages/page-source.ts';

/**
 * The two built pages reduced to what the server writes into. That the real ones carry the same marks, the tests of
 * `public-area/libro-de-reclamaciones` prove.
 */
const FORM = `<!doctype html><html lang="es-PE"><head><title>Libro de Reclamaciones</title></head><body><main>
<div data-show="errors" hidden tabindex="-1"><h2 data-fill="errors-title"></h2><ul data-each="errors"><li><a data-fill="error" data-fill-href="field" href="#"></a></li></ul></div>
<p data-show="too-many" hidden>Espera un poco.</p><p data-show="unavailable" hidden>No pudimos guardarla.</p>
<form method="post" action="/api/v1/public/complaints" enctype="multipart/form-data"><input type="hidden" name="locale" value="es">
<p data-error-for="firstName" hidden><span data-error-text></span></p><input id="firstName" name="firstName">
<select name="documentType"><option value="DNI" selected>DNI</option><option value="CE">CE</option></select>
<p data-error-for="documentNumber" hidden><span data-error-text></span></p><input id="documentNumber" name="documentNumber">
<input type="checkbox" name="isMinor"><input type="radio" name="type" value="RECLAMO" checked><input type="radio" name="type" value="QUEJA">
<p data-error-for="detail" hidden><span data-error-text></span></p><textarea name="detail"></textarea>
<p data-show="files-lost" hidden>Elige otra vez tus archivos.</p><input type="file" name="attachments" multiple>
</form><script type="application/json" id="form-texts">{"errors":{"firstName.required":"Escribe tus nombres.","documentNumber.invalid":"El DNI tiene 8 números.","required":"Falta este dato.","too_short":"Es muy corto.","letter":"No podemos imprimir “{letter}”."},"summaryOne":"Hay 1 dato por corregir","summaryMany":"Hay {count} datos por corregir","titlePrefix":"Error:"}</script></main></body></html>`;

const TRACKING = `<!doctype html><html lang="es-PE"><head><title>Seguimiento</title></head><body><main>
<div data-show="errors" hidden><h2 data-fill="errors-title"></h2><ul data-each="errors"><li><a data-fill="error" data-fill-href="field" href="#"></a></li></ul></div><p data-show="not-found" hidden>El código y la clave no coinciden.</p><p data-show="too-many" hidden>Demasiados intentos.</p><form data-show="form"><p data-error-for="code" hidden><span data-error-text></span></p><input id="code" name="code"><p data-error-for="key" hidden><span data-error-text></span></p><input id="key" name="key"></form><script type="application/json" id="form-texts">{"errors":{"code.required":"Escribe el código.","key.invalid":"La clave tiene veinte letras y números."},"summaryOne":"Hay 1 dato por corregir","summaryMany":"Hay {count} datos por corregir","titlePrefix":"Error:"}</script>
<section data-show="sheet" hidden><p data-show="just-filed" hidden>Recibimos tu reclamo</p><b data-fill="code"></b><b data-fill="key"></b><b data-fill="due"></b>
<a data-fill-href="sheet-pdf" href="#">PDF</a><ol data-each="steps"><li><span data-show="step-RECEIVED" hidden>Recibido</span><span data-show="step-ASSIGNED" hidden>En revisión</span><span data-show="step-ANSWERED" hidden>Respondido</span><time data-fill="step-date"></time></li></ol>
<div data-show="answer" hidden><p data-fill="answer-text"></p><ul data-each="answer-files"><li><a data-fill="name" data-fill-href="file" href="#"></a></li></ul></div></section></main></body></html>`;

export const testPages: PageSource = {
  read: (path) =>
    Promise.resolve({
      html: (path.includes('seguimiento') ? TRACKING : FORM).replaceAll(
        'es-PE',
        path.startsWith('/en/') ? 'en' : 'es-PE',
      ),
      policy: "default-src 'none'; form-action 'self'",
    }),
};
