import type { ThemeChoice } from "#domain/site.ts";

interface TemplateParts {
  theme: ThemeChoice;
  /** The settings of other users that the viewer hides: `themes`, `names`. */
  hide: string;
  head: string;
  /** The page's own styles and scripts. They come after the site's, because its styles build on those. */
  links: string;
  /** Server-rendered content, shown until the page's code has loaded. */
  content: string;
  data: string;
}
type Template = (parts: TemplateParts) => string;

let cachedTemplate: Template | undefined;

/** index.html as a function of what differs per request. Read once, or always under hot reload. */
export async function readTemplate(env: Env, url: string): Promise<Template> {
  if (cachedTemplate) return cachedTemplate;
  const found = await env.ASSETS.fetch(new URL("/web/index.html", url).toString());
  if (!found.ok) throw new Error(`the web build has no index.html (${found.status})`);
  const template = split(deprioritizeScripts(await found.text()));
  if (!import.meta.env?.DEV) cachedTemplate = template;
  return template;
}

/** Scripts get a low priority, so they don't compete with what the HTML itself shows. */
const deprioritizeScripts = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');

/** A script sets the theme that matches the device; without scripts, it's Night. */
const themeAttributes = (theme: ThemeChoice): string =>
  theme === "device" ? 'data-theme="night" data-device-theme=""' : `data-theme="${theme}"`;

function split(html: string): Template {
  const [start, afterTheme] = cut(html, 'data-theme="night"');
  const [beforeHead, afterHead] = cut(afterTheme, "<!--head-->");
  const [beforeEnd, afterEnd] = cut(afterHead, "</head>");
  const [beforeContent, afterContent] = cut(afterEnd, "<!--paint-->");
  const [beforeData, afterData] = cut(afterContent, "<!--data-->");
  return ({ theme, hide, head, links, content, data }) =>
    `${start}${themeAttributes(theme)}${hide && ` data-hide="${hide}"`}${beforeHead}${head}${beforeEnd}${links}</head>${beforeContent}${content}${beforeData}${data}${afterData}`;
}

function cut(text: string, marker: string): [string, string] {
  const index = text.indexOf(marker);
  if (index < 0) throw new Error(`index.html has no ${marker}`);
  return [text.slice(0, index), text.slice(index + marker.length)];
}
