const rules = {
  createScriptURL(url: string): string {
    if (!/^\/\w/.test(url)) throw new TypeError(`Not a path of this site: ${url}`);
    return url;
  },
};
type TrustedPage = { trustedTypes?: { createPolicy(name: string, given: typeof rules): typeof rules } };
const policy = (globalThis as TrustedPage).trustedTypes?.createPolicy("bopolis", rules) ?? rules;

/**
 * A worker's path in the form that the content policy demands (Trusted Types); browsers without them take the text. Throws for other
 * URLs.
 */
export const scriptUrl = (path: string): string => policy.createScriptURL(path);
