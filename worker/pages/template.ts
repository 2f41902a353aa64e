import type { SiteThemeName } from "#domain/site.ts";
import type { Env } from "../env.ts";

interface Parts {
  theme: SiteThemeName;
  /** What the viewer does not want to see of others: `themes`, `names`. */
  hide: string;
  head: string;
  /** The page's own styles and scripts; they come after the site's, as its styles build on those. */
  links: string;
  /** What stands in the page until its own code draws it. */
  paint: string;
  data: string;
}
type Template = (parts: Parts) => string;

let kept: Template | undefined;

/** The built index.html as a function of what each request puts in; read once per process (each time under hot reload). */
export async function readTemplate(env: Env, url: string): Promise<Template> {
  if (kept) return kept;
  const found = await env.ASSETS.fetch(new URL("/web/index.html", url).toString());
  if (!found.ok) throw new Error(`the web build has no index.html (${found.status})`);
  const template = split(scriptsLast(await found.text()));
  if (!import.meta.env?.DEV) kept = template;
  return template;
}

/** What the HTML itself shows is worth more to who waits than the scripts: those leave the line to it. */
const scriptsLast = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');

function split(html: string): Template {
  const [start, afterTheme] = cut(html, 'data-theme="night"');
  const [beforeHead, afterHead] = cut(afterTheme, "<!--head-->");
  const [beforeEnd, afterEnd] = cut(afterHead, "</head>");
  const [beforePaint, afterPaint] = cut(afterEnd, "<!--paint-->");
  const [beforeData, afterData] = cut(afterPaint, "<!--data-->");
  return ({ theme, hide, head, links, paint, data }) =>
    `${start}data-theme="${theme}"${hide && ` data-hide="${hide}"`}${beforeHead}${head}${beforeEnd}${links}</head>${beforePaint}${paint}${beforeData}${data}${afterData}`;
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`index.html has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
