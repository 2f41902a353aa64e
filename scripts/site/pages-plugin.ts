import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vite";
import { isForStaff, type Page, pageFile } from "#domain/api/page.ts";

const MODULE = "virtual:pages";
const run = promisify(execFile);
const IMPORT = /^import \{([^}]*)\} from "[^"]*";$/gm;
const COMMENT = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*)$/gm;
/** The declaration of a page, on one line or more. */
const DECLARATION = /^export const \w+Page = page\((?:.*\);|[\s\S]*?^\}\);)$/gm;
/** The declaration of a route, with its name and method. */
const ROUTE = /^export const (\w+) = route\("(GET|POST)"[\s\S]*?^\}\);$/gm;
/** Fields of routes that only the worker and tests read. */
const WORKER_FIELDS = "output|access|status|cacheSeconds|sameForAll|rateLimit|fresh|atCaller|while\\w+";
const field = (names: string) =>
  new RegExp(`^ {2}(?:${names})(?:,|:.*(?:\\n {3,}.*|\\n {2}[)}\\]].*)*)$`, "gm");
const FIELDS = field(WORKER_FIELDS);
const FIELDS_AND_INPUT = field(`${WORKER_FIELDS}|input`);
/** A mention of a route in the web's code, unless it's only called: a call doesn't check its input, as a form does. */
const CHECKED = /(?<!\b(?:call|upload)\(\s*|\btypeof )\b\w+Route\b/g;
/** A schema at the top of a contract, on one line or more. */
const SCHEMA = /^const (\w+) = z\.(?:.*;|[\s\S]*?^\S.*;)$/gm;
const ZOD = 'import * as z from "zod/mini";';
/** A call of zod. Its own marks aren't seen through `z`. */
const ZOD_CALL = /\bz\.\w+[(<]/g;

/** Reads the pages in a process of its own: Node never reads a module twice, but contracts change under hot reload. */
async function readPages(root: string): Promise<Page[]> {
  const { href } = pathToFileURL(join(root, "domain/api/pages.ts"));
  const program = `import(${JSON.stringify(href)}).then(({ PAGES }) => console.log(JSON.stringify(PAGES)))`;
  const { stdout } = await run(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", program], {
    cwd: root,
    maxBuffer: 1 << 24,
  });
  return JSON.parse(stdout) as Page[];
}

const groupOf = (page: Page): string | undefined => page.group ?? (isForStaff(page) ? "staff" : undefined);

/** Keeps the lines, so stack traces stay correct. */
const blank = (text: string): string => text.replace(/[^\n]/g, "");

/** The routes that forms may send, whose inputs the browser checks. */
export function findCheckedRoutes(root: string): Set<string> {
  const files = globSync("web/**/*.{ts,tsx}", { cwd: root });
  const code = files.map((name) => readFileSync(join(root, name), "utf8").replace(IMPORT, "")).join("\n");
  return new Set(code.match(CHECKED));
}

/** A contract without what only the worker reads, and the schemas that only this used. */
function withoutWorkerFields(code: string, checked: ReadonlySet<string>): string {
  const lean = code.replace(ROUTE, (route, name: string, method: string) =>
    route.replace(method === "POST" && checked.has(name) ? FIELDS : FIELDS_AND_INPUT, blank),
  );
  const body = lean.replace(COMMENT, "");
  const isUsed = (name: string) => (body.match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length > 1;
  return lean.replace(SCHEMA, (schema, name: string) => (isUsed(name) ? schema : blank(schema)));
}

/** A contract without its pages, without the worker's fields if checked routes are given, and without what only these import. */
export function leanContract(code: string, checked: ReadonlySet<string> | null): string {
  const lean = (checked ? withoutWorkerFields(code, checked) : code).replace(DECLARATION, blank);
  if (lean === code) return code;
  const body = lean.replace(IMPORT, "").replace(COMMENT, "");
  return lean.replace(IMPORT, (text, names: string) => {
    const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(body);
    return (names.match(/\w+(?=\s*(?:,|$))/g) ?? []).some(isUsed) ? text : blank(text);
  });
}

/** The code of a function that imports a page's module, and what the page loads as soon as it runs. */
function loader(root: string, name: string, alsoLoads?: string): string {
  const file = join(root, pageFile(name));
  if (!existsSync(file)) throw new Error(`There's no page ${file}.`);
  const load = `import(${JSON.stringify(file)})`;
  if (!alsoLoads) return `() => ${load}`;
  // Errors show when the page imports it.
  return `() => { import(${JSON.stringify(join(root, alsoLoads))}).catch(() => {}); return ${load}; }`;
}

/** A page as the browser needs it: without what only the worker reads. */
function browserPage(root: string, page: Page): string {
  const { path, access, module, memberModule, alsoLoads, whileBanned, developmentOnly } = page;
  const group = groupOf(page);
  const fields = [
    `path: ${JSON.stringify(path)}`,
    `access: ${JSON.stringify(access)}`,
    group ? `load: ${group}(${JSON.stringify(path)})` : `load: ${loader(root, module, alsoLoads)}`,
    ...(memberModule ? [`loadForMember: ${loader(root, memberModule)}`] : []),
    ...(whileBanned ? [`whileBanned: ${JSON.stringify(whileBanned)}`] : []),
    ...(developmentOnly ? ["developmentOnly: true"] : []),
  ];
  return `{ ${fields.join(", ")} }`;
}

/**
 * The module `virtual:pages`: the declared pages with a function that loads each. Pages of a group name their files in a
 * module of the group, so that the entry point, which everyone loads, doesn't list them.
 */
export function pagesPlugin(): Plugin {
  let root: string;
  let checked: ReadonlySet<string> | null = null;
  return {
    name: "pages",
    // Before other plugins, on the original source.
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    resolveId: {
      filter: { id: /^virtual:pages(\/|$)/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:pages(\/|$)/ },
      async handler(id) {
        const pages = await readPages(root);
        const [, group] = id.split("/");
        if (group === undefined) {
          // One function per group, because the entry point has a line for each page.
          const groups = [...new Set(pages.flatMap((page) => groupOf(page) ?? []))].map(
            (name) =>
              `const ${name} = (path) => async () => (await import("${MODULE}/${name}")).loaders[path]();`,
          );
          const list = pages.map((page) => browserPage(root, page)).join(",\n");
          return `${groups.join("\n")}\nexport const PAGES = [\n${list}\n];`;
        }
        const own = pages.filter((page) => groupOf(page) === group);
        const entries = own.map(
          ({ path, module, alsoLoads }) => `${JSON.stringify(path)}: ${loader(root, module, alsoLoads)}`,
        );
        return `export const loaders = {\n${entries.join(",\n")}\n};`;
      },
    },
    // The browser reads pages from the virtual module only, outputs only in tests, and no schema that isn't used.
    transform: {
      filter: { id: /[\\/]domain[\\/][^?]*\.ts$/ },
      handler(code) {
        const { name, mode } = this.environment;
        if (name !== "client") return null;
        const isBuild = mode === "build";
        if (isBuild) checked ??= findCheckedRoutes(root);
        const lean = leanContract(code, checked);
        const marksZod = isBuild && code.includes(ZOD);
        return { code: marksZod ? lean.replace(ZOD_CALL, "/* @__PURE__ */ $&") : lean, map: null };
      },
    },
    hotUpdate({ file, modules }) {
      if (!/[\\/]domain[\\/].*[\\/](api|pages|contracts)\.ts$/.test(file)) return modules;
      const { moduleGraph } = this.environment;
      const own = [...moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.startsWith(`\0${MODULE}`));
      return [...modules, ...own];
    },
  };
}
