import { expect, it } from "vitest";
import { root } from "../../scripts/run-script.mjs";
import { findCheckedRoutes, leanContract } from "../../scripts/site/pages-plugin.ts";

const CONTRACT = `import { oneOf } from "../api/fields.ts";
const name = z.string().check(z.minLength(1));
const key = z.pipe(
  z.string().check(z.minLength(1)),
  z.string(),
);
export const sentRoute = route("POST", "/api/sent", {
  access: "member",
  input: z.object({ name }),
});
export const calledRoute = route("POST", "/api/called", {
  body: "form",
  input: z.object({
    key,
    kind: oneOf("Kind", KINDS),
  }),
});`;

it("cuts the inputs of routes that no form sends from the browser's contracts, with what only they use", () => {
  const lean = leanContract(CONTRACT, new Set(["sentRoute"])).replace(/\n\s*(?=\n)/g, "");
  expect(lean.trim()).toBe(`const name = z.string().check(z.minLength(1));
export const sentRoute = route("POST", "/api/sent", {
  input: z.object({ name }),
});
export const calledRoute = route("POST", "/api/called", {
  body: "form",
});`);
});

it("keeps the inputs that forms check", () => {
  const checked = findCheckedRoutes(root);
  for (const name of ["registerRoute", "createThreadRoute", "reportRoute"]) expect(checked).toContain(name);
  for (const name of ["createRunRoute", "joinTokenRoute"]) expect(checked).not.toContain(name);
});
