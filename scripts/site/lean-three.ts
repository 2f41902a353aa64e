import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Where the worker builds and draws scenes: every name that it uses of three stands in there. */
const ROOTS = ["worker/render", "domain/avatar", "domain/items/model", "domain/world"];
const CORE = /[\\/]three[\\/]build[\\/]three\.core\.js$/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const NAME = /[A-Za-z_$][\w$]*/g;

type Statement = ReturnType<Rolldown.PluginContext["parse"]>["body"][number];
type Class = Extract<Statement, { superClass: unknown }>;

/** A stretch of the library that is wanted once its name is. */
interface Part {
  name: string;
  start: number;
  end: number;
  /** Of a class: its methods. */
  methods: Part[];
  /** Whether it can be left out here; what is declared and not used the bundler leaves out itself. */
  isLoose: boolean;
}

const namesIn = (code: string): string[] => code.replace(COMMENT, " ").match(NAME) ?? [];

/** The text of a part but for its methods. */
const ownText = (code: string, { start, end, methods }: Part): string =>
  [...methods, { start: end, end }]
    .map((method, i) => code.slice(methods[i - 1]?.end ?? start, method.start))
    .join("");

/** The methods of a class that are called by a plain name. */
function methodsOf({ body }: Class): Part[] {
  return body.body.flatMap((member) =>
    member.type === "MethodDefinition" && member.kind === "method" && member.key.type === "Identifier"
      ? [{ name: member.key.name, start: member.start, end: member.end, methods: [], isLoose: true }]
      : [],
  );
}

/** What a statement at the top declares or sets: the parts that it is; none where it is always wanted. */
function partsOf(code: string, statement: Statement): Part[] {
  const { start, end } = statement;
  const part = (name: string, methods: Part[] = [], isLoose = false) => ({
    name,
    start,
    end,
    methods,
    isLoose,
  });
  if (statement.type === "ClassDeclaration" && statement.id)
    return [part(statement.id.name, methodsOf(statement))];
  if (statement.type === "FunctionDeclaration" && statement.id) return [part(statement.id.name)];
  if (statement.type === "VariableDeclaration")
    return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [part(id.name)] : []));
  // `Some.prototype.thing = …` goes with the class.
  const owner =
    statement.type === "ExpressionStatement" && /^[A-Z]\w*(?=\.)/.exec(code.slice(start, end))?.[0];
  return owner ? [part(owner, [], true)] : [];
}

/**
 * What is wanted where these names stand: what is declared under one of them, and of a class that is wanted the methods of
 * a name that stands anywhere in what is wanted.
 */
function wantedOf(code: string, parts: readonly Part[], names: Iterable<string>): Set<Part> {
  const wanted = new Set<Part>();
  const known = new Set<string>();
  const found = [...names];
  const want = (part: Part) => {
    if (wanted.has(part)) return;
    wanted.add(part);
    found.push(...namesIn(ownText(code, part)));
    for (const method of part.methods) if (known.has(method.name)) want(method);
  };
  const declared = Map.groupBy(parts, ({ name }) => name);
  const methods = parts.flatMap((owner) => owner.methods.map((method) => ({ owner, method })));
  const called = Map.groupBy(methods, ({ method }) => method.name);
  for (let name = found.pop(); name !== undefined; name = found.pop()) {
    if (known.has(name)) continue;
    known.add(name);
    for (const part of declared.get(name) ?? []) want(part);
    for (const { owner, method } of called.get(name) ?? []) if (wanted.has(owner)) want(method);
  }
  return wanted;
}

const ownSources = (): string[] =>
  ROOTS.flatMap((root) => readdirSync(root, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

/**
 * Leaves out of three's classes the methods that nothing in the worker calls (reading and writing JSON, casting rays,
 * animation), which is a third of it: no bundler does that, as it can't know which object a method is called on. A method
 * goes where its name stands nowhere in our own code nor in what is left of three. Pictures are held equal by tests.
 */
export function leanThree(environment: string): Plugin {
  return {
    name: "lean-three",
    apply: "build",
    applyToEnvironment: ({ name }) => name === environment,
    transform(code, id) {
      if (!CORE.test(id)) return null;
      const statements = this.parse(code).body;
      const parts = statements.flatMap((statement) => partsOf(code, statement));
      const all = [...parts, ...parts.flatMap(({ methods }) => methods)];
      const wanted = wantedOf(code, parts, ownSources().flatMap(namesIn));
      let lean = code;
      for (const part of all.sort((a, b) => b.start - a.start)) {
        if (!part.isLoose || wanted.has(part)) continue;
        const { start, end } = part;
        // Lines stay where they are, so that a stack still points to them.
        const lines = code.slice(start, end).replace(/[^\n]/g, "");
        lean = lean.slice(0, start) + lines + lean.slice(end);
      }
      return { code: lean, map: null };
    },
  };
}
