import type { NewUser } from "#db/factories.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { addUser, Browser } from "./browser.ts";
import { recordJobs } from "./renders.ts";

/** Somebody with a browser in which they are signed in, and the pictures that their calls ask for. */
export interface Person {
  id: number;
  username: string;
  browser: Browser;
  jobs: RenderJob[];
}

export async function person(fields: Partial<NewUser> = {}): Promise<Person> {
  const user = await addUser(fields);
  const browser = await Browser.signedIn(user, fields.role ?? "member");
  return { ...user, browser, jobs: recordJobs(browser) };
}
