import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { EmptyState } from "#web/components/empty-state.tsx";
import { canRetry, ResponseError } from "#web/lib/api.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { markupOf } from "./markup.ts";

const web = join(import.meta.dirname, "../../web");

const OPENING = "<EmptyState";

/** Where the tag ends that starts at `start`: at the first `>` outside of braces. */
function endOfTag(source: string, start: number): number {
  let depth = 0;
  for (let i = start; i < source.length; i++)
    if (source[i] === "{") depth++;
    else if (source[i] === "}") depth--;
    else if (source[i] === ">" && depth === 0) return i + 1;
  throw new Error("The tag has no end.");
}

/** The web app's empty states: the tag of each, and whether it has children. */
function emptyStates(): { file: string; tag: string; hasChildren: boolean }[] {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => {
      const source = readFileSync(join(web, file), "utf8");
      return [...source.matchAll(new RegExp(`${OPENING}\\b`, "g"))].map(({ index }) => {
        const tag = source.slice(index, endOfTag(source, index));
        return { file, tag, hasChildren: !tag.endsWith("/>") };
      });
    });
}

describe("empty states", () => {
  test("lead to the next thing to do, or say why they have none, and are illustrated with a bopi", () => {
    const states = emptyStates();
    expect(states.length).toBeGreaterThan(50);
    const withoutAction = states.filter(
      ({ tag, hasChildren }) => !hasChildren && !/noAction(?:=|: )"[^"]{10,}"/.test(tag),
    );
    expect(withoutAction.map(({ file, tag }) => `${file}: ${tag}`)).toEqual([]);
    const without = emptyStates().filter(({ tag }) => !/\bpose=|Headshot/.test(tag));
    expect(without.map(({ file, tag }) => `${file}: ${tag}`)).toEqual([]);
  });

  test("can't be written without a next step", () => {
    // @ts-expect-error neither a step nor a reason
    createElement(EmptyState, { title: "Nothing", art: null });
    const props = { title: "Nothing", art: null, children: createElement("a", { href: "/" }, "Home") };
    expect(markupOf(createElement(EmptyState, props))).toContain('<a href="/">Home</a>');
  });
});

const withStatus = (status: number) => new ResponseError(status, "code", "It failed.");
const offersRetry = (error: unknown) =>
  markupOf(createElement(ErrorState, { error, onRetry: () => {} })).includes("Retry");

test("an error offers Retry only where repeating the call can help", () => {
  for (const status of [400, 403, 404, 405, 410, 413, 415, 422]) {
    expect(canRetry(withStatus(status)), String(status)).toBe(false);
    expect(offersRetry(withStatus(status)), String(status)).toBe(false);
  }
  for (const status of [0, 401, 408, 409, 425, 429, 500, 502, 503]) {
    expect(canRetry(withStatus(status)), String(status)).toBe(true);
    expect(offersRetry(withStatus(status)), String(status)).toBe(true);
  }
  expect(offersRetry(new TypeError("broken"))).toBe(true);
  expect(offersRetry(undefined)).toBe(true);
});
