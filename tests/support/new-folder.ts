import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder that lasts as long as the test. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bopolis-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
