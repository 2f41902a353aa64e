import type { NewUser } from "#db/new-rows.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { addUser, Browser } from "./browser.ts";
import { recordRenderJobs } from "./render-jobs.ts";

/** A user with a signed-in browser, and the render jobs of their calls. */
export interface TestUser {
  id: number;
  username: string;
  browser: Browser;
  jobs: RenderJob[];
}

export async function signedInUser(fields: Partial<NewUser> = {}): Promise<TestUser> {
  const user = await addUser(fields);
  const browser = await Browser.signedIn(user, fields.role ?? "member");
  return { ...user, browser, jobs: recordRenderJobs(browser) };
}
