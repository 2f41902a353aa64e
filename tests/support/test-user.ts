import type { NewUser } from "#db/new-rows.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { addUser, Browser } from "./browser.ts";
import { recordRenderJobs } from "./render-jobs.ts";

/** The browser of a signed-in user, and the render jobs of their calls. */
export type TestUser = Browser & { jobs: RenderJob[] };

export async function signedInUser(fields: Partial<NewUser> = {}): Promise<TestUser> {
  const browser = await Browser.signedIn(await addUser(fields), fields.role ?? "member");
  return Object.assign(browser, { jobs: recordRenderJobs(browser) });
}
