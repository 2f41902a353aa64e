import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { SETTING_NAMES, variableOf } from "#scripts/deploy/settings.ts";

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  on: { push: { branches: string[] }; pull_request: null };
  env: Record<string, string>;
  permissions: Record<string, string>;
  jobs: Record<string, { steps: Step[]; if?: string; needs?: string; env?: Record<string, string> }>;
}

const workflow = parse(readFileSync(".github/workflows/deploy.yml", "utf8")) as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const commands = steps.flatMap(({ run }) => (run ? [run] : []));

test("the workflow checks pull requests, and deploys main", () => {
  expect(Object.keys(workflow.jobs)).toEqual(["check", "deploy"]);
  expect(workflow.on.push.branches).toEqual(["main"]);
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(workflow.jobs.deploy).toMatchObject({
    needs: "check",
    concurrency: { group: "deploy", "cancel-in-progress": false },
  });
});

test("every action of the workflow has an exact version", () => {
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+\.\d+\.\d+$/);
});

test("every npm command of the workflow exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) {
    const name = /^npm run ([\w:]+)/.exec(command)?.[1];
    if (name) expect(scripts).toHaveProperty(name);
    else expect(command).toMatch(/^npm (?:ci|test)$/);
  }
});

test("the deployment knows every option of the workflow", () => {
  const help = readFileSync("scripts/deploy/main.ts", "utf8");
  const options = commands.flatMap((command) => command.match(/--[a-z-]{2,}/g) ?? []);
  expect(options).toContain("--yes");
  for (const option of options) expect(help).toContain(`${option} `);
});

/** Passed by the jobs that deploy: a secret, which pull requests of other repositories don't get. */
const SECRET_VARIABLE = "CLOUDFLARE_ACCOUNT_ID";

test("the workflow passes every setting, and nothing else", () => {
  const names = SETTING_NAMES.map(variableOf).filter((name) => name !== SECRET_VARIABLE);
  expect(workflow.env).toEqual(Object.fromEntries(names.map((name) => [name, `\${{ vars.${name} }}`])));
  expect(workflow.jobs.deploy?.env).toHaveProperty(SECRET_VARIABLE);
});

test("the documentation lists every setting and its variable", () => {
  const docs = readFileSync("docs/operations.md", "utf8");
  for (const name of SETTING_NAMES) expect(docs).toContain(`\n| \`${name}\` | \`${variableOf(name)}\` | `);
});
