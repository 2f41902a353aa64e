import type { TestResponse } from "./browser.ts";

const ENTITIES: Record<string, string> = { 34: '"', 38: "&", 39: "'", 60: "<", 62: ">" };
const plainText = (text: string) =>
  text.replace(/&#(\d+);/g, (whole, code: string) => ENTITIES[code] ?? whole);

/** Returns the parts of a page's HTML that browsers and chat apps read. */
export function parsePage(response: TestResponse) {
  const html = String(response.body.text);
  const metas = new Map<string, string>();
  for (const [, , name = "", content = ""] of html.matchAll(
    /<meta (name|property)="([^"]*)" content="([^"]*)">/g,
  )) {
    metas.set(name, plainText(content));
  }
  const data = /<script id="page-data" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
  return {
    html,
    metas,
    title: plainText(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    theme: /<html lang="en" data-theme="([^"]*)"[^>]*>/.exec(html)?.[1],
    data: JSON.parse(data) as {
      user: { username: string } | null;
      now: number;
      unread: { messages: number; notifications: number } | null;
      csrf_token: string;
      preload: Record<string, unknown>;
      online: number | null;
      development: boolean;
    },
  };
}
