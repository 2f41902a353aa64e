import { checkImports } from "#scripts/check/imports.ts";

const importedBy = (file: string, source: string) =>
  checkImports(file, source).map(({ imported }) => imported);

describe("the check of import directions", () => {
  test.each([
    ["the domain", "domain/levels/rules.ts", "#db/database.ts"],
    ["the database", "db/new-rows.ts", "#worker/env.ts"],
    ["the worker", "worker/levels/routes.ts", "#web/lib/query.ts"],
    ["request handling", "worker/http/handle.ts", "../levels/routes.ts"],
    ["a feature", "web/features/levels/level-card.tsx", "#web/features/users/person.tsx"],
    ["a feature", "web/features/levels/level-card.tsx", "#web/features/levels-old/card.tsx"],
    ["a page", "web/features/levels/pages/level-page.tsx", "#web/app/shell/sign-out.ts"],
    ["a component of the product", "web/components/person.tsx", "#web/features/users/text.ts"],
    ["a generic component", "web/ui/button.tsx", "#domain/levels/rules.ts"],
    ["a generic component", "web/ui/button.tsx", "../components/person.tsx"],
  ])("refuses that %s (%s) imports %s", (_, file, specifier) => {
    expect(importedBy(file, `import { one } from "${specifier}";`)).toHaveLength(1);
    expect(importedBy(file, `import type { One } from "${specifier}";`)).toHaveLength(1);
    expect(importedBy(file, `const one = lazyPart(() => import("${specifier}"));`)).toHaveLength(1);
  });

  test.each([
    ["domain/levels/rules.ts", "../time.ts"],
    ["db/new-rows.ts", "#domain/time.ts"],
    ["worker/http/handle.ts", "../env.ts"],
    ["worker/levels/routes.ts", "../http/handle.ts"],
    ["web/features/levels/level-card.tsx", "#web/components/person.tsx"],
    ["web/features/levels/level-card.tsx", "./pages/level-menu.tsx"],
    ["web/features/levels/pages/level-page.tsx", "../level-card.tsx"],
    ["web/features/levels/pages/level-page.tsx", "#web/features/users/person.tsx"],
    ["web/ui/button.tsx", "#domain/limits.ts"],
    ["web/app/app.tsx", "#web/features/users/person.tsx"],
    ["scripts/start/main.ts", "#web/ui/button.tsx"],
    ["tests/web/button.test.ts", "#web/ui/button.tsx"],
  ])("allows that %s imports %s", (file, specifier) => {
    expect(importedBy(file, `import { one } from "${specifier}";`)).toEqual([]);
  });

  test("names the file, the line and what is imported", () => {
    const source = 'import { sql } from "drizzle-orm";\n\nexport { one } from "#web/one.ts";\n';
    expect(checkImports("worker/two.ts", source)).toEqual([
      { file: "worker/two.ts", line: 3, imported: "web/one.ts" },
    ]);
  });
});
