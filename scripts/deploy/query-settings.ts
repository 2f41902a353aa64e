import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { SETTINGS_FILE } from "./config.ts";
import { Problem } from "./problem.ts";
import { checkSettings, DATABASE_LOCATIONS } from "./settings.ts";

/** Prints a question. Returns the reply. */
export type Prompt = (question: string) => Promise<string>;

export const promptAtTerminal: Prompt = async (question) => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const input = await terminal.question(question);
  terminal.close();
  return input.trim();
};

/** Waits for a confirmation. Throws a Problem otherwise, and without a terminal: then `--yes` is required. */
export async function confirmAtTerminal(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Problem(`✗ ${question} There's no terminal to ask you, so add --yes.`);
  if (!/^y(es)?$/i.test(await promptAtTerminal(`\n${question} [y/N] `)))
    throw new Problem("Nothing was changed.");
}

const QUESTIONS = [
  ["name", "Name of the site, for its worker, databases, bucket and queues [bopolis]: "],
  [
    "location",
    `Where most people are: ${DATABASE_LOCATIONS.join(", ")}. It can't be changed later. [near this computer]: `,
  ],
  ["domains", "Domain, of a zone in your account, such as play.example.com [a workers.dev address]: "],
] as const;

/** Queries once what later deployments need, and stores it as settings. An invalid reply is queried again. */
export async function querySettings(prompt: Prompt, file = SETTINGS_FILE): Promise<void> {
  if (existsSync(file)) return;
  const settings: Record<string, unknown> = {};
  for (const [name, question] of QUESTIONS) {
    for (;;) {
      const reply = await prompt(question);
      if (!reply) break;
      const value = name === "domains" ? [reply] : reply;
      try {
        checkSettings({ [name]: value }, {});
        settings[name] = value;
        break;
      } catch (error) {
        console.log((error as Problem).message);
      }
    }
  }
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
  console.log(`These settings are in deploy.config.json; docs/operations.md lists all of them.`);
}
