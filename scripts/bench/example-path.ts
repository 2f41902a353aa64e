/** Example values for path parameters. */
const PARAMS: Record<string, string> = {
  id: "1",
  username: "bobby",
  tab: "incoming",
  subforum: "1",
  type: "level",
  target: "1",
  token: "a-token-that-is-nobodys-at-all",
  settingsTab: "privacy",
};

/** A URL of a page, with examples for its parameters. */
export const examplePath = (path: string): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) => {
    const value = PARAMS[name];
    if (value === undefined) throw new Error(`${path}: there's no example for :${name}.`);
    return value;
  });
