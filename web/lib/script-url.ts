interface ScriptUrls {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

function ownUrl(url: string): string {
  if (!/^\/\w/.test(url)) throw new TypeError(`Not a path of this site: ${url}`);
  return url;
}

const rules = { createScriptURL: ownUrl };
const policy =
  (globalThis as { trustedTypes?: ScriptUrls }).trustedTypes?.createPolicy("bopolis", rules) ?? rules;

/**
 * A worker's path in the form that the content policy demands (Trusted Types); browsers without them take the text. Throws for other
 * URLs.
 */
export const scriptUrl = (path: string): string => policy.createScriptURL(path);
