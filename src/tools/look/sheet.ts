/** A picture by its file's name: `public-home_es-360-light-200.png`. */
interface Picture {
  readonly file: string;
  readonly name: string;
  readonly locale: string;
  readonly widthPx: number;
  readonly scheme: string;
  readonly textPercent: number;
}

const FILE = /^(.+)_(\w+)-(\d+)-(\w+)-(\d+)\.png$/;

function readPicture(file: string): Picture[] {
  const [, name, locale, width, scheme, text] = FILE.exec(file) ?? [];
  if (!name || !locale || !scheme) return [];
  return [{ file, name, locale, widthPx: Number(width), scheme, textPercent: Number(text) }];
}

/** A phone's picture is shown larger than a desk's: both are to be read. */
function shownWidth({ widthPx }: Picture): number {
  return Math.round(widthPx < 600 ? widthPx / 1.5 : widthPx / 2.5);
}

/**
 * One page with all pictures, a row for each page or screen, the narrow ones first.
 * @param files names of picture files; others are left out
 * @param folder where they are, from the sheet
 */
export function sheetOf(files: readonly string[], folder: string): string {
  const pictures = files.flatMap(readPicture).sort(bySize);
  const names = [...new Set(pictures.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const own = pictures.filter((picture) => picture.name === name);
    return `<section id="${name}"><h2>${name}</h2><div>${own.map((each) => figure(each, folder)).join('')}</div></section>`;
  });
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join(' ');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style>
<h1>${names.length} pages and screens, ${pictures.length} pictures</h1><nav>${links}</nav>
${rows.join('\n')}</html>
`;
}

function bySize(one: Picture, other: Picture): number {
  return (
    one.locale.localeCompare(other.locale) * -1 ||
    one.widthPx - other.widthPx ||
    one.textPercent - other.textPercent ||
    other.scheme.localeCompare(one.scheme)
  );
}

function figure(picture: Picture, folder: string): string {
  const { file, locale, widthPx, scheme, textPercent } = picture;
  const words = `${locale}, ${widthPx} px, ${scheme}, ${textPercent} %`;
  const source = `${folder}/${file}`;
  const image = `<img src="${source}" alt="${words}" width="${shownWidth(picture)}" loading="lazy">`;
  return `<figure><a href="${source}">${image}</a><figcaption>${words}</figcaption></figure>`;
}

const STYLE = `body{font:14px system-ui;margin:16px;background:#ddd;color:#111}nav{display:flex;flex-wrap:wrap;gap:8px}
section>div{display:flex;gap:16px;overflow-x:auto;align-items:flex-start;padding:8px 0}
figure{margin:0;flex:none}img{display:block;height:auto;border:1px solid #888}h2{position:sticky;left:0}`;
