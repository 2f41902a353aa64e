import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { trackedFiles } from "#scripts/check/files.ts";

const DOCUMENTS = trackedFiles([]).filter((file) => file.endsWith(".md"));

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
/** A path of this repository between backticks. */
const PATH = /`((?:domain|db|worker|web|scripts|tests|docs)\/[\w./-]+)`/g;
const CODE_NAME = /^`#?([A-Za-z_$][\w$]*)`$/;
/** CONTRIBUTING's examples add files that don't exist. */
const EXAMPLE = /announcements|<|NNN/;

const textOf = (file: string): string => readFileSync(file, "utf8");
/** The document without code blocks and Markdown in code, whose brackets are no links. */
const proseOf = (file: string): string =>
  textOf(file)
    .replace(/^ *```[\s\S]*?^ *```/gm, "")
    .replace(/`[^`\n]+`/g, (code) => (code.includes("](") ? "" : code));

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Whether a file contains a name as a whole word. */
const mentions = (file: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(textOf(file));

/** Returns what is wrong with a link; empty if nothing. */
function linkProblem(document: string, label: string, url: string): string {
  if (/^[a-z]+:/.test(url)) return "";
  const [path = "", anchor] = url.split("#");
  const target = path ? normalize(join(dirname(document), path)) : document;
  if (!existsSync(target)) return `${target} doesn't exist`;
  if (anchor && target.endsWith(".md") && !anchorsOf(target).includes(anchor))
    return `${target} has no heading ${anchor}`;
  const [, name] = CODE_NAME.exec(label) ?? [];
  return name && /\.(tsx?|sql)$/.test(target) && !mentions(target, name) ? `${target} has no ${name}` : "";
}

describe("documents", () => {
  test.each(DOCUMENTS)("%s links to files, headings and names that exist", (document) => {
    const problems = [...proseOf(document).matchAll(LINK)].map(([, label = "", url = ""]) =>
      linkProblem(document, label, url),
    );
    expect(problems.filter(Boolean)).toEqual([]);
  });

  // Decisions stay as they were on their day.
  test.each(DOCUMENTS.filter((file) => !file.startsWith("docs/decisions/")))(
    "%s names paths that exist",
    (document) => {
      const paths = [...proseOf(document).matchAll(PATH)].map(([, path = ""]) => path);
      const missing = paths.filter(
        (path) => !EXAMPLE.test(path) && !existsSync(path) && !existsSync(`${path}.ts`),
      );
      expect(missing).toEqual([]);
    },
  );

  // The changelog and decisions have earlier commands.
  const current = DOCUMENTS.filter((file) => !/^(?:CHANGELOG|docs\/decisions)/.test(file));

  test.each(current)("%s names commands that exist", (document) => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const wrong = [
      ...textOf(document).matchAll(/npm run (?:-s )?([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g),
    ].filter(([, name = "", area]) => {
      const isArea = area !== undefined && (name === "bench" || name === "chaos");
      return !(name in scripts) || (isArea && !existsSync(`scripts/${name}/areas/${area}.ts`));
    });
    expect(wrong.map(([command]) => command)).toEqual([]);
  });

  test("begin with an overview of at most 1,300 words", () => {
    expect(textOf("ARCHITECTURE.md").trim().split(/\s+/).length).toBeLessThanOrEqual(1_300);
  });

  test("list every decision with its title", () => {
    const records = DOCUMENTS.filter((file) => /^docs\/decisions\/\d/.test(file)).map((file) => {
      const [, title = ""] = /^# (\d{3} .+)$/m.exec(textOf(file)) ?? [];
      return `- [${title}](${basename(file)})`;
    });
    expect(textOf("docs/decisions/README.md").match(/^- .*$/gm)).toEqual(records.sort());
  });

  test("named in comments exist", () => {
    const named = trackedFiles(["domain", "db", "worker", "web", "scripts"]).flatMap((file) =>
      [...textOf(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([path]) => path),
    );
    expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
  });
});
