import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The folders that build and draw scenes in the worker. They contain every name that the worker uses from three. */
const ROOTS = ["worker/render", "domain/avatar", "domain/items/model", "domain/world"];
const CORE = /[\\/]three[\\/]build[\\/]three\.core\.js$/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const NAME = /[A-Za-z_$][\w$]*/g;

type Statement = ReturnType<Rolldown.PluginContext["parse"]>["body"][number];
type Class = Extract<Statement, { superClass: unknown }>;

/** A range of the library's source that's used if its name is used. */
interface Part {
  name: string;
  start: number;
  end: number;
  /** The methods of a class. */
  methods: Part[];
  /** Whether this plugin removes it. Unused declarations are removed by the bundler. */
  isRemovable: boolean;
}

const namesIn = (code: string): string[] => code.replace(COMMENT, " ").match(NAME) ?? [];

/** The text of a part without its methods. */
const ownText = (code: string, { start, end, methods }: Part): string =>
  [...methods, { start: end, end }]
    .map((method, i) => code.slice(methods[i - 1]?.end ?? start, method.start))
    .join("");

/** The methods of a class with plain names. */
function methodsOf({ body }: Class): Part[] {
  return body.body.flatMap((member) =>
    member.type === "MethodDefinition" && member.kind === "method" && member.key.type === "Identifier"
      ? [{ name: member.key.name, start: member.start, end: member.end, methods: [], isRemovable: true }]
      : [],
  );
}

/** The parts that a top-level statement declares or sets; none if it's always needed. */
function partsOf(code: string, statement: Statement): Part[] {
  const { start, end } = statement;
  const part = (name: string, methods: Part[] = [], isRemovable = false) => ({
    name,
    start,
    end,
    methods,
    isRemovable,
  });
  if (statement.type === "ClassDeclaration" && statement.id)
    return [part(statement.id.name, methodsOf(statement))];
  if (statement.type === "FunctionDeclaration" && statement.id) return [part(statement.id.name)];
  if (statement.type === "VariableDeclaration")
    return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [part(id.name)] : []));
  // `Some.prototype.thing = …` belongs to the class.
  const owner =
    statement.type === "ExpressionStatement" && /^[A-Z]\w*(?=\.)/.exec(code.slice(start, end))?.[0];
  return owner ? [part(owner, [], true)] : [];
}

/**
 * The parts used by code with these names: their declarations, and the methods of used classes whose names appear
 * anywhere in used code.
 */
function findUsedParts(code: string, parts: readonly Part[], names: Iterable<string>): Set<Part> {
  const used = new Set<Part>();
  const known = new Set<string>();
  const found = [...names];
  const use = (part: Part) => {
    if (used.has(part)) return;
    used.add(part);
    found.push(...namesIn(ownText(code, part)));
    for (const method of part.methods) if (known.has(method.name)) use(method);
  };
  const declared = Map.groupBy(parts, ({ name }) => name);
  const methods = parts.flatMap((owner) => owner.methods.map((method) => ({ owner, method })));
  const called = Map.groupBy(methods, ({ method }) => method.name);
  for (let name = found.pop(); name !== undefined; name = found.pop()) {
    if (known.has(name)) continue;
    known.add(name);
    for (const part of declared.get(name) ?? []) use(part);
    for (const { owner, method } of called.get(name) ?? []) if (used.has(owner)) use(method);
  }
  return used;
}

const ownSources = (): string[] =>
  ROOTS.flatMap((root) => readdirSync(root, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

/**
 * Removes methods of three's classes that the worker never calls (JSON, ray casting, animation), a third of the library.
 * Bundlers keep them because they can't know which object a method is called on. A method is removed if its name appears
 * neither in our code nor in the rest of three. Tests compare the pictures.
 */
export function leanThree(environment: string): Plugin {
  let isFound = false;
  return {
    name: "lean-three",
    apply: "build",
    applyToEnvironment: ({ name }) => name === environment,
    transform(code, id) {
      if (!CORE.test(id)) return null;
      isFound = true;
      const statements = this.parse(code).body;
      const parts = statements.flatMap((statement) => partsOf(code, statement));
      const all = [...parts, ...parts.flatMap(({ methods }) => methods)];
      const used = findUsedParts(code, parts, ownSources().flatMap(namesIn));
      let lean = code;
      for (const part of all.sort((a, b) => b.start - a.start)) {
        if (!part.isRemovable || used.has(part)) continue;
        const { start, end } = part;
        // Keeps line numbers, so stack traces stay correct.
        const lines = code.slice(start, end).replace(/[^\n]/g, "");
        lean = lean.slice(0, start) + lines + lean.slice(end);
      }
      return { code: lean, map: null };
    },
    buildEnd(error) {
      // The worker works without this plugin, so no one would notice that three's file has moved.
      if (!error && !isFound) this.error("three's core wasn't among the built files.");
    },
  };
}
