import { type BuildClient, openBuild } from "./build-client.ts";
import { inviteEditor } from "./invite-editor.ts";
import { signedInUser, type TestUser } from "./test-user.ts";
import { addLevel } from "./world.ts";

/** A private level of a user, who has it open, and one of their buddies, who can build it too. */
export interface SharedBuild {
  ann: TestUser;
  ben: TestUser;
  level: number;
  /** Ann's. */
  page: BuildClient;
}

export async function makeSharedBuild(): Promise<SharedBuild> {
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const level = await addLevel(ann.id, { visibility: "private" });
  await inviteEditor(ann, level, ben);
  return { ann, ben, level, page: await openBuild(ann, level) };
}
